import { sql } from 'kysely';
import type { Columns } from '../../../platform/columns.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { dropWaiting, type EffectSource, queueEffects } from '../../outbox/queue.ts';
import { recordEvents } from '../history.ts';
import { unshippedStatuses } from '../order.ts';
import { enqueueCheck } from '../recheck.ts';
import { settleOrders } from '../settle.ts';
import { withdrawUnsent } from './withdraw.ts';

/** Puts orders on hold or releases them. For an order at the warehouse this is a request, whose result the order shows. */
export async function setHold(tenant: Tenant, orderIds: number[], held: boolean): Promise<number[]> {
  if (held) await withdrawUnsent(tenant, orderIds);
  const { rows } = await sql<Columns<'orders', 'id' | 'warehouse_order_id'>>`
    update orders set on_hold = ${held}, hold_outcome = case when warehouse_order_id is not null then 'pending' end, checked_at = null,
      updated_by = ${tenant.userId}, revision = revision + 1
    where account_id = ${tenant.accountId} and id = any(${orderIds}::bigint[]) and on_hold <> ${held}
      and order_status = any(${unshippedStatuses}::text[]) and deleted_at is null
    returning id, warehouse_order_id`.execute(tenant.db);
  const ids = rows.map(({ id }) => id);
  await recordEvents(
    tenant,
    ids.map((orderId) => ({ orderId, kind: held ? 'held' : 'unheld', sentence: held ? 'Put on hold.' : 'Taken off hold.' })),
  );
  await queueHolds(
    tenant,
    rows.flatMap(({ warehouse_order_id }) => warehouse_order_id ?? []),
    held,
  );
  await settleOrders(tenant, ids);
  await enqueueCheck(tenant, ids);
  return ids;
}

/** Queues the hold of these warehouse orders, or its end. One that is still being sent is queued when the warehouse has it. */
export async function queueHolds(tenant: Tenant, warehouseOrderIds: number[], held: boolean): Promise<void> {
  if (warehouseOrderIds.length === 0) return;
  const kind = held ? 'hold' : 'release';
  await dropWaiting(tenant, held ? 'release' : 'hold', warehouseOrderIds);
  const source: EffectSource = {
    kind,
    connectionId: sql`connection_id`,
    key: sql`${kind} || '-' || reference`,
    warehouseOrderId: sql`id`,
    userId: tenant.userId,
    from: sql`warehouse_orders where account_id = ${tenant.accountId} and id = any(${warehouseOrderIds}::bigint[]) and provider_ref is not null`,
  };
  await queueEffects(tenant, source, 'unless_sending');
}

/** Records the warehouse's reply to a hold request. */
export async function recordHoldOutcome(
  tenant: Tenant,
  warehouseOrderId: number,
  held: boolean,
  outcome: 'done' | 'too_late',
): Promise<void> {
  await sql`update warehouse_orders set held = ${held && outcome === 'done'} where account_id = ${tenant.accountId} and id = ${warehouseOrderId}`.execute(
    tenant.db,
  );
  const { rows } = await sql<Columns<'orders', 'id'>>`
    update orders set hold_outcome = ${outcome}, on_hold = ${held && outcome === 'done'}, revision = revision + 1
    where account_id = ${tenant.accountId} and warehouse_order_id = ${warehouseOrderId} returning id`.execute(tenant.db);
  const sentence =
    outcome === 'too_late'
      ? 'The warehouse answered: too late to hold, it is already on its way out.'
      : held
        ? 'The warehouse holds it.'
        : 'The warehouse works on it again.';
  await recordEvents(
    tenant,
    rows.map(({ id }) => ({ orderId: id, kind: held ? 'held' : 'unheld', sentence })),
  );
}
