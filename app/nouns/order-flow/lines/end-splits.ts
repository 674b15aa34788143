import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { idsOf } from '../../../../platform/ids.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { recordForAll } from '../history.ts';

/** `lines`: they are no longer those that the person saw. `found`: the warehouse had the order already, and it was taken over. */
type Because = 'lines' | 'found';

/**
 * Orders that were split are no longer, and their histories say why: nothing of them is sent by itself as a second parcel. Where a person
 * ended that, they stay as they are: its goods would leave with the first.
 */
export async function endSplits(tenant: Tenant, orderIds: readonly number[], because: Because): Promise<void> {
  if (orderIds.length === 0) return;
  const { rows } = await sql<Columns<'orders', 'id'>>`
    update orders set is_split = false where ${inAccount(tenant)} and id = any(${orderIds}::bigint[]) and is_split
      and second_ended_at is null
    returning id`.execute(tenant.db);
  const ids = idsOf(rows);
  if (ids.length === 0) return;
  await sql`
    update order_lines set later_quantity = 0 where ${inAccount(tenant)} and order_id = any(${ids}::bigint[])
      and later_quantity > 0`.execute(tenant.db);
  await recordForAll(tenant, ids, 'changed', { code: because === 'lines' ? 'split_ended' : 'split_ended_as_found' });
}
