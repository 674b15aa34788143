import { sql } from 'kysely';
import type { Column, Columns } from '../../../../../platform/columns.ts';
import { idsOf } from '../../../../../platform/ids.ts';
import { inAccount, type OfAccount } from '../../../../../platform/in-account.ts';
import type { Tenant } from '../../../../../platform/tenant.ts';
import { closeIssues } from '../../../../shared/issues/commands.ts';
import { dropUnsentReplaces } from '../../../../shared/outbox/drops.ts';
import { type EffectSource, queueEffects, retryFailed } from '../../../../shared/outbox/queue.ts';
import type { Why } from '../../events/sentences.ts';
import { recordEvents, recordForAll } from '../../history.ts';
import { isUnreleased } from '../../order-sql.ts';
import { enqueueCompare } from '../../recheck.ts';
import { settleOrders } from '../../settle.ts';
import { withdrawUnsent } from '../withdraw.ts';
import { reportLeftAnyway } from './left-anyway.ts';

export type CancelOutcome = { cancelled: number[]; requested: number[] };

/**
 * An order `o` waits for a parcel by which to know whether something of it left before the warehouse cancelled what had not. The warehouse
 * has nothing more to decide: a person who asked there cancels it.
 */
const isLeftBehind = (tenant: OfAccount) => sql`(o.units_shipped = 0 and o.cancelled_at is null and o.deleted_at is null
  and exists (select from warehouse_orders w where ${inAccount(tenant, 'w')} and w.id = o.warehouse_order_id and w.state = 'cancelled'))`;

/** Those of these orders of which a person has to ask the warehouse first. */
export async function leftBehind(tenant: Tenant, orderIds: number[]): Promise<Set<number>> {
  const { rows } = await sql<Columns<'orders', 'id'>>`
    select o.id from orders o where ${inAccount(tenant, 'o')} and o.id = any(${orderIds}::bigint[]) and ${isLeftBehind(tenant)}
    order by o.id for no key update`.execute(tenant.db);
  return new Set(idsOf(rows));
}

/**
 * A person cancels an order `o` that the warehouse had. A parcel that holds it all the same is one of an order that was taken back, of
 * which a person is told. Where the channel had cancelled it, too, and takes that back, it does not go again by itself: it stays there.
 */
const leavesWarehouse = sql`(o.warehouse_order_id is not null and o.source_state <> 'cancelled')`;

/**
 * Cancels orders: at once when the warehouse does not have them, by a request to the warehouse when it does. Skips cancelled,
 * fulfilled and shipped orders. `because` is the channel that did, which goes into the history; none where
 * a person did, whom the history names itself. `isAsked`: the channel has not cancelled them, and asks for it.
 */
export async function requestCancel(
  tenant: Tenant,
  orderIds: number[],
  because: string | null,
  { isAsked = false } = {},
): Promise<CancelOutcome> {
  const why = { because, ...(isAsked && { isAsked }) };
  await withdrawUnsent(tenant, orderIds);
  const { rows: done } = await sql<Columns<'orders', 'id'>>`
    update orders o set cancelled_at = now(), ended_by = ${isAsked ? 'cancel_request' : null}, updated_by = ${tenant.userId},
      cancel_outcome = case when o.warehouse_order_id is null then o.cancel_outcome else 'cancelled' end,
      warehouse_order_id = case when not ${leavesWarehouse} then o.warehouse_order_id end,
      in_amware = case when ${leavesWarehouse} then 0 else o.in_amware end,
      amware_ref_num = case when not ${leavesWarehouse} then o.amware_ref_num end, revision = o.revision + 1
    where ${inAccount(tenant, 'o')} and o.id = any(${orderIds}::bigint[])
      and (${isUnreleased} or ${because === null} and ${isLeftBehind(tenant)})
    returning o.id`.execute(tenant.db);
  const cancelled = idsOf(done);
  await closeIssues(tenant, { orderIds: cancelled });
  await recordForAll(tenant, cancelled, 'cancelled', { code: 'cancelled', ...why });
  await settleOrders(tenant, cancelled);
  const requested = await askWarehouse(tenant, orderIds, why);
  return { cancelled, requested };
}

