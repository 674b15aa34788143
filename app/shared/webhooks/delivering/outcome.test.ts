import { expect, test } from 'vitest';
import { type Outcome, outcomeOf, standingAfter } from './outcome.ts';

const now = new Date('2026-11-27T12:00:00Z');
const ago = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
const reply = (status: number, headers: Record<string, string> = {}) => ({ status, headers });
const waits = (outcome: Outcome) => ((outcome.dueAt?.getTime() ?? Number.NaN) - now.getTime()) / 1_000;

test('2xx alone is a success', () => {
  for (const status of [200, 202, 204, 299]) expect(outcomeOf(reply(status), 0, now).state).toBe('delivered');
  for (const status of [199, 301, 302, 400, 401, 404, 500]) expect(outcomeOf(reply(status), 0, now).state).toBe('waiting');
});

test('it is tried after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h and 10 h, and has failed after the eighth try', () => {
  const after = [0, 1, 2, 3, 4, 5, 6].map((attempts) => waits(outcomeOf(null, attempts, now)));
  expect(after).toEqual([5, 300, 1_800, 7_200, 18_000, 36_000, 36_000]);
  expect(outcomeOf(null, 7, now)).toMatchObject({ state: 'failed', dueAt: null });
});

test('410 ends it at once, and 429 and 503 say when the next try may be, an hour ahead at most', () => {
  expect(outcomeOf(reply(410), 0, now)).toMatchObject({ state: 'failed', gone: true });
  for (const status of [429, 503]) {
    expect(waits(outcomeOf(reply(status, { 'retry-after': '120' }), 0, now))).toBe(120);
    expect(waits(outcomeOf(reply(status, { 'retry-after': '120' }), 1, now))).toBe(300);
    expect(waits(outcomeOf(reply(status, { 'retry-after': '99999999' }), 0, now))).toBe(3_600);
    expect(outcomeOf(reply(status, { 'retry-after': '120' }), 0, now).restUntil).toEqual(new Date(now.getTime() + 120_000));
  }
  expect(outcomeOf(reply(500, { 'retry-after': '120' }), 0, now).restUntil).toBeNull();
});

const failed = { ...outcomeOf(null, 0, now), at: now };
const good = { ...outcomeOf(reply(200), 0, now), at: now };

test('five failures in a row are a dead receiver, which rests for longer each time; a success ends that', () => {
  const fresh = { failures: 0, failingSince: null };
  expect(standingAfter(fresh, [failed, failed, failed, failed], now)).toMatchObject({ failures: 4, restUntil: null, off: null });
  const rests = [4, 5, 6, 20].map((failures) => {
    const { restUntil } = standingAfter({ failures, failingSince: now }, [failed], now);
    return ((restUntil?.getTime() ?? 0) - now.getTime()) / 1_000;
  });
  expect(rests).toEqual([5, 10, 20, 300]);
  expect(standingAfter({ failures: 20, failingSince: ago(9) }, [good], now)).toEqual({
    ...{ failures: 0, failingSince: null, restUntil: null, off: null },
  });
  expect(standingAfter({ failures: 20, failingSince: ago(9) }, [good, failed], now)).toMatchObject({ failures: 1, failingSince: now });
});

test('it is switched off after five days of failures, or by 410', () => {
  const last = { ...outcomeOf(null, 7, now), at: now };
  expect(standingAfter({ failures: 9, failingSince: ago(119) }, [last], now).off).toBeNull();
  expect(standingAfter({ failures: 9, failingSince: ago(120) }, [last], now).off).toBe('failing');
  expect(standingAfter({ failures: 9, failingSince: ago(120) }, [good], now).off).toBeNull();
  // Ten thousand that wait are tried in turn: none comes to its last try for weeks.
  expect(standingAfter({ failures: 99, failingSince: ago(119) }, [failed], now).off).toBeNull();
  expect(standingAfter({ failures: 99, failingSince: ago(120) }, [failed], now).off).toBe('failing');
  expect(standingAfter({ failures: 0, failingSince: null }, [{ ...outcomeOf(reply(410), 0, now), at: now }], now).off).toBe('gone');
});

test('where nothing was to be sent for days, the first try of the next event switches nothing off', () => {
  expect(standingAfter({ failures: 8, failingSince: ago(240) }, [failed], now)).toMatchObject({ failures: 9, off: null });
});
