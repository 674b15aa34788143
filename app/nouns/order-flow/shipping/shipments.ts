import { sql } from 'kysely';
import type { WarehouseShipment } from '../../../../connectors/contract.ts';
import type { Column, Columns } from '../../../../platform/columns.ts';
import { idsOf } from '../../../../platform/ids.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { queueEffects, traceOfOrders } from '../../../shared/outbox/queue.ts';
import { recordEvents } from '../history.ts';
import { allHasLeft } from '../lines/units.ts';
import { lockTravelling } from '../lock-orders.ts';
import { enqueueSecondParcels } from '../recheck.ts';
import { recordCancelOutcome } from '../release/holding/cancel.ts';
import { reportLeftAnyway } from '../release/holding/left-anyway.ts';
import { takeOutUnshipped } from '../release/record-cancelled.ts';
import { settleOrders } from '../settle.ts';
import { correctTracking } from './correct-tracking.ts';
import { reportOtherContents } from './corrections.ts';
import { followFormerParcels } from './left-with-former.ts';
import { type Content, contentsOf, reportUnknownLines } from './parcel-contents.ts';
import { reportStrayParcels } from './stray-parcels.ts';

type Stored = Columns<'shipments', 'id' | 'order_id' | 'carrier' | 'tracking_number' | 'remote_id'> & { units: number };

/**
 * Stores the warehouse's parcels: a parcel of combined orders becomes a shipment of each of them. Storing a parcel twice changes
 * nothing but its tracking, where that was corrected. Settles the orders, and queues the confirmations for their channels. Returns the
 * remote ids of those that are new.
 */
export async function storeShipments(tenant: Tenant, connectionId: number, parcels: WarehouseShipment[]): Promise<Set<string>> {
  if (parcels.length === 0) return new Set();
  const { contents, unknown } = await contentsOf(tenant, connectionId, parcels);
  const stored = await store(tenant, connectionId, contents);
  await reportUnknownLines(tenant, unknown);
  await reportStrayParcels(tenant, connectionId, parcels);
  await correctTracking(tenant, connectionId, parcels);
  const fresh = new Set(stored.map(({ remote_id }) => remote_id));
  // What is in it is not whole where a line is of no order.
  const strange = new Set(unknown.map(({ parcel }) => parcel.remoteId));
  const repeated = contents.filter(({ parcel: { remoteId } }) => !fresh.has(remoteId) && !strange.has(remoteId));
  await reportOtherContents(tenant, connectionId, repeated);
  if (stored.length === 0) return fresh;
  const orderIds = [...new Set(stored.map(({ order_id }) => order_id))];
  await lockTravelling(tenant, orderIds);
  const lateCancels = await recount(tenant, orderIds, idsOf(stored));
  const left = contents.filter(({ parcel }) => fresh.has(parcel.remoteId));
  await takeOutUnshipped(tenant, [...new Set(left.map(({ warehouse_order_id }) => warehouse_order_id))]);
  await followFormerParcels(tenant, connectionId, left);
  for (const warehouseOrderId of lateCancels) await recordCancelOutcome(tenant, warehouseOrderId, 'too_late');
  await recordEvents(
    tenant,
    stored.map(({ order_id: orderId, carrier, tracking_number, units }) => ({
      orderId,
      kind: 'shipped',
      sentence: { code: 'shipped', units, carrier, tracking: tracking_number },
    })),
  );
  await settleOrders(tenant, orderIds);
  await reportLeftAnyway(tenant, sql`o.id = any(${orderIds}::bigint[])`, true);
  await queueConfirmations(tenant, orderIds);
  await enqueueSecondParcels(tenant, orderIds);
  return fresh;
}

async function store(tenant: Tenant, connectionId: number, contents: Content[]): Promise<Stored[]> {
  const parts = Map.groupBy(contents, keyOf);
  const rows = [...parts.values()].flatMap(([first]) => (first ? [shipmentRow(first)] : []));
  if (rows.length === 0) return [];
  const { rows: stored } = await sql<Omit<Stored, 'units'>>`
    insert into shipments (account_id, order_id, warehouse_order_id, connection_id, remote_id, carrier, method, tracking_number,
    tracking_url, weight_grams, shipped_at, raw)
    select ${tenant.accountId}, "orderId", "warehouseOrderId", ${connectionId}, "remoteId", carrier, method, "trackingNumber",
      "trackingUrl", "weightGrams", "shippedAt", raw::json
    from json_to_recordset(${JSON.stringify(rows)}::json) as p ("orderId" bigint, "warehouseOrderId" bigint, "remoteId" text, carrier text,
      method text, "trackingNumber" text, "trackingUrl" text, "weightGrams" int, "shippedAt" timestamptz, raw text)
    on conflict (account_id, order_id, connection_id, remote_id) do nothing
    returning id, order_id, remote_id, carrier, tracking_number`.execute(tenant.db);
  const whole = stored.map((shipment) => ({ ...shipment, contents: parts.get(keyOf(shipment)) ?? [] }));
  await storeLines(
    tenant,
    whole.flatMap(({ id, contents: those }) => those.map(({ line, line_id }) => ({ ...line, shipmentId: id, lineId: line_id }))),
  );
  return whole.map(({ contents: those, ...shipment }) => ({ ...shipment, units: those.reduce((sum, { line }) => sum + line.quantity, 0) }));
}

