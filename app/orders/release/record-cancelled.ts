import { sql } from 'kysely';
import type { Columns } from '../../../platform/columns.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { closeIssues } from '../../issues/commands.ts';
import { cancelledByWarehouse } from '../../issues/types/rejected-by-warehouse.ts';
import { recordEvents } from '../history.ts';
import { openOrderIssues } from '../order-issues.ts';
import { enqueueCheck } from '../recheck.ts';
import { settleOrders } from '../settle.ts';

type LetGo = Columns<'orders', 'id' | 'connection_id'> & { asked: boolean; partly: boolean; parcel_asked: boolean };

/**
 * Records that the warehouse cancelled a warehouse order: orders whose cancellation was requested are cancelled, the others are
 * released again. An order that shipped in part stays as it is, and a person decides about it.
 */
export async function recordCancelledByWarehouse(tenant: Tenant, warehouseOrderId: number): Promise<void> {
  const rows = await letGo(tenant, warehouseOrderId);
  const asked = rows.filter((row) => row.asked).map(({ id }) => id);
  const along = rows.filter((row) => !row.asked && !row.partly && row.parcel_asked).map(({ id }) => id);
  const surprised = rows.filter((row) => row.partly || !row.parcel_asked);
  await recordEvents(tenant, [
    ...asked.map((orderId) => ({ orderId, kind: 'cancelled' as const, sentence: 'The warehouse cancelled it, as asked.' })),
    ...along.map((orderId) => ({
      orderId,
      kind: 'recalled' as const,
      sentence: 'An order that travelled along was cancelled; this one goes to the warehouse again.',
    })),
  ]);
  await closeIssues(tenant, { orderIds: asked });
  await settleOrders(tenant, [...asked, ...along]);
  await openOrderIssues(
    tenant,
    surprised.map(({ id, connection_id, partly }) => ({
      orderId: id,
      connectionId: connection_id,
      ...cancelledByWarehouse({ hasShippedPart: partly }),
    })),
  );
  await enqueueCheck(tenant, along);
}

/** Ends the warehouse order and takes out those of its orders of which nothing has shipped. */
async function letGo(tenant: Tenant, warehouseOrderId: number): Promise<LetGo[]> {
  const { rows } = await sql<LetGo>`
    with ended as (
      update warehouse_orders set state = 'cancelled', changed_at = now() where account_id = ${tenant.accountId} and id = ${warehouseOrderId} and state <> 'cancelled'
      returning id
    ),
    before as (
      select o.id, o.units_shipped > 0 as partly, o.cancel_requested_at is not null and o.units_shipped = 0 as asked,
        bool_or(o.cancel_requested_at is not null) over () as parcel_asked
      from orders o join ended on o.account_id = ${tenant.accountId} and o.warehouse_order_id = ended.id
    )
    update orders o set
      cancelled_at = case when before.asked then now() end, cancel_outcome = case when before.asked then 'cancelled' end,
      in_amware = case when before.asked or before.partly then 1 else 0 end,
      warehouse_order_id = case when before.asked or before.partly then o.warehouse_order_id end,
      amware_ref_num = case when before.asked or before.partly then o.amware_ref_num end, checked_at = null, revision = o.revision + 1
    from before where o.account_id = ${tenant.accountId} and o.id = before.id
    returning o.id, before.asked, before.partly, before.parcel_asked, o.connection_id`.execute(tenant.db);
  return rows;
}
