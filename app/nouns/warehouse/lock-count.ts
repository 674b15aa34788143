import { type RawBuilder, sql } from 'kysely';
import type { Columns } from '../../../platform/columns.ts';
import { inAccount } from '../../../platform/in-account.ts';
import type { Tenant } from '../../../platform/tenant.ts';

/**
 * When the last whole count of a warehouse began and ended; null before the first. `is_ahead`: it began in the future. `is_long_short`:
 * each count of a whole day was too short to be used, see shortage.ts.
 */
export type Count = Columns<'stock_counts', 'begun_at' | 'ended_at' | 'short_begun_at' | 'short_ended_at'> & {
  is_ahead: boolean;
  is_long_short: boolean;
};

/** The clocks of two systems may differ by so much. */
export const aheadMs = 60_000;

/**
 * Dated further ahead than clocks differ. Whatever is stored so gives way to every count that comes: taken for newer, it would keep
 * them out until its time has come.
 */
export const isAhead = (at: string, latest: RawBuilder<unknown> = latestNow): RawBuilder<unknown> => sql`${sql.ref(at)} > ${latest}`;

const latestNow = sql`now() + make_interval(secs => ${aheadMs / 1000})`;

/**
 * What is later is dated ahead, as a literal: for `on conflict do update`, which takes nothing that several nodes would have to compute,
 * and no parameter.
 */
export async function readLatest(tenant: Tenant): Promise<RawBuilder<unknown>> {
  const { rows } = await sql<{ latest: Date }>`select ${latestNow} as latest`.execute(tenant.db);
  return sql`${sql.lit((rows[0] as { latest: Date }).latest.toISOString())}::timestamptz`;
}

/**
 * Locks what lies in a warehouse. Whoever changes that, or adds up some of it, does this before anything else: of a count and a parcel that
 * are stored at once, the second then sees all that the first has done.
 */
export async function lockCount(tenant: Tenant, connectionId: number): Promise<Count> {
  await sql`insert into stock_counts (account_id, connection_id) values (${tenant.accountId}, ${connectionId})
    on conflict do nothing`.execute(tenant.db);
  const { rows } = await sql<Count>`
    select begun_at, ended_at, short_begun_at, short_ended_at, coalesce(${isAhead('begun_at')}, false) as is_ahead,
      coalesce(short_since < now() - interval '1 day', false) as is_long_short
    from stock_counts where ${inAccount(tenant)} and connection_id = ${connectionId} for update`.execute(tenant.db);
  return rows[0] as Count;
}