function shipmentRow({ parcel: { lines, reference, raw, ...sent }, order_id: orderId, warehouse_order_id: warehouseOrderId }: Content) {
  return { ...sent, orderId, warehouseOrderId, raw: JSON.stringify(raw) };
}

/** A parcel's part in one order. */
const keyOf = (of: Content | Columns<'shipments', 'order_id' | 'remote_id'>): string =>
  `${of.order_id} ${'parcel' in of ? of.parcel.remoteId : of.remote_id}`;

type NewLine = { shipmentId: number; lineId: number } & Pick<
  WarehouseShipment['lines'][number],
  'sku' | 'lot' | 'quantity' | 'expiresOn' | 'serials'
>;

async function storeLines(tenant: Tenant, lines: NewLine[]): Promise<void> {
  await sql`
    insert into shipment_lines (account_id, shipment_id, order_line_id, sku, lot, quantity, expires_on, serials)
    select ${tenant.accountId}, "shipmentId", "lineId", sku, lot, quantity, "expiresOn", serials
    from json_to_recordset(${JSON.stringify(lines.map(withSerials))}::json) as line ("shipmentId" bigint, "lineId" bigint, sku text,
      lot text, quantity int, "expiresOn" date, serials text[]) returning 1`.execute(tenant.db);
}

/** A unit has one serial number at most. */
const withSerials = ({ serials, ...line }: NewLine): NewLine =>
  serials && serials.length > 0 ? { ...line, serials: serials.slice(0, line.quantity) } : line;

/**
 * Counts shipped units from all parcels each time, so that a repeated parcel counts once. Of a line that is sold in packs, those
 * packs have shipped that are complete. Returns the warehouse orders whose cancellation was still open and of which one of these new
 * shipments is: by shipping, the warehouse has decided. A late parcel of the first of two says nothing about the second.
 */
async function recount(tenant: Tenant, orderIds: number[], shipmentIds: number[]): Promise<Set<number>> {
  const { rows } = await sql<{ warehouse_order_id: Column<'warehouse_orders', 'id'>; undecided: boolean }>`
    with shipped as (
      select sl.order_line_id, l.order_id, sum(sl.quantity)::int as quantity
      from shipments s
      join shipment_lines sl on ${inAccount(tenant, 'sl')} and sl.shipment_id = s.id
      join order_lines l on ${inAccount(tenant, 'l')} and l.id = sl.order_line_id
      where ${inAccount(tenant, 's')} and s.order_id = any(${orderIds}::bigint[]) group by 1, 2
    ),
    line as (
      update order_lines l set quantity_shipped = shipped.quantity / l.units_per_sale from shipped where ${inAccount(tenant, 'l')}
        and l.id = shipped.order_line_id
    )
    update orders o set units_shipped = total.units, revision = o.revision + 1
    from (select order_id, sum(quantity)::int as units from shipped group by 1) as total
    where ${inAccount(tenant, 'o')} and o.id = total.order_id
    returning o.warehouse_order_id, o.cancel_outcome = 'pending' and o.cancelled_at is null and exists (
      select from shipments s where ${inAccount(tenant, 's')} and s.id = any(${shipmentIds}::bigint[])
        and s.warehouse_order_id = o.warehouse_order_id) as undecided`.execute(tenant.db);
  return new Set(rows.filter(({ undecided }) => undecided).map(({ warehouse_order_id }) => warehouse_order_id));
}

/**
 * Queues a confirmation per parcel, or one per order once all that is to leave has, as the channel takes them. The key makes a
 * repeat harmless on both sides. If the channel already shows the order as shipped, it is asked first.
 */
export async function queueConfirmations(tenant: Tenant, orderIds: number[]): Promise<void> {
  await queueEffects(tenant, {
    kind: 'confirm',
    connectionId: sql`o.connection_id`,
    key: sql`case when c.confirms = 'shipment' then 'shipment-' || shipment_reference(c.reference_key, o.remote_id, w.reference_key,
      s.remote_id)
      else 'order-' || o.remote_id end`,
    orderId: sql`o.id`,
    shipmentId: sql`s.id`,
    maybeDone: sql`o.source_state = 'shipped'`,
    trace: traceOfOrders(tenant, sql`o.warehouse_order_id`),
    from: sql`orders o
      join connections c on ${inAccount(tenant, 'c')} and c.id = o.connection_id
      left join shipments s on c.confirms = 'shipment' and ${inAccount(tenant, 's')} and s.order_id = o.id and s.confirmed_at is null
      left join connections w on ${inAccount(tenant, 'w')} and w.id = s.connection_id
      where ${inAccount(tenant, 'o')} and o.id = any(${orderIds}::bigint[]) and o.confirmed_at is null
        -- The channel would not know what is confirmed to it.
        and o.gone_at is null
        and (c.confirms = 'shipment' and s.id is not null or c.confirms = 'whole_order' and ${allHasLeft(tenant)})`,
  });
}
