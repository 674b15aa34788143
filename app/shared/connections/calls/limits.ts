import { sql } from 'kysely';
import type { Learned } from '../../../../connectors/http/learned.ts';
import type { Slot } from '../../../../connectors/http/limit-kinds.ts';
import {
  type Bucket,
  type Claim,
  giveBack,
  isNews,
  type LimitStore,
  learnInto,
  type Turn,
  takeAll,
} from '../../../../connectors/http/limits.ts';
import type { Columns } from '../../../../platform/columns.ts';
import type { Database } from '../../../../platform/db.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import { type Tenant, withoutPerson } from '../../../../platform/tenant.ts';

/** Reserved from the row in advance, for limits so high that one row lock per request would be the bottleneck. */
type Reserve = { turn: Extract<Turn, { granted: true }>; endsAt: Date; left: number };

const wide = 1_000;
const reserved = 50;

/** The counts of an account's requests, as rows that every worker shares; those of an application are shared by all accounts. */
export function sharedLimits(database: Database, accountId: number): LimitStore {
  return {
    async take(claims, now, slot) {
      const [claim, ...others] = claims;
      if (!claim) return { granted: true, buckets: [] };
      return others.length > 0 ? takeRows(database, accountId, claims, now, slot) : takeRow(database, accountId, claim, now, slot);
    },
    async learn(claim, learned, now) {
      const name = reserveKey(accountId, claim);
      const mine = (learning.get(name) ?? Promise.resolve(null)).then((limit) => {
        if (limit && !isNews(limit, learned)) return limit;
        reserves.delete(name);
        return learnRow(database, accountId, claim, learned, now);
      });
      const settled = mine.catch(() => null);
      learning.set(name, settled);
      await mine.finally(() => learning.get(name) === settled && learning.delete(name));
    },
    async release(claims, slot) {
      await changeBuckets(database, accountId, claims, (buckets) => ({
        buckets: buckets.map((bucket) => bucket && giveBack(bucket, slot)),
        result: undefined,
      }));
    },
  };
}

async function takeRow(database: Database, accountId: number, claim: Claim, now: Date, slot: Slot): Promise<Turn> {
  const name = reserveKey(accountId, claim);
  // One caller of this process uses the row at a time: otherwise each would reserve, and all reserves but the last would be lost.
  for (let other = taking.get(name); other; other = taking.get(name)) await other;
  const mine = reserves.get(name);
  if (mine && mine.left > 0 && mine.endsAt > now && claim.cost === 1) {
    mine.left -= 1;
    return mine.turn;
  }
  const turn = takeFromRow(database, accountId, claim, now, slot);
  const done = () => void taking.delete(name);
  taking.set(name, turn.then(done, done));
  return turn;
}

async function takeFromRow(database: Database, accountId: number, claim: Claim, now: Date, slot: Slot): Promise<Turn> {
  const { turn, reserve } = await changeBucket<{ turn: Turn; reserve?: Reserve }>(database, accountId, claim, (before) => {
    const { buckets, turn } = takeAll([before], [claim], now, slot);
    const [bucket = null] = buckets;
    if (bucket?.kind !== 'window' || claim.cost !== 1 || bucket.limit < wide || bucket.left < reserved) return { bucket, result: { turn } };
    const rest = { ...bucket, left: bucket.left - reserved };
    const ahead = { granted: true as const, buckets: [rest] };
    return { bucket: rest, result: { turn: ahead, reserve: { turn: ahead, endsAt: rest.endsAt, left: reserved } } };
  });
  if (reserve) reserves.set(reserveKey(accountId, claim), reserve);
  return turn;
}

/** Replies that come together mostly say the same: what one of them has written, the next ones need not. */
const learning = new Map<string, Promise<Bucket | null>>();

const learnRow = (database: Database, accountId: number, claim: Claim, learned: Learned, now: Date) =>
  changeBuckets<Bucket>(database, accountId, [claim], ([bucket = null]) => {
    const result = learnInto(bucket, claim.limit, learned, now);
    return { buckets: [result], result };
  });

const takeRows = (database: Database, accountId: number, claims: Claim[], now: Date, slot: Slot) =>
  changeBuckets<Turn>(database, accountId, claims, (buckets) => {
    const { buckets: taken, turn } = takeAll(buckets, claims, now, slot);
    return { buckets: taken, result: turn };
  });

const reserves = new Map<string, Reserve>();

const isShared = ({ limit }: LimitKey) => limit.scope === 'application';
const reserveKey = (accountId: number, claim: LimitKey) => `${isShared(claim) ? 'all' : accountId}/${claim.key}`;
const taking = new Map<string, Promise<void>>();

type LimitKey = Pick<Claim, 'key' | 'limit'>;

type Change<T> = (bucket: Bucket | null) => { bucket: Bucket | null; result: T };

/** Buckets as this process last left or saw them. Most often nobody has changed one since. */
const lastSeen = new Map<string, Bucket>();
const mostSwaps = 3;

/**
 * Changes one row, and as `changeBuckets` does where it is not there yet, or where others keep changing it. `change` may be called several
 * times.
 */
async function changeBucket<T>(database: Database, accountId: number, claim: LimitKey, change: Change<T>): Promise<T> {
  const name = reserveKey(accountId, claim);
  const swapped = await withoutPerson(database, accountId, (tenant) => trySwaps(tenant, claim, lastSeen.get(name), change));
  if (!swapped)
    return changeBuckets(database, accountId, [claim], ([stored = null]) => {
      const { bucket, result } = change(stored);
      return { buckets: [bucket], result };
    });
  lastSeen.set(name, swapped.bucket);
  return swapped.result;
}

