import { expect, test } from 'vitest';
import type { Limit } from '../../../../connectors/http/limit-kinds.ts';
import { openDatabase } from '../../../../platform/db.ts';
import { addAccount } from '../../../../test/build.ts';
import { countedStatements } from '../../../../test/counted-statements.ts';
import { connected, testDatabase } from '../../../../test/database.ts';
import { sharedLimits } from './limits.ts';

const own = testDatabase();
const now = new Date('2026-11-20T12:00:00Z');
const later = (ms: number) => new Date(now.getTime() + ms);

const slot = { id: 'r1', until: later(30_000) };
const claimOf = (limit: Limit, key = 'key', cost = 1) => ({ key, limit, cost });
const claims = (requests: number) => [claimOf({ kind: 'window', requests, perMs: 60_000 })];

/** Takes requests as often as possible, from two workers' stores at once. */
async function takeAll(stores: ReturnType<typeof sharedLimits>[], times: number, requests: number, at = now) {
  const turns = await Promise.all(
    Array.from({ length: times }, (_, index) => stores[index % stores.length]?.take(claims(requests), at, slot)),
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

/** Another process has a memory of its own. */
const another: typeof import('./limits.ts') = await import(`${import.meta.dirname}/limits.ts?another`);

test.each([
  [40, 100],
  [1_200, 1_500],
])('of a limit of %i two processes that take at once, with what each remembers, get no more', async (limit, times) => {
  const { accountId } = await addAccount(own);
  const other = openDatabase({ url: own.url, connections: 4 });
  const stores = [sharedLimits(own.database, accountId), another.sharedLimits(other, accountId)];
  // Both know the row.
  for (const store of stores) await store.take(claims(limit), later(-60_000), slot);
  const granted = await takeAll(stores, times, limit);
  expect(granted).toBeLessThanOrEqual(limit);
  // What is reserved and not used is lost.
  expect(granted).toBeGreaterThanOrEqual(limit < 1_000 ? limit : limit - 100);
  await other.close();
});

test('a request that two limits count, and those that one of them does, take no more together either', async () => {
  const { accountId } = await addAccount(own);
  const other = openDatabase({ url: own.url, connections: 4 });
  const [mine, theirs] = [sharedLimits(own.database, accountId), another.sharedLimits(other, accountId)];
  const both = [...claims(60), claimOf({ kind: 'window', requests: 1_000, perMs: 3_600_000 }, 'hour')];
  expect(await takeAll([mine], 1, 60)).toBe(1);
  const [ofOne, ofBoth] = await Promise.all([
    takeAll([mine], 60, 60),
    Promise.all(Array.from({ length: 60 }, () => theirs.take(both, now, slot))),
  ]);
  expect(ofOne + ofBoth.filter(({ granted }) => granted).length).toBe(59);
  await other.close();
});

test('a request takes its turn by one statement where the row is as it was left, and by two where another process changed it', async () => {
  const { accountId } = await addAccount(own);
  const { database, statements } = countedStatements(own);
  const [mine, other] = [sharedLimits(database, accountId), another.sharedLimits(own.database, accountId)];
  const take = async () => {
    statements.length = 0;
    const turn = await mine.take(claims(5), now, slot);
    return [turn.granted, ...statements];
  };
  await take();
  expect(await take()).toEqual([true, 'begin', 'with', 'commit']);
  await other.take(claims(5), now, slot);
  expect(await take()).toEqual([true, 'begin', 'with', 'with', 'commit']);
  await other.take(claims(5), now, slot);
  expect(await take()).toEqual([false, 'begin', 'with', 'commit']);
});

test('whoever takes while another process does waits for it, and counts what that took', async () => {
  const { accountId } = await addAccount(own);
  const store = sharedLimits(own.database, accountId);
  expect(await takeAll([store], 1, 2)).toBe(1);
  const other = await connected(own.url);
  await other.query('begin');
  await other.query(`update rate_buckets set bucket = bucket || '{"left": 0}' where account_id = $1`, [accountId]);
  const turn = store.take(claims(2), now, slot);
  await expect.poll(() => own.sql(waiting)).toHaveLength(1);
  await other.query('commit');
  await other.end();
  expect(await turn).toEqual({ granted: false, at: later(60_000) });
});

const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

test('what one worker learns about the limit holds for both', async () => {
  const { accountId } = await addAccount(own);
  const [first, second] = [sharedLimits(own.database, accountId), sharedLimits(own.database, accountId)];
  const claim = claimOf({ kind: 'window', requests: 40, perMs: 60_000 });
  await first.take(claims(40), now, slot);
  await first.learn(claim, { remaining: 2, resetsAt: later(30_000) }, now);
  expect(await takeAll([second], 10, 40)).toBe(2);
  await first.learn(claim, { blockedUntil: later(90_000) }, now);
  expect(await second.take([claim], later(61_000), slot)).toEqual({ granted: false, at: later(90_000) });
});

test('replies that say the same at once are learned by one write', async () => {
  const { accountId } = await addAccount(own);
  const store = sharedLimits(own.database, accountId);
  const claim = claimOf({ kind: 'window', requests: 40, perMs: 60_000 });
  await store.take([claim], now, slot);
  await own.sql('create table bucket_writes (at timestamptz default clock_timestamp())');
  await own.sql(`create function note_write() returns trigger language plpgsql security definer as
    'begin insert into public.bucket_writes default values; return new; end'`);
  await own.sql('create trigger note_write after insert or update on rate_buckets for each row execute function note_write()');
  await Promise.all(Array.from({ length: 24 }, () => store.learn(claim, { limit: 100, resetsAt: later(30_000) }, now)));
  expect(await own.sql('select count(*)::int as n from bucket_writes')).toEqual([{ n: 1 }]);
  await store.learn(claim, { limit: 60 }, now);
  expect(await own.sql('select count(*)::int as n from bucket_writes')).toEqual([{ n: 2 }]);
  await own.sql('drop trigger note_write on rate_buckets');
  expect(await takeAll([store], 100, 60)).toBe(59);
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

test('accounts share what a vendor allows an application, and nothing else of it', async () => {
  const [a, b] = [await addAccount(own), await addAccount(own)];
  const stores = [sharedLimits(own.database, a.accountId), sharedLimits(own.database, b.accountId)];
  const ofApplication = claimOf({ kind: 'window', requests: 10, perMs: 60_000, scope: 'application' });
  const take = (store: (typeof stores)[number] | undefined) => store?.take([ofApplication, ...claims(8)], now, slot);
  const turns = await Promise.all(Array.from({ length: 20 }, (_, index) => take(stores[index % 2])));
  const granted = (of: number) => turns.filter((turn, index) => index % 2 === of && turn?.granted).length;
  expect(granted(0) + granted(1)).toBe(10);
  expect(await takeAll(stores.slice(0, 1), 20, 8)).toBe(8 - granted(0));
  expect(await takeAll(stores.slice(1), 20, 8)).toBe(8 - granted(1));
});

test('five at once are five over all workers, whatever else limits them; a worker that died gives its own back', async () => {
  const { accountId } = await addAccount(own);
  const other = openDatabase({ url: own.url, connections: 4 });
  const stores = [sharedLimits(own.database, accountId), sharedLimits(other, accountId)];
  const both = [claimOf({ kind: 'concurrent', max: 5 }), claimOf({ kind: 'window', requests: 7, perMs: 60_000 }, 'minute')];
  const take = (id: string, at = now) => stores[id.charCodeAt(0) % 2]?.take(both, at, { id, until: new Date(at.getTime() + 30_000) });
  const granted = async (ids: string[], at?: Date) =>
    (await Promise.all(ids.map((id) => take(id, at)))).filter((turn) => turn?.granted).length;
  expect(await granted([...'abcdefgh'])).toBe(5);
  await stores[0]?.release(both, { id: 'none of them', until: now });
  expect(await granted(['i'])).toBe(0);
  // Those that were refused took nothing of the window: two of its seven are left.
  expect(await granted([...'jklmn'], later(31_000))).toBe(2);
  await other.close();
});

test('a bucket refills while nobody looks, and is the same for all workers', async () => {
  const { accountId } = await addAccount(own);
  const [first, second] = [sharedLimits(own.database, accountId), sharedLimits(own.database, accountId)];
  const bucket = [claimOf({ kind: 'bucket', perSecond: 0.5, burst: 2 }, 'key', 2)];
  expect(await first.take(bucket, now, slot)).toMatchObject({ granted: true });
  expect(await second.take(bucket, now, slot)).toEqual({ granted: false, at: later(4_000) });
  expect(await second.take(bucket, later(4_000), slot)).toMatchObject({ granted: true });
});
