import { sql } from 'kysely';
import { type Bucket, type LimitStore, learnInto, type Turn, takeFrom } from '../../../connectors/http/limits.ts';
import type { Database } from '../../../platform/db.ts';
import { inTenant, type Tenant } from '../../../platform/tenant.ts';

type Stored = Omit<Bucket, 'endsAt' | 'blockedUntil'> & { endsAt: string; blockedUntil: string | null };
/** Reserved from the row in advance, for limits so high that one row lock per request would be the bottleneck. */
type Reserve = { bucket: Bucket; left: number };

const wide = 1_000;
const reserved = 50;

/** The token buckets of an account, as rows that every worker shares. */
export function sharedLimits(database: Database, accountId: number): LimitStore {
  return {
    async take(key, limit, now) {
      const name = reserveKey(accountId, key);
      // One caller of this process uses the row at a time: otherwise each would reserve, and all reserves but the last would be lost.
      for (let other = filling.get(name); other; other = filling.get(name)) await other;
      const mine = reserves.get(name);
      if (mine && mine.left > 0 && mine.bucket.endsAt > now) {
        mine.left -= 1;
        return { granted: true, bucket: mine.bucket };
      }
      const turn = changeBucket<Turn>(database, accountId, key, (bucket) => {
        const { bucket: taken, turn } = takeFrom(bucket, limit, now);
        if (!turn.granted || taken.limit < wide || taken.left < reserved) return { bucket: taken, result: turn };
        const rest = { ...taken, left: taken.left - reserved };
        reserves.set(name, { bucket: rest, left: reserved });
        return { bucket: rest, result: { granted: true, bucket: rest } };
      });
      filling.set(
        name,
        turn.then(
          () => void filling.delete(name),
          () => void filling.delete(name),
        ),
      );
      return turn;
    },
    async learn(key, limit, learned, now) {
      reserves.delete(reserveKey(accountId, key));
      await changeBucket(database, accountId, key, (bucket) => ({ bucket: learnInto(bucket, limit, learned, now), result: undefined }));
    },
  };
}

const reserves = new Map<string, Reserve>();
const filling = new Map<string, Promise<void>>();
const reserveKey = (accountId: number, key: string) => `${accountId}/${key}`;

function changeBucket<T>(
  database: Database,
  accountId: number,
  key: string,
  change: (bucket: Bucket | null) => { bucket: Bucket; result: T },
): Promise<T> {
  return inTenant(database, { accountId, userId: null }, async (tenant) => {
    const { bucket, result } = change(await lockedBucket(tenant, key));
    await sql`insert into rate_buckets (account_id, key, bucket) values (${accountId}, ${key}, ${JSON.stringify(bucket)}::jsonb)
      on conflict (account_id, key) do update set bucket = excluded.bucket`.execute(tenant.db);
    return result;
  });
}

/** A missing row cannot be locked: the first two takers of a new bucket queue on an advisory lock instead. */
async function lockedBucket(tenant: Tenant, key: string): Promise<Bucket | null> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${tenant.accountId}/${key}`}, 0))`.execute(tenant.db);
  const { rows } = await sql<{
    bucket: Stored;
  }>`select bucket from rate_buckets where account_id = ${tenant.accountId} and key = ${key}`.execute(tenant.db);
  const [row] = rows;
  if (!row) return null;
  const { endsAt, blockedUntil, ...rest } = row.bucket;
  return { ...rest, endsAt: new Date(endsAt), blockedUntil: blockedUntil === null ? null : new Date(blockedUntil) };
}