/** By one statement where the row is as this process last saw it, and by another one where it is not. */
async function trySwaps<T>(tenant: Tenant, claim: LimitKey, seen: Bucket | undefined, change: Change<T>) {
  let before = seen;
  for (let swaps = 0; swaps < mostSwaps; swaps++) {
    const changed = before && change(before);
    // What was seen earlier may refuse no longer; what was read just now does.
    if (before && changed?.bucket === null && before !== seen) return { bucket: before, result: changed.result };
    const after = changed?.bucket ?? null;
    const row = await swap(tenant, claim, after && { was: JSON.stringify(before), is: JSON.stringify(after) });
    if (!row) return null;
    if (row.swapped && changed && after) return { bucket: after, result: changed.result };
    before = revived(row.bucket);
  }
  return null;
}

/** Changes a row where it is what it `was`. Whoever else has it is waited for, and then it is not. Returns what was there. */
async function swap(tenant: Tenant, claim: LimitKey, change: { was: string; is: string } | null) {
  const { was = null, is = null } = change ?? {};
  const { rows } = isShared(claim)
    ? await sql<Columns<'application_limits', 'bucket'> & { swapped: boolean }>`
        with swapped as (
          update application_limits set bucket = ${is}::jsonb where key = ${claim.key} and bucket = ${was}::jsonb returning key
        )
        select bucket, exists (select 1 from swapped) as swapped from application_limits where key = ${claim.key}`.execute(tenant.db)
    : await sql<Columns<'rate_buckets', 'bucket'> & { swapped: boolean }>`
        with swapped as (
          update rate_buckets set bucket = ${is}::jsonb where ${inAccount(tenant)} and key = ${claim.key} and bucket = ${was}::jsonb
          returning key
        )
        select bucket, exists (select 1 from swapped) as swapped from rate_buckets
        where ${inAccount(tenant)} and key = ${claim.key}`.execute(tenant.db);
  return rows[0];
}

/** Changes the rows of these claims together. `change` returns their buckets in the same order; what it leaves out stays as it is. */
async function changeBuckets<T>(
  database: Database,
  accountId: number,
  claims: LimitKey[],
  change: (buckets: (Bucket | null)[]) => { buckets: (Bucket | null)[]; result: T },
): Promise<T> {
  const { now, result } = await withoutPerson(database, accountId, async (tenant) => {
    const before = await lockedBuckets(tenant, claims);
    const { buckets, result } = change(before);
    const changed = claims.flatMap((claim, index) => {
      const bucket = buckets[index];
      return bucket ? [{ shared: isShared(claim), key: claim.key, bucket }] : [];
    });
    await storeOwn(
      tenant,
      changed.filter(({ shared }) => !shared),
    );
    await storeShared(
      tenant,
      changed.filter(({ shared }) => shared),
    );
    return { now: before.map((bucket, index) => buckets[index] ?? bucket), result };
  });
  for (const [index, claim] of claims.entries()) {
    const bucket = now[index];
    if (bucket) lastSeen.set(reserveKey(accountId, claim), bucket);
  }
  return result;
}

type StoredBucket = { key: string; bucket: Bucket };

async function storeOwn({ db, accountId }: Tenant, rows: StoredBucket[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`insert into rate_buckets (account_id, key, bucket)
    select ${accountId}, key, bucket from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (key text, bucket jsonb)
    on conflict (account_id, key) do update set bucket = excluded.bucket`.execute(db);
}

async function storeShared({ db }: Tenant, rows: StoredBucket[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`insert into application_limits (key, bucket)
    select key, bucket from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (key text, bucket jsonb)
    on conflict (key) do update set bucket = excluded.bucket`.execute(db);
}

/**
 * A missing row cannot be locked: the takers of a bucket queue on an advisory lock instead, of several buckets in one order. The rows are
 * locked against who swaps one.
 */
async function lockedBuckets(tenant: Tenant, claims: LimitKey[]): Promise<(Bucket | null)[]> {
  const names = claims.map((claim) => reserveKey(tenant.accountId, claim)).sort();
  await sql`select pg_advisory_xact_lock(hashtextextended(name, 0)) from unnest(${names}::text[]) with ordinality as n (name, place)
    order by place`.execute(tenant.db);
  const [own, shared] = [await lockOwn(tenant, keysOf(claims, false)), await lockShared(tenant, keysOf(claims, true))];
  return claims.map((claim) => (isShared(claim) ? shared : own).get(claim.key) ?? null);
}

const keysOf = (claims: LimitKey[], shared: boolean) => claims.filter((claim) => isShared(claim) === shared).map(({ key }) => key);

async function lockOwn(tenant: Tenant, keys: string[]): Promise<Map<string, Bucket>> {
  if (keys.length === 0) return new Map();
  const { rows } = await sql<Columns<'rate_buckets', 'key' | 'bucket'>>`
    select key, bucket from rate_buckets where ${inAccount(tenant)} and key = any(${keys}::text[]) for update`.execute(tenant.db);
  return new Map(rows.map(({ key, bucket }) => [key, revived(bucket)]));
}

async function lockShared({ db }: Tenant, keys: string[]): Promise<Map<string, Bucket>> {
  if (keys.length === 0) return new Map();
  const { rows } = await sql<Columns<'application_limits', 'key' | 'bucket'>>`
    select key, bucket from application_limits where key = any(${keys}::text[]) for update`.execute(db);
  return new Map(rows.map(({ key, bucket }) => [key, revived(bucket)]));
}

const times = new Set(['endsAt', 'blockedUntil', 'until', 'at']);

/** A stored bucket with its times as times. */
const revived = (bucket: unknown): Bucket =>
  JSON.parse(JSON.stringify(bucket), (name, value: unknown) => (times.has(name) && typeof value === 'string' ? new Date(value) : value));
