import { expect, test } from 'vitest';
import { accountLimits, whileWaiting } from './account-limits.ts';
import type { Refusal } from './refusal.ts';

/** A clock that only work moves on. */
function clock() {
  let at = 0;
  const pass = (ms: number) => {
    at += ms;
  };
  return { now: () => at, work: (ms: number) => async () => pass(ms), pass };
}

test('an account that keeps the server busy is refused until its share has grown again, and another is not', async () => {
  const { now, work, pass } = clock();
  const within = accountLimits({ requests: 4, busyMs: 1_000 }, now);
  await within(1, work(61_000));
  const refused = await within(1, work(0)).catch((error: Refusal) => error);
  expect(refused).toMatchObject({ status: 429, code: 'account_busy', headers: { 'retry-after': expect.stringMatching(/^\d+$/) } });
  await within(2, work(1));
  pass(Number((refused as Refusal).headers['retry-after']) * 1_000);
  await within(1, work(1));
});

test('an account has so many requests at a time, and another account none the fewer', async () => {
  const within = accountLimits({ requests: 2, busyMs: 0 });
  let atOnce = 0;
  let most = 0;
  const gate = Promise.withResolvers<void>();
  const request = async () => {
    most = Math.max(most, ++atOnce);
    await gate.promise;
    atOnce -= 1;
  };
  const own = Array.from({ length: 10 }, () => within(1, request));
  expect(await within(2, async () => 'at once')).toBe('at once');
  gate.resolve();
  await Promise.all(own);
  expect(most).toBe(2);
});

test('more than two hundred that wait are refused with the time to come back', async () => {
  const within = accountLimits({ requests: 1, busyMs: 0 });
  const gate = Promise.withResolvers<void>();
  const waiting = Array.from({ length: 201 }, () => within(1, () => gate.promise));
  await expect(within(1, async () => 1)).rejects.toMatchObject({ status: 429, headers: { 'retry-after': '1' } });
  gate.resolve();
  await Promise.all(waiting);
});

test('a request that waits for something else takes nothing of the share', async () => {
  const { now, work } = clock();
  const within = accountLimits({ requests: 1, busyMs: 1_000 }, now);
  const gate = Promise.withResolvers<void>();
  const waiting = within(1, () => whileWaiting(() => gate.promise));
  expect(await within(1, async () => 'meanwhile')).toBe('meanwhile');
  gate.resolve();
  await waiting;
  for (let n = 0; n < 10; n++) await within(1, () => whileWaiting(work(60_000)));
});
