import { sql } from 'kysely';
import type { Columns } from '../../../../../platform/columns.ts';
import { idsOf } from '../../../../../platform/ids.ts';
import { inAccount } from '../../../../../platform/in-account.ts';
import type { Tenant } from '../../../../../platform/tenant.ts';
import { type EffectSource, queueEffects } from '../../../../shared/outbox/queue.ts';
import { dropFormerWishes } from '../../../../shared/outbox/wishes.ts';
import { recordForAll } from '../../history.ts';
import { travelsWith } from './held-along.ts';
import { endThen, longest, type Until } from './hold-days.ts';
import { isKeptByWarehouse, leaveToWarehouse } from './own-hold.ts';

/**
 * Queues the hold of these warehouse orders, or its end, in place of the other where that has not left. One that is still being sent is
 * queued when the warehouse has it. What the warehouse holds by itself is never asked to be let go.
 */
export async function queueHolds(tenant: Tenant, warehouseOrderIds: number[], held: boolean): Promise<void> {
  if (warehouseOrderIds.length === 0) return;
  const kind = held ? 'hold' : 'release';
  const other = held ? 'release' : 'hold';
  const dropped = await dropFormerWishes(tenant, sql`o.kind = ${other} and o.warehouse_order_id = any(${warehouseOrderIds}::bigint[])`);
  const unsent = dropped.flatMap(({ warehouse_order_id, in_doubt }) => (in_doubt ? [] : (warehouse_order_id ?? [])));
  const asWanted = new Set(await endWithoutCall(tenant, unsent, held));
  const kept = new Set(held ? [] : await leaveToWarehouse(tenant, warehouseOrderIds));
  const toAsk = warehouseOrderIds.filter((id) => !asWanted.has(id) && !kept.has(id));
  const source: EffectSource = {
    kind,
    connectionId: sql`w.connection_id`,
    key: sql`${kind} || '-' || w.reference`,
    warehouseOrderId: sql`w.id`,
    userId: tenant.userId,
    from: sql`warehouse_orders w join connections c on ${inAccount(tenant, 'c')} and c.id = w.connection_id and c.holds_released
      where ${inAccount(tenant, 'w')} and w.id = any(${toAsk}::bigint[]) and w.provider_ref is not null`,
  };
  await queueEffects(tenant, source, 'unless_sending');
}

/** The warehouse no longer holds these by itself, and its end may have ended ours: those that somebody here holds it is asked to hold. */
export async function holdAgain(tenant: Tenant, warehouseOrderIds: number[]): Promise<void> {
  const { rows } = await sql<Columns<'warehouse_orders', 'id'>>`
    update orders o set hold_outcome = 'pending', revision = o.revision + 1
    from warehouse_orders w where ${inAccount(tenant, 'w')} and w.id = any(${warehouseOrderIds}::bigint[]) and w.state = 'accepted'
      and ${inAccount(tenant, 'o')} and o.warehouse_order_id = w.id and o.on_hold and o.units_shipped = 0
    returning w.id`.execute(tenant.db);
  await queueHolds(tenant, [...new Set(idsOf(rows))], true);
}

/** Of warehouse orders whose other wish was never sent: those that are as is wanted now, and of which the warehouse is asked nothing. */
async function endWithoutCall(tenant: Tenant, warehouseOrderIds: number[], held: boolean): Promise<number[]> {
  if (warehouseOrderIds.length === 0) return [];
  const { rows } = await sql<Columns<'warehouse_orders', 'id'>>`
    update orders o set hold_outcome = ${held ? 'done' : null}
    from warehouse_orders w where ${inAccount(tenant, 'w')} and w.id = any(${warehouseOrderIds}::bigint[]) and w.held = ${held}
      and ${inAccount(tenant, 'o')} and o.warehouse_order_id = w.id
      and not exists (select from outbox x where ${inAccount(tenant, 'x')} and x.warehouse_order_id = w.id and x.kind in ('hold', 'release')
        and x.state in ('waiting', 'sending'))
    returning w.id`.execute(tenant.db);
  return idsOf(rows);
}

/**
 * Records the warehouse's reply to a hold request. Where the opposite is wanted in the meantime, that is asked for next, and the order
 * shows it.
 */
export async function recordHoldOutcome(
  tenant: Tenant,
  warehouseOrderId: number,
  held: boolean,
  outcome: 'done' | 'too_late',
): Promise<void> {
  // What is on its way out already is not on hold, as was wanted.
  const isDone = outcome === 'done' || !held;
  await sql`update warehouse_orders w set held = ${held && isDone}, held_by_warehouse = ${isKeptByWarehouse} and ${held && isDone}
    where ${inAccount(tenant)} and id = ${warehouseOrderId}`.execute(tenant.db);
  const { rows } = await sql<Until & { along: boolean }>`
    with later as (select from outbox where ${inAccount(tenant)} and warehouse_order_id = ${warehouseOrderId}
      and kind = ${held ? 'release' : 'hold'}
      and state in ('waiting', 'sending')
      -- Taken off while it was being sent, which the warehouse is not told of.
      union all select from warehouse_orders w where ${inAccount(tenant, 'w')} and w.id = ${warehouseOrderId} and ${held}
        and ${isKeptByWarehouse} and not exists (select from orders n where ${inAccount(tenant, 'n')} and n.warehouse_order_id = w.id
        and n.on_hold)),
    held as (select (${longest('h')})::timestamptz as until, min(h.order_number) as number from orders h where ${inAccount(tenant, 'h')}
      and h.warehouse_order_id = ${warehouseOrderId} and h.on_hold)
    update orders set hold_outcome = case when exists (select from later) then hold_outcome else ${isDone ? 'done' : outcome} end,
      on_hold = case when exists (select from later) then on_hold else ${held && isDone} end,
      -- What is held only because it travels with another is held as long as that.
      hold_until = case when exists (select from later) or on_hold = ${held && isDone} then hold_until
        when ${held && isDone} then (select until from held) end,
      hold_reason = case when exists (select from later) or on_hold = ${held && isDone} then hold_reason
        when ${held && isDone} then (select ${travelsWith(sql`number`)}::jsonb from held) end,
      revision = revision + 1
    where ${inAccount(tenant)} and warehouse_order_id = ${warehouseOrderId}
    returning id, hold_until, new.on_hold and not old.on_hold as along`.execute(tenant.db);
  await endThen(
    tenant,
    rows.filter(({ along }) => along),
  );
  const code = !isDone ? 'too_late_to_hold' : held ? 'held_by_warehouse' : 'resumed_by_warehouse';
  await recordForAll(tenant, idsOf(rows), held ? 'held' : 'unheld', { code });
}
