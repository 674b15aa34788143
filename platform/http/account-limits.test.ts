import { setImmediate as turn } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { accountLimits } from './account-limits.ts';
import type { AccountLimits } from './account-shares.ts';
import type { Place } from './door.ts';
import { givingWay } from './giving-way.ts';
import type { Refusal } from './refusal.ts';

type Entered = { isOpen: boolean; refused: Refusal | null; place: Place };

/** Requests at a door, and a clock that only `pass` moves on. */
function doorOf(limits: AccountLimits, utilisation = 0) {
  let at = 0;
  const now = () => at;
  const way = givingWay(now, () => utilisation);
  const door = accountLimits(limits, now, way);
  return {
    pass: (ms: number) => {
      at += ms;
    },
    enter(accountId: number | null, started: () => unknown = () => undefined): Entered {
      const request = { isOpen: false, refused: null as Refusal | null };
      const start = () => {
        request.isOpen = true;
        started();
      };
      const refuse = (refusal: Refusal) => {
        request.refused = refusal;
      };
      return Object.assign(request, { place: door.enter(accountId, { start, refuse }) });
    },
  };
}

const openOf = (requests: { isOpen: boolean }[]) => requests.filter(({ isOpen }) => isOpen).length;
const times = <T>(n: number, call: () => T): T[] => Array.from({ length: n }, call);
/** Far more turns than any of these requests waits for. */
const manyTurns = async () => {
  for (let n = 0; n < 50; n++) await turn();
};

test('of requests that come together one of an account begins in a turn, and another account waits for none of them', async () => {
  const { enter } = doorOf({ requests: 8, busyMs: 0 });
  const flood = times(60, () => enter(1));
  expect([openOf(flood), enter(2).isOpen]).toEqual([1, true]);
  await turn();
  expect(openOf(flood)).toBe(2);
});

test('an account has so many requests at a time, and the next begins when one ends', async () => {
  const { enter } = doorOf({ requests: 2, busyMs: 0 });
  const own = times(10, () => enter(1));
  await manyTurns();
  expect(openOf(own)).toBe(2);
  own[0]?.place.end();
  own[0]?.place.end();
  await manyTurns();
  expect(openOf(own)).toBe(3);
});

test('an account that keeps the server busy has fewer requests at a time, until its share has grown again', async () => {
  const { enter, pass } = doorOf({ requests: 8, busyMs: 2_000 });
  const busy = enter(1);
  pass(60_000);
  busy.place.end();
  const slow = times(10, () => enter(1));
  await manyTurns();
  expect(openOf(slow)).toBe(8);
  pass(20_000);
  for (const { place } of slow) place.end();
  const slower = times(10, () => enter(1));
  await manyTurns();
  expect(openOf(slower)).toBe(2);
  const others = times(10, () => enter(2));
  await manyTurns();
  expect(openOf(others)).toBe(8);
});

test('whoever used least begins first', async () => {
  const { enter, pass } = doorOf({ requests: 1, busyMs: 100 });
  const order: string[] = [];
  const first = [enter(1), enter(2)];
  enter(1, () => order.push('used much'));
  enter(2, () => order.push('used little'));
  pass(100);
  first[1]?.place.end();
  // The turn ends with both of them free.
  pass(1_000);
  first[0]?.place.end();
  await turn();
  expect(order).toEqual(['used little', 'used much']);
});

test.each([
  ['while others are served by a busy process', { utilisation: 0.9, others: true, open: [2, 0, 2] }],
  ['not while the process has time', { utilisation: 0.1, others: true, open: [8, 8, 8] }],
  ['not while nobody else is served', { utilisation: 0.9, others: false, open: [8, 8, 8] }],
])('who used much just now has fewer requests at once and rests as long as it worked: %s', async (_, { utilisation, others, open }) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const { enter, pass } = doorOf({ requests: 8, busyMs: 2_000 }, utilisation);
    const used = enter(1);
    pass(300);
    if (others) enter(2).place.end();
    used.place.end();
    vi.advanceTimersByTime(50);
    const flood = times(30, () => enter(1));
    await manyTurns();
    const begun = [openOf(flood)];
    pass(20);
    for (const { place } of flood.slice(0, open[0])) place.end();
    await manyTurns();
    begun.push(openOf(flood) - (open[0] ?? 0));
    vi.advanceTimersByTime(20);
    await manyTurns();
    begun.push(openOf(flood) - (open[0] ?? 0));
    expect(begun).toEqual(open);
  } finally {
    vi.useRealTimers();
  }
});

test('more than two hundred that wait are refused, a second later, so that nobody asks again at once', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const { enter } = doorOf({ requests: 1, busyMs: 0 });
    const all = times(202, () => enter(1));
    expect(all[201]?.refused).toBe(null);
    vi.advanceTimersByTime(1_000);
    expect(all.filter(({ refused }) => refused)).toEqual([all[201]]);
    expect(all[201]?.refused).toMatchObject({ status: 429, code: 'account_busy', headers: { 'retry-after': '1' } });
  } finally {
    vi.useRealTimers();
  }
});

test('one that waits for ten seconds is refused, and one that left is not begun', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const { enter } = doorOf({ requests: 1, busyMs: 0 });
    const [open, left, late] = [enter(1), enter(1), enter(1)];
    left.place.end();
    vi.advanceTimersByTime(10_000);
    expect([late.refused?.status, left.refused]).toEqual([429, null]);
    open.place.end();
    await manyTurns();
    expect([left.isOpen, late.isOpen]).toEqual([false, false]);
  } finally {
    vi.useRealTimers();
  }
});

test('one whose account is not known waits for nobody, and counts once it is', async () => {
  const { enter } = doorOf({ requests: 1, busyMs: 0 });
  const strangers = times(5, () => enter(null));
  await manyTurns();
  expect(openOf(strangers)).toBe(5);
  strangers[0]?.place.belongsTo(1);
  const own = enter(1);
  await manyTurns();
  expect(own.isOpen).toBe(false);
  strangers[0]?.place.end();
  await manyTurns();
  expect(own.isOpen).toBe(true);
});
