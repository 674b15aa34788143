import { sql } from 'kysely';
import type { Columns } from '../../../platform/columns.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { enqueue } from '../../job-queue.ts';
import { dropWaiting, type EffectSource, queueEffects } from '../../outbox/queue.ts';
import { recordEvents } from '../history.ts';
import { lockOrders } from '../lock-orders.ts';
import { unshippedStatuses } from '../order.ts';
import { enqueueCheck } from '../recheck.ts';
import { settleOrders } from '../settle.ts';
import { type HoldTerms, termsInWords } from './hold-terms.ts';
import { queueHoldsThere } from './hold-there.ts';
import { withdrawUnsent } from './withdraw.ts';

/**
 * Puts orders on hold or releases them. For an order at the warehouse this is a request, whose result the order shows. A hold until a
 * day ends by itself.
 */
export async function setHold(tenant: Tenant, orderIds: number[], held: boolean, terms: HoldTerms = {}): Promise<number[]> {
  if (held) await withdrawUnsent(tenant, orderIds);
  else await lockOrders(tenant, orderIds);
  const { rows } = await sql<Columns<'orders', 'id' | 'warehouse_order_id' | 'hold_until'> & Columns<'accounts', 'date_style'>>`
    update orders set on_hold = ${held}, hold_reason = ${(held && terms.reason?.trim()) || null},
      hold_until = case when ${held} then (select (${terms.until ?? null}::date)::timestamp at time zone a.timezone from accounts a where a.id = orders.account_id) end, hold_outcome = case when warehouse_order_id is not null then 'pending' end, checked_at = null,
      updated_by = ${tenant.userId}, revision = revision + 1
    where account_id = ${tenant.accountId} and id = any(${orderIds}::bigint[]) and on_hold <> ${held}
      and order_status = any(${unshippedStatuses}::text[]) and deleted_at is null
    returning id, warehouse_order_id, hold_until, (select a.date_style from accounts a where a.id = orders.account_id) as date_style`.execute(
    tenant.db,
  );
  const ids = rows.map(({ id }) => id);
  await recordEvents(
    tenant,
    rows.map(({ id: orderId, date_style }) => ({
      orderId,
      kind: held ? 'held' : 'unheld',
      sentence: `${held ? 'Put on' : 'Taken off'} hold${termsInWords(terms, date_style)}`,
    })),
  );
  await queueHolds(
    tenant,
    rows.flatMap(({ warehouse_order_id }) => warehouse_order_id ?? []),
    held,
  );
  await queueHoldsThere(tenant, ids, held);
  await settleOrders(tenant, ids);
  await enqueueCheck(tenant, ids);
  const runAt = rows[0]?.hold_until;
  if (runAt) await enqueue(tenant, 'orders:hold-ends', { orderIds: ids }, { runAt });
  return ids;
}

/** Takes those of these orders off hold whose day has come; a hold that was ended or renewed meanwhile stays as it is. */
export async function endHolds(tenant: Tenant, orderIds: number[]): Promise<void> {
  const { rows } = await sql<Columns<'orders', 'id'>>`
    select id from orders where account_id = ${tenant.accountId} and id = any(${orderIds}::bigint[]) and on_hold and hold_until <= now()`.execute(
    tenant.db,
  );
  const ids = rows.map(({ id }) => id);
  await setHold(tenant, ids, false, { reason: 'its day has come' });
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
      ? 'The warehouse replied: too late to hold, it is already on its way out.'
      : held
        ? 'The warehouse holds it.'
        : 'The warehouse works on it again.';
  await recordEvents(
    tenant,
    rows.map(({ id }) => ({ orderId: id, kind: held ? 'held' : 'unheld', sentence })),
  );
}
