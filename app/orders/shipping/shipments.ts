import { sql } from 'kysely';
import type { WarehouseShipment } from '../../../connectors/contract.ts';
import type { Column, Columns } from '../../../platform/columns.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { openIssues } from '../../issues/commands.ts';
import { queueEffects } from '../../outbox/queue.ts';
import { countedWords } from '../../ui/counted-words.ts';
import { recordEvents } from '../history.ts';
import { recordCancelOutcome } from '../release/cancel.ts';
import { settleOrders } from '../settle.ts';

type Stored = Columns<'shipments', 'id' | 'order_id' | 'carrier' | 'tracking_number' | 'remote_id'> & { units: number };

/**
 * Stores the warehouse's parcels: a parcel of combined orders becomes a shipment of each of them. Storing a parcel twice changes
 * nothing. Settles the orders, and queues the confirmations for their channels. Returns the remote ids of those that are new.
 */
export async function storeShipments(tenant: Tenant, connectionId: number, parcels: WarehouseShipment[]): Promise<Set<string>> {
  if (parcels.length === 0) return new Set();
  const stored = await store(tenant, connectionId, parcels);
  await reportUnknownLines(tenant, connectionId, parcels);
  const fresh = new Set(stored.map(({ remote_id }) => remote_id));
  if (stored.length === 0) return fresh;
  const orderIds = [...new Set(stored.map(({ order_id }) => order_id))];
  const lateCancels = await recount(tenant, orderIds);
  for (const warehouseOrderId of lateCancels) await recordCancelOutcome(tenant, warehouseOrderId, 'too_late');
  await recordEvents(
    tenant,
    stored.map(({ order_id: orderId, carrier, tracking_number, units }) => ({
      orderId,
      kind: 'shipped',
      sentence: `The warehouse shipped ${countedWords(units, 'unit')} with ${carrier}, ${tracking_number}.`,
    })),
  );
  await settleOrders(tenant, orderIds);
  await queueConfirmations(tenant, orderIds);
  return fresh;
}

async function store(tenant: Tenant, connectionId: number, parcels: WarehouseShipment[]): Promise<Stored[]> {
  // A feed may repeat a parcel within one page.
  const once = [...new Map(parcels.map((parcel) => [parcel.remoteId, parcel])).values()];
  const rows = once.map(({ raw, ...parcel }) => ({ ...parcel, raw: JSON.stringify(raw) }));
  const { rows: stored } = await sql<Stored>`
    with parcel as (
      select * from json_to_recordset(${JSON.stringify(rows)}::json) as p ("remoteId" text, reference text, carrier text, method text, "trackingNumber" text,
        "trackingUrl" text, "weightGrams" int, "shippedAt" timestamptz, lines json, raw text)
    ),
    contents as (
      select p."remoteId", l.order_id, l.id as line_id, c.sku, c.lot, c.quantity
      from parcel p cross join lateral json_to_recordset(p.lines) as c ("lineReference" text, sku text, lot text, quantity int)
      join warehouse_orders w on w.account_id = ${tenant.accountId} and w.connection_id = ${connectionId} and w.reference = p.reference
      join orders o on o.account_id = w.account_id and o.warehouse_order_id = w.id
      join order_lines l on l.account_id = o.account_id and l.order_id = o.id and l.id = case when c."lineReference" ~ '^[0-9]{1,18}$' then c."lineReference"::bigint end
    ),
    shipment as (
      insert into shipments (account_id, order_id, warehouse_order_id, connection_id, remote_id, carrier, method, tracking_number, tracking_url, weight_grams, shipped_at, raw)
      select ${tenant.accountId}, c.order_id, w.id, ${connectionId}, p."remoteId", p.carrier, p.method, p."trackingNumber", p."trackingUrl", p."weightGrams", p."shippedAt", p.raw::json
      from parcel p
      join warehouse_orders w on w.account_id = ${tenant.accountId} and w.connection_id = ${connectionId} and w.reference = p.reference
      join (select distinct "remoteId", order_id from contents) as c on c."remoteId" = p."remoteId"
      on conflict (account_id, order_id, connection_id, remote_id) do nothing
      returning id, order_id, remote_id, carrier, tracking_number
    ),
    line as (
      insert into shipment_lines (account_id, shipment_id, order_line_id, sku, lot, quantity)
      select ${tenant.accountId}, s.id, c.line_id, c.sku, c.lot, c.quantity from shipment s join contents c on c."remoteId" = s.remote_id and c.order_id = s.order_id
      returning shipment_id, quantity
    )
    select s.id, s.order_id, s.remote_id, s.carrier, s.tracking_number, (select sum(quantity) from line where line.shipment_id = s.id)::int as units from shipment s`.execute(
    tenant.db,
  );
  return stored;
}

