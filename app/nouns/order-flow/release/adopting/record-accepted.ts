import { sql } from 'kysely';
import type { WarehouseOrderState } from '../../../../../connectors/contract.ts';
import type { Column, Columns } from '../../../../../platform/columns.ts';
import { idsOf } from '../../../../../platform/ids.ts';
import { inAccount } from '../../../../../platform/in-account.ts';
import type { Tenant } from '../../../../../platform/tenant.ts';
import { readAgainFrom } from '../../../../shared/connections/streams/read-again.ts';
import { closeIssues } from '../../../../shared/issues/commands.ts';
import { recordEvents } from '../../history.ts';
import { isToBeCancelled } from '../../order-sql.ts';
import { enqueueCompare } from '../../recheck.ts';
import { settleOrders } from '../../settle.ts';
import { queueCancels } from '../holding/cancel.ts';
import { queueHolds } from '../holding/hold-at-warehouse.ts';
import { isHeldByItself } from '../holding/own-hold.ts';
import { recordCancelledByWarehouse } from '../record-cancelled.ts';

type Accepted = Columns<'orders', 'id'> & {
  warehouse_order_id: Column<'warehouse_orders', 'id'>;
  provider_ref: WarehouseOrderState['providerRef'];
  cancel: boolean;
  hold: Column<'orders', 'on_hold'>;
  is: WarehouseOrderState['status'];
  changed_at: WarehouseOrderState['changedAt'];
  must_compare: Column<'warehouse_orders', 'must_compare'>;
  /** It cannot have sent a parcel of it before. */
  sold_at: Date;
  /** Parcels of it are known that hold all its units. */
  complete: boolean;
};

/**
 * Records that the warehouse has these orders; call it only with the warehouse's own replies. A cancellation or hold that was
 * requested since is queued now; an order that the warehouse has already cancelled is recorded as cancelled. Parcels that it sent
 * before we knew of the order are read again.
 */
export async function recordAccepted(tenant: Tenant, connectionId: number, states: WarehouseOrderState[]): Promise<void> {
  if (states.length === 0) return;
  const rows = await markAccepted(tenant, connectionId, states);
  await dateReservations(tenant, rows);
  await recordEvents(
    tenant,
    rows.map(({ id, provider_ref }) => ({ orderId: id, kind: 'accepted', sentence: { code: 'accepted', reference: provider_ref } })),
  );
  // We had given up sending some of these, and they had arrived after all.
  await closeIssues(tenant, {
    orderIds: idsOf(rows),
    types: ['retries_exhausted', 'found_otherwise'],
    subjects: ['submit', 'found'],
  });
  await settleOrders(tenant, idsOf(rows));
  await followAccepted(tenant, rows);
  await readParcelsAgain(
    tenant,
    connectionId,
    rows.filter((row) => hasShipped.includes(row.is) && !row.complete),
  );
}

/**
 * A count that began after this has their units as allocated. It may be dated by the warehouse's clock, so this is not before the
 * warehouse's own date of the order either, unless that is of another zone.
 */
async function dateReservations(tenant: Tenant, rows: Accepted[]): Promise<void> {
  await sql`
    update reservations r set accepted_at = greatest(now(), least(a.changed_at, now() + interval '1 minute'))
    from unnest(${idsOf(rows)}::bigint[], ${rows.map(({ changed_at }) => changed_at)}::timestamptz[]) as a (order_id, changed_at)
    where ${inAccount(tenant, 'r')} and r.order_id = a.order_id and r.accepted_at is null`.execute(tenant.db);
}

async function markAccepted(tenant: Tenant, connectionId: number, states: WarehouseOrderState[]): Promise<Accepted[]> {
  const { rows } = await sql<Accepted>`
    with accepted as (
      update warehouse_orders w set provider_ref = reported.provider_ref, provider_status = coalesce(w.provider_status, reported.status),
        held = reported.held, held_by_warehouse = reported.held and ${isHeldByItself(tenant)},
        state = 'accepted', accepted_at = (select coalesce(w.accepted_at, now())), changed_at = reported.changed_at
      from unnest(${states.map(({ reference }) => reference)}::text[], ${states.map(({ providerRef }) => providerRef)}::text[],
        ${states.map(({ status }) => status)}::text[], ${states.map(({ changedAt }) => changedAt)}::timestamptz[],
        ${states.map(({ held }) => held)}::boolean[]) as reported (reference, provider_ref, status, changed_at, held)
      where ${inAccount(tenant, 'w')} and w.connection_id = ${connectionId} and w.reference = reported.reference and w.state = 'waiting'
      returning w.id, reported.provider_ref, reported.status, reported.changed_at, w.must_compare
    )
    update orders o set in_amware = 1, amware_ref_num = accepted.provider_ref, hold_outcome = case when o.on_hold then o.hold_outcome end,
    revision = o.revision + 1
    from accepted where ${inAccount(tenant, 'o')} and o.warehouse_order_id = accepted.id
    returning o.id, accepted.id as warehouse_order_id, accepted.provider_ref, ${isToBeCancelled} as cancel,
      o.on_hold as hold, accepted.status as is, accepted.changed_at, accepted.must_compare,
      least(o.order_date, o.created_at) as sold_at, o.units_shipped >= o.units_ordered as complete`.execute(tenant.db);
  return rows;
}

/** Queues what was asked of these orders before the warehouse had them, and cancels what it has cancelled already. */
async function followAccepted(tenant: Tenant, rows: Accepted[]): Promise<void> {
  const warehouseOrdersOf = (which: (row: Accepted) => boolean) => [...new Set(rows.filter(which).map((row) => row.warehouse_order_id))];
  const isGone = (row: Accepted) => row.is === 'cancelled';
  const toCancel = warehouseOrdersOf((row) => row.cancel && !isGone(row));
  await queueCancels(tenant, toCancel);
  const toHold = warehouseOrdersOf((row) => row.hold && !isGone(row));
  await queueHolds(tenant, toHold, true);
  const toCompare = warehouseOrdersOf((row) => row.must_compare && !isGone(row));
  await enqueueCompare(tenant, toCompare);
  for (const warehouseOrderId of warehouseOrdersOf(isGone)) await recordCancelledByWarehouse(tenant, warehouseOrderId);
}

const hasShipped: readonly WarehouseOrderState['status'][] = ['shipped', 'partially_shipped'];
/** Clocks differ, and channels tell dates in zones of their own. */
const marginMs = 2 * 86_400_000;
/** The earliest moment at which the warehouse may have said something of an order that was sold then. */
export const beforeSale = (soldAt: Date): Date => new Date(soldAt.getTime() - marginMs);

/** When these parcels were read, they may have been of no order that we knew: after a restore, or under another reference. */
async function readParcelsAgain(tenant: Tenant, connectionId: number, rows: Accepted[]): Promise<void> {
  if (rows.length === 0) return;
  const first = Math.min(...rows.map(({ sold_at }) => sold_at.getTime()));
  await readAgainFrom(tenant, connectionId, 'shipments', beforeSale(new Date(first)));
}
