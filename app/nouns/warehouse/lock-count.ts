import { sql } from 'kysely';
import type { Columns } from '../../../platform/columns.ts';
import { inAccount } from '../../../platform/in-account.ts';
import type { Tenant } from '../../../platform/tenant.ts';

/** When the last whole count of a warehouse began and ended; null before the first. */
export type Count = Columns<'stock_counts', 'begun_at' | 'ended_at'>;

/**
 * Locks what lies in a warehouse. Whoever changes that, or adds up some of it, does this before anything else: of a count and a parcel that
 * are stored at once, the second then sees all that the first has done.
 */
export async function lockCount(tenant: Tenant, connectionId: number): Promise<Count> {
  await sql`insert into stock_counts (account_id, connection_id) values (${tenant.accountId}, ${connectionId})
    on conflict do nothing`.execute(tenant.db);
  const { rows } = await sql<Count>`
    select begun_at, ended_at from stock_counts where ${inAccount(tenant)} and connection_id = ${connectionId} for update`.execute(
    tenant.db,
  );
  return rows[0] ?? { begun_at: null, ended_at: null };
}
