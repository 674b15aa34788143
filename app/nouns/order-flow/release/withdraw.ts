import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { idsOf } from '../../../../platform/ids.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { dropUnsentSubmits } from '../../../shared/outbox/drops.ts';
import { recordForAll } from '../history.ts';
import { lockToTakeBack } from '../lock-orders.ts';
import { enqueueCheck } from '../recheck.ts';
import { freedReference, shippedWith } from './adopting/references.ts';

/**
 * Withdraws orders that have not left yet, so that they can be changed: drops their effects and their warehouse orders. Orders
 * that were combined with them are checked again and leave without them. What is being sent, or may have arrived, stays.
 * Returns those of the given orders that were withdrawn. `checked`: a connection whose orders are checked anyway. `lock`: locks them first.
 */
export async function withdrawUnsent(tenant: Tenant, orderIds: number[], { checked = 0, lock = lockToTakeBack } = {}): Promise<number[]> {
  await lock(tenant, orderIds);
  const { rows } = await sql<Columns<'orders', 'id' | 'connection_id'>>`
    with dropped as (${dropUnsentSubmits(
      tenant,
      sql`select warehouse_order_id from orders where ${inAccount(tenant)}
      and id = any(${orderIds}::bigint[])`,
    )}),
    emptied as (
      update warehouse_orders w set state = 'cancelled', changed_at = now(), reference = ${freedReference('w')} from dropped
      where ${inAccount(tenant, 'w')} and w.id = dropped.warehouse_order_id
    )
    update orders o set warehouse_order_id = ${shippedWith(tenant)}, checked_at = null
    from dropped where ${inAccount(tenant, 'o')} and o.warehouse_order_id = dropped.warehouse_order_id
    returning o.id, o.connection_id`.execute(tenant.db);
  if (rows.length === 0) return [];
  const recalled = idsOf(rows);
  await recordForAll(tenant, recalled, 'recalled', { code: 'withdrawn' });
  const toCheck = rows.flatMap(({ id, connection_id }) => (connection_id === checked ? [] : [id]));
  await enqueueCheck(tenant, toCheck);
  return recalled.filter((id) => orderIds.includes(id));
}