type UnknownLine = Columns<'orders', 'id' | 'connection_id'> &
  Pick<WarehouseShipment, 'remoteId' | 'trackingNumber'> &
  Pick<WarehouseShipment['lines'][number], 'sku'>;

/** Opens an issue for a parcel with a line that is in none of its orders. That line is not stored. */
async function reportUnknownLines(tenant: Tenant, connectionId: number, parcels: WarehouseShipment[]): Promise<void> {
  const incoming = parcels.flatMap(({ remoteId, reference, trackingNumber, lines }) =>
    lines.map(({ lineReference, sku }) => ({ remoteId, reference, trackingNumber, lineReference, sku })),
  );
  const { rows } = await sql<UnknownLine>`
    select distinct on (o.id, incoming."remoteId") o.id, o.connection_id, incoming."remoteId", incoming."trackingNumber", incoming.sku
    from json_to_recordset(${JSON.stringify(incoming)}::json) as incoming ("remoteId" text, reference text, "trackingNumber" text, "lineReference" text, sku text)
    join warehouse_orders w on w.account_id = ${tenant.accountId} and w.connection_id = ${connectionId} and w.reference = incoming.reference
    join orders o on o.account_id = w.account_id and o.warehouse_order_id = w.id
    where not exists (
      select from orders any_of join order_lines l on l.account_id = any_of.account_id and l.order_id = any_of.id
      where any_of.account_id = w.account_id and any_of.warehouse_order_id = w.id and l.id::text = incoming."lineReference"
    )`.execute(tenant.db);
  await openIssues(
    tenant,
    rows.map(({ id, connection_id, remoteId, trackingNumber, sku }) => ({
      orderId: id,
      connectionId: connection_id,
      type: 'changed_after_release',
      subject: `parcel:${remoteId}`,
      blocking: false,
      sentence: `The warehouse's parcel ${trackingNumber} holds a line (${sku}) that was not in this order.`,
    })),
  );
}

/**
 * Counts shipped units from all parcels each time, so that a repeated parcel counts once. Of a line that is sold in packs, those
 * packs have shipped that are complete. Returns the warehouse orders whose
 * cancellation was still open: by shipping, the warehouse has decided.
 */
async function recount(tenant: Tenant, orderIds: number[]): Promise<Set<number>> {
  const { rows } = await sql<{ warehouse_order_id: Column<'warehouse_orders', 'id'>; undecided: boolean }>`
    with shipped as (
      select sl.order_line_id, l.order_id, sum(sl.quantity)::int as quantity
      from shipments s
      join shipment_lines sl on sl.account_id = s.account_id and sl.shipment_id = s.id
      join order_lines l on l.account_id = sl.account_id and l.id = sl.order_line_id
      where s.account_id = ${tenant.accountId} and s.order_id = any(${orderIds}::bigint[]) group by 1, 2
    ),
    line as (
      update order_lines l set quantity_shipped = shipped.quantity / l.units_per_sale from shipped where l.account_id = ${tenant.accountId} and l.id = shipped.order_line_id
    )
    update orders o set units_shipped = total.units, revision = o.revision + 1
    from (select order_id, sum(quantity)::int as units from shipped group by 1) as total
    where o.account_id = ${tenant.accountId} and o.id = total.order_id
    returning o.warehouse_order_id, o.cancel_outcome = 'pending' and o.cancelled_at is null as undecided`.execute(tenant.db);
  return new Set(rows.filter(({ undecided }) => undecided).map(({ warehouse_order_id }) => warehouse_order_id));
}

/**
 * Queues a confirmation per parcel, or one per order once every unit has shipped, as the channel takes them. The key makes a
 * repeat harmless on both sides. If the channel already shows the order as shipped, it is asked first.
 */
async function queueConfirmations(tenant: Tenant, orderIds: number[]): Promise<void> {
  await queueEffects(tenant, {
    kind: 'confirm',
    connectionId: sql`o.connection_id`,
    key: sql`case when c.confirms = 'shipment' then 'shipment-' || s.id else 'order-' || o.id end`,
    orderId: sql`o.id`,
    shipmentId: sql`s.id`,
    maybeDone: sql`o.source_state = 'shipped'`,
    from: sql`orders o
      join connections c on c.account_id = o.account_id and c.id = o.connection_id
      left join shipments s on c.confirms = 'shipment' and s.account_id = o.account_id and s.order_id = o.id and s.confirmed_at is null
      where o.account_id = ${tenant.accountId} and o.id = any(${orderIds}::bigint[]) and o.confirmed_at is null
        -- The channel would not know what is confirmed to it.
        and o.gone_at is null
        and (c.confirms = 'shipment' and s.id is not null or c.confirms = 'whole_order' and o.units_shipped >= o.units_ordered)`,
  });
}
