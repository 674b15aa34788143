import { type RawBuilder, sql } from 'kysely';
import type { WarehouseShipment } from '../../../connectors/contract.ts';
import type { Columns } from '../../../platform/columns.ts';
import { inAccount } from '../../../platform/in-account.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import type { Departure, Place } from './take-off.ts';

/**
 * Records what left in these parcels after the last count began, and returns it: no count has it. Before the first count all is recorded,
 * because one may be being read. A parcel that is recorded already changes nothing. `ofNobody`: whose units nobody was promised. Call it
 * with the count locked.
 */
export async function recordDepartures(
  tenant: Tenant,
  connectionId: number,
  parcels: readonly WarehouseShipment[],
  ofNobody: ReadonlySet<string>,
  begunAt: Date | null,
): Promise<Departure[]> {
  const once = new Map(parcels.map((parcel) => [parcel.remoteId, parcel]));
  const lines = [...once.values()].flatMap(({ remoteId, reference, asnId, shippedAt, leftBy = shippedAt, lines }) =>
    lines.map(({ sku, lot, quantity }) => ({
      remoteId,
      reference,
      asnId,
      leftBy: endOfSecond(leftBy),
      sku,
      lot: lot ?? '',
      quantity,
      isUnpromised: ofNobody.has(remoteId),
    })),
  );
  const { rows } = await sql<Departure>`
    insert into stock_departures (account_id, connection_id, remote_id, sku, lot, warehouse, units, left_by, is_unpromised)
    select ${tenant.accountId}, ${connectionId}, "remoteId", sku, lot, min(warehouse), sum(quantity)::int, min("leftBy"),
      bool_or(is_unpromised) from (
      select line.*, (${buildingOf(tenant, connectionId)}) as warehouse, "isUnpromised" as is_unpromised
      from json_to_recordset(${JSON.stringify(lines)}::json) as line ("remoteId" text, reference text, "asnId" text,
        "leftBy" timestamptz, sku text, lot text, quantity int, "isUnpromised" boolean)
      where line.quantity > 0 and (${begunAt}::timestamptz is null or line."leftBy" > ${begunAt}::timestamptz)
    ) as each group by "remoteId", sku, lot
    on conflict do nothing returning remote_id, sku, lot, warehouse, units, short, is_unpromised`.execute(tenant.db);
  return rows;
}

/**
 * The remote ids of those parcels whose units nobody is promised: nothing of them is of an order that was sent from here, as another system
 * of the seller may ship from there, even under a reference of ours, and goods go back to their vendor; or their order was cancelled by the
 * warehouse, which freed its promise. Call it once the parcels of orders are stored.
 */
export async function parcelsOfNobody(tenant: Tenant, connectionId: number, parcels: readonly WarehouseShipment[]): Promise<Set<string>> {
  const ofOrders = parcels.filter(({ asnId }) => !asnId);
  const { rows } = await sql<Columns<'shipments', 'remote_id'>>`
    select s.remote_id from unnest(${ofOrders.map(({ reference }) => reference)}::text[],
      ${ofOrders.map(({ remoteId }) => remoteId)}::text[])
      as given (reference, remote_id)
    join warehouse_orders w on ${inAccount(tenant, 'w')} and w.connection_id = ${connectionId} and w.reference = given.reference
      and w.state <> 'cancelled'
    join shipments s on ${inAccount(tenant, 's')} and s.warehouse_order_id = w.id and s.connection_id = ${connectionId}
      and s.remote_id = given.remote_id`.execute(tenant.db);
  const ours = new Set(rows.map(({ remote_id }) => remote_id));
  return new Set(parcels.flatMap(({ remoteId, asnId }) => (asnId || !ours.has(remoteId) ? remoteId : [])));
}

/**
 * The building that the orders of a parcel `line` were to leave from, or that the goods came to which are sent out again; null where these
 * say none, or several.
 */
const buildingOf = (tenant: Tenant, connectionId: number): RawBuilder<unknown> => sql`
  select case when count(distinct each.code) = 1 then min(each.code) end from (
    select o.warehouse_code as code
    from warehouse_orders w join orders o on ${inAccount(tenant, 'o')} and o.warehouse_order_id = w.id
    where ${inAccount(tenant, 'w')} and w.connection_id = ${connectionId} and w.reference = line.reference
    union all
    select p.mapped_warehouse from asns a join purchase_orders p on ${inAccount(tenant, 'p')} and p.id = a.purchase_order_id
    where ${inAccount(tenant, 'a')} and a.connection_id = ${connectionId} and a.remote_id = line."asnId") as each`;

/** A time of whole seconds may be any within its second. */
const endOfSecond = (at: Date): Date => (at.getUTCMilliseconds() === 0 ? new Date(at.getTime() + 999) : at);

/** What left after a count began. Forgets what left before: the count is without it. */
export async function departedSince(tenant: Tenant, connectionId: number, begunAt: Date): Promise<Departure[]> {
  await sql`delete from stock_departures where ${inAccount(tenant)} and connection_id = ${connectionId}
    and left_by <= ${begunAt}`.execute(tenant.db);
  const { rows } = await sql<Departure>`
    select remote_id, sku, lot, warehouse, units, short, is_unpromised from stock_departures
    where ${inAccount(tenant)} and connection_id = ${connectionId} order by left_by, remote_id`.execute(tenant.db);
  return rows;
}

/** By when the latest parcel of each SKU had left, as rows (sku, at): no change of its stock is recorded as of before. */
export const lastDepartures = (tenant: Tenant, connectionId: number): RawBuilder<unknown> => sql`
  select sku, max(left_by) as at from stock_departures where ${inAccount(tenant)} and connection_id = ${connectionId} group by 1`;

/** Notes of what left how much lies nowhere. */
export async function recordShort(tenant: Tenant, connectionId: number, departures: readonly Departure[]): Promise<void> {
  if (departures.length === 0) return;
  await sql`update stock_departures d set short = s.short
    from json_to_recordset(${JSON.stringify(departures)}::json) as s (remote_id text, sku text, lot text, short int)
    where ${inAccount(tenant, 'd')} and d.connection_id = ${connectionId}
      and (d.sku, d.lot, d.remote_id) = (s.sku, s.lot, s.remote_id)`.execute(tenant.db);
}

/** What lies of what left, in the levels or, with when it began, in the rows of a count: those of one that did not end lie beside them. */
export async function placesOf(
  tenant: Tenant,
  connectionId: number,
  departures: readonly Departure[],
  countBegunAt?: Date,
): Promise<Place[]> {
  const skus = [...new Set(departures.map(({ sku }) => sku))];
  const table = sql.table(countBegunAt ? 'counted_rows' : 'stock_levels');
  const { rows } = await sql<Place>`
    select sku, warehouse, location, lot, on_hand, allocated, on_hold, available from ${table}
    where ${inAccount(tenant)} and connection_id = ${connectionId} and sku = any(${skus}::text[])
      and ${countBegunAt ? sql`begun_at = ${countBegunAt}` : sql`true`}`.execute(tenant.db);
  return rows;
}

/** The figures of lowered places, as rows. */
export const asRows = (lowered: readonly object[]): RawBuilder<unknown> =>
  sql`json_to_recordset(${JSON.stringify(lowered)}::json) as l (sku text, warehouse text, location text, lot text, on_hand int,
    allocated int, available int, off int, unavailable int)`;
