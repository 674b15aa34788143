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
import { inTenant, type Tenant } from '../../../../platform/tenant.ts';

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
      if (others.length > 0 || claim.limit.kind !== 'window' || claim.cost !== 1) return takeRows(database, accountId, claims, now, slot);
      return takeReserved(database, accountId, claim, now, slot);
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

async function takeReserved(database: Database, accountId: number, claim: Claim, now: Date, slot: Slot): Promise<Turn> {
  const name = reserveKey(accountId, claim);
  // One caller of this process uses the row at a time: otherwise each would reserve, and all reserves but the last would be lost.
  for (let other = filling.get(name); other; other = filling.get(name)) await other;
  const mine = reserves.get(name);
  if (mine && mine.left > 0 && mine.endsAt > now) {
    mine.left -= 1;
    return mine.turn;
  }
  const turn = changeBuckets<Turn>(database, accountId, [claim], (buckets) => {
    const { buckets: taken, turn } = takeAll(buckets, [claim], now, slot);
    const [bucket] = taken;
    if (bucket?.kind !== 'window' || bucket.limit < wide || bucket.left < reserved) return { buckets: taken, result: turn };
    const rest = { ...bucket, left: bucket.left - reserved };
    const ahead = { granted: true as const, buckets: [rest] };
    reserves.set(name, { turn: ahead, endsAt: rest.endsAt, left: reserved });
    return { buckets: [rest], result: ahead };
  });
  const done = () => void filling.delete(name);
  filling.set(name, turn.then(done, done));
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
const filling = new Map<string, Promise<void>>();

type LimitKey = Pick<Claim, 'key' | 'limit'>;

/** Changes the rows of these claims together. `change` returns their buckets in the same order; what it leaves out stays as it is. */
function changeBuckets<T>(
  database: Database,
  accountId: number,
  claims: LimitKey[],
  change: (buckets: (Bucket | null)[]) => { buckets: (Bucket | null)[]; result: T },
): Promise<T> {
  return inTenant(database, { accountId, userId: null }, async (tenant) => {
    const { buckets, result } = change(await lockedBuckets(tenant, claims));
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
    return result;
  });
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

/** A missing row cannot be locked: the takers of a bucket queue on an advisory lock instead, of several buckets in one order. */
async function lockedBuckets(tenant: Tenant, claims: LimitKey[]): Promise<(Bucket | null)[]> {
  const names = claims.map((claim) => reserveKey(tenant.accountId, claim)).sort();
  await sql`select pg_advisory_xact_lock(hashtextextended(name, 0)) from unnest(${names}::text[]) with ordinality as n (name, place)
    order by place`.execute(tenant.db);
  const keys = claims.map(({ key }) => key);
  const { rows } = await sql<Columns<'rate_buckets', 'key' | 'bucket'> & { shared: boolean }>`
    select key, bucket, false as shared from rate_buckets where ${inAccount(tenant)} and key = any(${keys}::text[])
    union all select key, bucket, true from application_limits where key = any(${keys}::text[])`.execute(tenant.db);
  const stored = new Map(rows.map(({ key, bucket, shared }) => [`${shared}/${key}`, revived(bucket)]));
  return claims.map((claim) => stored.get(`${isShared(claim)}/${claim.key}`) ?? null);
}

const times = new Set(['endsAt', 'blockedUntil', 'until', 'at']);

/** A stored bucket with its times as times. */
const revived = (bucket: unknown): Bucket =>
  JSON.parse(JSON.stringify(bucket), (name, value: unknown) => (times.has(name) && typeof value === 'string' ? new Date(value) : value));
