import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { learnedFrom } from './headers.ts';
import { isNews, memoryLimits } from './limits.ts';
import { learn as learnInto, take as takeFrom, type WindowBucket } from './window.ts';

const noon = new Date('2026-11-20T12:00:00Z');
const at = (seconds: number) => new Date(noon.getTime() + seconds * 1000);
const limit = { kind: 'window', requests: 40, perMs: 60_000 } as const;
const open = () => takeFrom(null, limit, noon, 1).bucket;
const slot = { id: 'r1', until: at(30) };
const claim = (key = 'k') => [{ key, limit, cost: 1 }];

test('forty a window, then none until it ends', async () => {
  const store = memoryLimits();
  for (let n = 0; n < 40; n++) expect(await store.take(claim(), at(n / 10), slot)).toMatchObject({ granted: true });
  expect(await store.take(claim(), at(5), slot)).toEqual({ granted: false, at: at(60) });
  expect(await store.take(claim(), at(60), slot)).toMatchObject({ granted: true, buckets: [{ left: 39 }] });
  expect(await store.take(claim('other'), at(5), slot)).toMatchObject({ granted: true });
});

test('the first reply replaces the estimated end of the window', () => {
  const bucket = learnInto(open(), limit, { limit: 40, remaining: 12, resetsAt: at(20) }, noon);
  expect(bucket).toMatchObject({ left: 12, endsAt: at(20), known: true });
});

test('within a window the latest end counts, and the count never grows', () => {
  const known = learnInto(open(), limit, { remaining: 30, resetsAt: at(20) }, noon);
  expect(learnInto(known, limit, { remaining: 35, resetsAt: at(19) }, noon)).toMatchObject({ left: 30, endsAt: at(20) });
  expect(learnInto(known, limit, { remaining: 29, resetsAt: at(21) }, noon)).toMatchObject({ left: 29, endsAt: at(21) });
});

test('a reply of the next window opens it, a reply of the previous one is ignored', () => {
  const known = learnInto(open(), limit, { remaining: 0, resetsAt: at(20) }, noon);
  expect(learnInto(known, limit, { remaining: 39, resetsAt: at(80) }, at(19))).toMatchObject({ left: 39, endsAt: at(80) });
  const next = learnInto(known, limit, { remaining: 39, resetsAt: at(80) }, at(19));
  expect(learnInto(next, limit, { remaining: 0, resetsAt: at(20) }, at(20))).toEqual(next);
});

test('a limit that the vendor raised is used, and remembered', () => {
  const raised = learnInto(open(), limit, { limit: 200, remaining: 199, resetsAt: at(60) }, noon);
  expect(raised).toMatchObject({ limit: 200, left: 199 });
  expect(takeFrom(raised, limit, at(61), 1).bucket).toMatchObject({ limit: 200, left: 199 });
});

test('a block outlives the window', () => {
  const blocked = learnInto(open(), limit, { blockedUntil: at(90) }, noon);
  expect(takeFrom(blocked, limit, at(70), 1).at).toEqual(at(90));
  expect(takeFrom(blocked, limit, at(90), 1).at).toBeNull();
});

test('only what differs is news', () => {
  const known = learnInto(open(), limit, { limit: 40, remaining: 39, resetsAt: at(60) }, noon);
  expect(isNews(known, { limit: 40, remaining: 39, resetsAt: at(60) })).toBe(false);
  expect(isNews(known, {})).toBe(false);
  expect(isNews(known, { limit: 41 })).toBe(true);
  expect(isNews(known, { remaining: 20 })).toBe(true);
  expect(isNews(known, { resetsAt: at(61) })).toBe(true);
  expect(isNews(known, { blockedUntil: at(1) })).toBe(true);
  expect(isNews(open(), { resetsAt: at(60) })).toBe(true);
});

describe('against a vendor that counts in windows of a minute', () => {
  test.each([
    ['rounds up', Math.ceil],
    ['rounds down', Math.floor],
  ])('one that %s: at least 95 % of the allowance is used, and no 429 earned', (_, round) => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 900 }), fc.integer({ min: 0, max: 59_000 }), (latency, head) => {
        const { served, refused } = askForAnHour(latency, head, round);
        expect(refused).toBe(0);
        expect(served).toBeGreaterThan(0.95 * 40 * 60);
      }),
      { numRuns: 30 },
    );
  });
});

/** Sends requests as fast as the bucket allows. The vendor's first window began `head` ms before, by another caller's request. */
function askForAnHour(latency: number, head: number, round: (seconds: number) => number) {
  let [now, bucket, began, used, served, refused]: [number, WindowBucket | null, number, number, number, number] = [
    0,
    null,
    -head,
    1,
    0,
    0,
  ];
  while (now < 3_600_000) {
    const taken = takeFrom(bucket, limit, at(now / 1000), 1);
    bucket = taken.bucket;
    if (taken.at !== null) {
      now = taken.at.getTime() - noon.getTime();
      continue;
    }
    now += latency;
    if (now >= began + 60_000) [began, used] = [now, 0];
    used += 1;
    if (used > 40) refused += 1;
    else served += 1;
    const headers = { limit: 40, remaining: Math.max(0, 40 - used), reset: round((began + 60_000 - now) / 1000) };
    const learned = learnedFrom(
      Object.fromEntries(Object.entries(headers).map(([name, value]) => [`x-rate-limit-${name}`, `${value}`])),
      at(now / 1000),
    );
    if (isNews(taken.bucket, learned)) bucket = learnInto(bucket, limit, learned, at(now / 1000));
  }
  return { served, refused };
}