/** Of an order `o` that was split, the second parcel is with the warehouse as `w`, and nothing of that has left. */
const isSecondWhole = (tenant: OfAccount) => sql`(o.is_split and w.part = 2 and w.state in ('waiting', 'accepted')
  and not exists (select from shipments s where ${inAccount(tenant, 's')} and s.order_id = o.id and s.warehouse_order_id = w.id))`;

async function askWarehouse(tenant: Tenant, orderIds: number[], why: Why): Promise<number[]> {
  const { rows } = await sql<Columns<'orders', 'id'> & { warehouse_order_id: Column<'warehouse_orders', 'id'>; away: string | null }>`
    update orders o set cancel_requested_at = now(), cancel_outcome = 'pending', updated_by = ${tenant.userId}, revision = o.revision + 1
    from warehouse_orders w join connections c on ${inAccount(tenant, 'c')} and c.id = w.connection_id
    where ${inAccount(tenant, 'o')} and o.id = any(${orderIds}::bigint[]) and ${inAccount(tenant, 'w')} and w.id = o.warehouse_order_id
      and o.cancelled_at is null and (o.units_shipped = 0 or ${isSecondWhole(tenant)}) and o.cancel_requested_at is null
    returning o.id, o.warehouse_order_id, case when c.disconnected_at is not null then c.name end as away`.execute(tenant.db);
  await recordEvents(
    tenant,
    rows.map(({ id, away }) => ({
      orderId: id,
      kind: 'cancel_requested',
      sentence: away === null ? { code: 'cancel_requested', ...why } : { code: 'cancel_waits', ...why, warehouse: away },
    })),
  );
  const warehouseOrderIds = rows.map((row) => row.warehouse_order_id);
  // A warehouse order that we gave up sending may have arrived: send it again, which looks for it first, so that it can be cancelled.
  await retryFailed(tenant, sql`x.kind = 'submit' and x.maybe_done and x.warehouse_order_id = any(${warehouseOrderIds}::bigint[])`);
  await dropUnsentReplaces(tenant, warehouseOrderIds, { mustCompare: true });
  await queueCancels(tenant, warehouseOrderIds);
  return idsOf(rows);
}

/** Queues the cancel request of these warehouse orders. One that is still being sent is queued when the warehouse has it. */
export async function queueCancels(tenant: Tenant, warehouseOrderIds: number[]): Promise<void> {
  if (warehouseOrderIds.length === 0) return;
  const source: EffectSource = {
    kind: 'cancel',
    connectionId: sql`connection_id`,
    key: sql`'cancel-' || reference`,
    warehouseOrderId: sql`id`,
    userId: tenant.userId,
    from: sql`warehouse_orders where ${inAccount(tenant)} and id = any(${warehouseOrderIds}::bigint[]) and provider_ref is not null`,
  };
  await queueEffects(tenant, source, 'when_ended');
}

/** The warehouse replied that it is too late, or not yet decided: the order goes on, and its page says so. */
export async function recordCancelOutcome(tenant: Tenant, warehouseOrderId: number, outcome: 'pending' | 'too_late'): Promise<void> {
  const { rows } = await sql<Columns<'orders', 'id'>>`
    update orders set cancel_outcome = ${outcome}, revision = revision + 1
    where ${inAccount(tenant)} and warehouse_order_id = ${warehouseOrderId} and cancel_requested_at is not null and cancelled_at is null
      and cancel_outcome is distinct from ${outcome}
      -- A person said so of one of several that travel together.
      and cancel_outcome is distinct from 'too_late'
    returning id`.execute(tenant.db);
  const code = outcome === 'too_late' ? 'too_late_to_cancel' : 'cancel_undecided';
  await recordForAll(tenant, idsOf(rows), 'cancel_answered', { code });
  await settleOrders(tenant, idsOf(rows));
  if (outcome !== 'too_late') return;
  await reportLeftAnyway(tenant, sql`o.warehouse_order_id = ${warehouseOrderId}`, false);
  await compareAgain(tenant, warehouseOrderId);
}

/** What was to be replaced when it was to be cancelled goes on as it was sent: whether it still can be replaced is looked at again. */
export async function compareAgain(tenant: Tenant, warehouseOrderId: number | null): Promise<void> {
  const { rows } = await sql<Columns<'warehouse_orders', 'id'>>`
    select id from warehouse_orders where ${inAccount(tenant)} and id = ${warehouseOrderId} and must_compare`.execute(tenant.db);
  await enqueueCompare(tenant, idsOf(rows));
}
