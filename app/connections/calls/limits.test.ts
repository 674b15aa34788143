import { expect, test } from 'vitest';
import { openDatabase } from '../../../platform/db.ts';
import { addAccount } from '../../../test/build.ts';
import { testDatabase } from '../../../test/database.ts';
import { sharedLimits } from './limits.ts';

const own = testDatabase();
const now = new Date('2026-11-20T12:00:00Z');
const later = (ms: number) => new Date(now.getTime() + ms);

/** Takes requests as often as possible, from two workers' stores at once. */
async function takeAll(stores: ReturnType<typeof sharedLimits>[], times: number, requests: number, at = now) {
  const turns = await Promise.all(
    Array.from({ length: times }, (_, index) => stores[index % stores.length]?.take('key', { requests, perMs: 60_000 }, at)),
  );
  return turns.filter((turn) => turn?.granted).length;
}

test('two workers on one database never take more than the allowance together, and have it whole again in the next window', async () => {
  const { accountId } = await addAccount(own);
  const other = openDatabase({ url: own.url, connections: 4 });
  const stores = [sharedLimits(own.database, accountId), sharedLimits(other, accountId)];
  expect(await takeAll(stores, 100, 40)).toBe(40);
  expect(await takeAll(stores, 10, 40, later(59_999))).toBe(0);
  expect(await takeAll(stores, 100, 40, later(60_000))).toBe(40);
  await other.close();
});

test('what one worker learns about the limit holds for both', async () => {
  const { accountId } = await addAccount(own);
  const [first, second] = [sharedLimits(own.database, accountId), sharedLimits(own.database, accountId)];
  await first.take('key', { requests: 40, perMs: 60_000 }, now);
  await first.learn('key', { requests: 40, perMs: 60_000 }, { remaining: 2, resetsAt: later(30_000) }, now);
  expect(await takeAll([second], 10, 40)).toBe(2);
  await first.learn('key', { requests: 40, perMs: 60_000 }, { blockedUntil: later(90_000) }, now);
  expect(await second.take('key', { requests: 40, perMs: 60_000 }, later(61_000))).toEqual({ granted: false, at: later(90_000) });
});

test('a high limit is reserved in portions, and never exceeded', async () => {
  const { accountId } = await addAccount(own);
  const stores = [sharedLimits(own.database, accountId), sharedLimits(own.database, accountId)];
  const granted = await takeAll(stores, 1_500, 1_200);
  expect(granted).toBeGreaterThan(1_100);
  expect(granted).toBeLessThanOrEqual(1_200);
});

test('accounts and keys do not share', async () => {
  const [a, b] = [await addAccount(own), await addAccount(own)];
  expect(await takeAll([sharedLimits(own.database, a.accountId)], 5, 3)).toBe(3);
  expect(await takeAll([sharedLimits(own.database, b.accountId)], 5, 3)).toBe(3);
});
