import { sql } from 'kysely';
import type { WarehouseOrderState } from '../../../../connectors/contract.ts';
import type { Column, Columns } from '../../../../platform/columns.ts';
import { idsOf } from '../../../../platform/ids.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { recordForAll } from '../history.ts';
import { lockOrdersAt } from '../lock-orders.ts';
import { settleOrders } from '../settle.ts';
import { asWarehouseOrder, composedOrders } from './adopting/composed.ts';
import { verdictOn } from './adopting/differences.ts';
import { recordAccepted } from './adopting/record-accepted.ts';
import { type FoundOtherwise, recordFoundOtherwise } from './adopting/take-over.ts';
import { holdAgain } from './holding/hold-at-warehouse.ts';
import { isHeldByItself } from './holding/own-hold.ts';
import { recordCancelledByWarehouse } from './record-cancelled.ts';

type Moved = Columns<'orders', 'id'> & {
  warehouse_order_id: Column<'warehouse_orders', 'id'>;
  was: WarehouseOrderState['status'] | null;
  is: WarehouseOrderState['status'];
  /** The warehouse held it by itself, and does no longer. */
  let_go: boolean;
};

/**
 * Applies the warehouse's states of its orders, and accepts orders that it has and whose acceptance we missed. Skips states
 * older than the last.
 */
export async function applyWarehouseStates(tenant: Tenant, connectionId: number, states: WarehouseOrderState[]): Promise<void> {
  if (states.length === 0) return;
  const references = states.map(({ reference }) => reference);
  await lockOrdersAt(tenant, connectionId, references);
  const living = states.filter(({ status }) => status !== 'cancelled');
  await recordAccepted(tenant, connectionId, await thatAreOurs(tenant, connectionId, living));
  const stored = await storeStates(tenant, connectionId, states);
  const freed = stored.flatMap((row) => (row.let_go && row.is !== 'cancelled' ? row.warehouse_order_id : []));
  if (freed.length > 0) await holdAgain(tenant, freed);
  const moved = stored.filter(({ was, is }) => was !== is);
  const packed = idsOf(moved.filter((row) => row.is === 'packed'));
  await recordForAll(tenant, packed, 'packed', { code: 'packed' });
  await settleOrders(tenant, packed);
  const cancelled = new Map(moved.flatMap((row) => (row.is === 'cancelled' ? [[row.warehouse_order_id, row.was] as const] : [])));
  for (const [id, was] of cancelled) await recordCancelledByWarehouse(tenant, id, was === 'partially_shipped');
}

/**
 * Returns the orders of those that are further on than we knew, or held otherwise. Under a reference the warehouse may have another one
 * too, as a copy that somebody made there and cancelled: of ours that says nothing.
 */
async function storeStates(tenant: Tenant, connectionId: number, states: WarehouseOrderState[]): Promise<Moved[]> {
  const { rows } = await sql<Moved>`
    with newest as (
      select distinct on (reference, provider_ref) * from unnest(${states.map((state) => state.reference)}::text[],
        ${states.map((state) => state.providerRef)}::text[], ${states.map((state) => state.status)}::text[],
        ${states.map((state) => state.held)}::boolean[], ${states.map((state) => state.changedAt)}::timestamptz[]) as s (reference,
        provider_ref, status, held, changed_at)
      order by reference, provider_ref, changed_at desc
    ),
    moved as (
      update warehouse_orders w set provider_status = newest.status, held = newest.held,
        held_by_warehouse = newest.held and ${isHeldByItself(tenant)}, changed_at = newest.changed_at,
        state = case when newest.status = 'shipped' then 'shipped' else w.state end,
        shipped_at = (select case when newest.status = 'shipped' then coalesce(w.shipped_at, now()) else w.shipped_at end)
      from newest
      where ${inAccount(tenant, 'w')} and w.connection_id = ${connectionId} and w.reference = newest.reference
        and w.provider_ref = newest.provider_ref and w.state in ('accepted', 'shipped')
        and (w.provider_status is distinct from newest.status or w.held <> newest.held)
        and (w.changed_at is null or w.changed_at <= newest.changed_at)
      returning w.id, old.provider_status as was, new.provider_status as is,
        old.held and old.held_by_warehouse and not new.held as let_go
    )
    select o.id, moved.id as warehouse_order_id, moved.was, moved.is, moved.let_go from moved join orders o on ${inAccount(tenant, 'o')}
      and o.warehouse_order_id = moved.id`.execute(tenant.db);
  return rows;
}

/**
 * Those of which we do not know that the warehouse has them and that agree with what we sent, or would send. Of one that does not
 * agree a person is told; where the warehouse does not say whose it is, or that it goes where ours does, the reply to what we send tells.
 */
async function thatAreOurs(tenant: Tenant, connectionId: number, states: WarehouseOrderState[]): Promise<WarehouseOrderState[]> {
  const { rows } = await sql<Columns<'warehouse_orders', 'id' | 'reference'>>`
    select id, reference from warehouse_orders where ${inAccount(tenant)} and connection_id = ${connectionId} and state = 'waiting'
      and reference = any(${states.map(({ reference }) => reference)}::text[])`.execute(tenant.db);
  if (rows.length === 0) return [];
  const composed = await composedOrders(tenant, idsOf(rows));
  const ids = new Map(rows.map(({ id, reference }) => [reference, id]));
  const agreeing: WarehouseOrderState[] = [];
  const others: FoundOtherwise[] = [];
  for (const theirs of states) {
    const order = composed.get(ids.get(theirs.reference) ?? 0);
    if (!order) continue;
    const ours = asWarehouseOrder(order);
    const verdict = verdictOn(order.sent ? [ours, order.sent] : [ours], theirs);
    if (verdict === 'ours') agreeing.push(theirs);
    else if (verdict === 'another' && theirs.shipTo !== null) others.push({ warehouseOrderId: order.id, ours, theirs });
  }
  await recordFoundOtherwise(tenant, connectionId, others);
  return agreeing;
}
