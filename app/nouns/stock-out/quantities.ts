import { type RawBuilder, sql } from 'kysely';
import type { Connector, Inventory } from '../../../connectors/contract.ts';
import { quietSession } from '../../../connectors/settings.ts';
import type { Column } from '../../../platform/columns.ts';
import { inAccount } from '../../../platform/in-account.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import type { Connection } from '../../shared/connections/calls/session.ts';
import { isOpen, mayLeaveThere, ownBookings } from './bookings/own-bookings.ts';
import { withheldOf } from './not-offered/withheld.ts';

/** What a channel is told of one of its listings: whole sales, never less than none. */
export type ListingStock = {
  id: Column<'connector_products', 'id'>;
  sku: Column<'connector_products', 'connector_product_sku'>;
  location_id: NonNullable<Column<'stock_settings', 'location_id'>>;
  mode: 'rehearsal' | 'on';
  quantity: number;
  /** What the channel itself calls it. */
  listed_id: Column<'connector_products', 'listed_id'>;
  listed_product_id: Column<'connector_products', 'listed_product_id'>;
  listed_stock_id: Column<'connector_products', 'listed_stock_id'>;
  /** Of other listings of the SKU. */
  other_stock_ids: string[] | null;
  /** What it was told last. */
  stock_sent: Column<'connector_products', 'stock_sent'>;
};

type Kind = Inventory['quantity'];

/** Which quantity a connection wants; null where it takes none. Makes no call. */
export const quantityWanted = ({ connector, settings }: { connector: Connector; settings: Connection['settings'] }): Kind | null =>
  connector.inventory?.(quietSession(connector, settings)).quantity ?? null;

/** Whether a channel takes what it sells off the quantity that it was told. */
export const movesStock = (connection: Parameters<typeof quantityWanted>[0]): boolean => quantityWanted(connection) === 'available';

const unpromised = sql`there.available - there.withheld - coalesce(promised.units, 0)`;
// What the channel subtracts itself is put back, so that it is not subtracted twice.
const free: Record<Kind, RawBuilder<unknown>> = {
  on_hand: sql`there.on_hand + coalesce(itself.units, 0)`,
  available: unpromised,
  before_own_orders: sql`${unpromised} + coalesce(itself.units, 0)`,
};

/** Orders of a product that the warehouse no longer names wait, so there is nothing to sell of it; a book has what lies there. */
const toTell = (kind: Kind) =>
  kind === 'on_hand' ? free[kind] : sql`case when p.gone_at is null then ${free[kind]} else coalesce(itself.units, 0) end`;

/**
 * The stock to tell of these listings of a connection, as everything is now. Leaves out what is not linked or an alias, what
 * the warehouse has not counted yet, and connections that are not told.
 *
 * Where the channel's location is mapped to a building, what is in that building is told, otherwise what is in all of them. An order
 * that does not say where it leaves from may leave from any.
 */
export async function stockToTell(
  tenant: Tenant,
  kind: Kind,
  connectionId: number,
  listingIds: readonly number[],
): Promise<ListingStock[]> {
  const { rows } = await sql<ListingStock>`
    with listing as (
      select cp.id, cp.connector_product_sku as sku, cp.product_id, cp.units_per_sale, cp.stock_sent, s.location_id, s.mode,
        cp.listed_id, cp.listed_product_id, cp.listed_stock_id,
        (select json_agg(other.value ->> 'stockId' order by other.key) from jsonb_each(cp.other_listings) other
          where other.value ->> 'former' is null and other.value ->> 'stockId' is not null) as other_stock_ids,
        coalesce(cp.stock_buffer, s.buffer) as buffer
      from connector_products cp join stock_settings s on ${inAccount(tenant, 's')} and s.connection_id = cp.connection_id
        and s.mode <> 'off'
      where ${inAccount(tenant, 'cp')} and cp.connection_id = ${connectionId}
        and cp.id = any(${listingIds}::bigint[]) and cp.product_id is not null
        and not cp.is_alias
    ),
    building as (${buildingOf(tenant, connectionId)}),
    counted as (${countedOf(tenant)}),
    withheld as (${withheldOf(tenant)}),
    promised as (${promisedOf(tenant)}),
    itself as (${ownBookings(tenant, kind, connectionId)})
    select listing.id, listing.sku, listing.location_id, listing.mode, listing.stock_sent, listing.listed_id, listing.listed_product_id,
      listing.listed_stock_id, listing.other_stock_ids,
      least(greatest(floor((${toTell(kind)} - listing.buffer)::numeric / listing.units_per_sale), 0), 2147483647)::int as quantity
    from listing
    join products p on ${inAccount(tenant, 'p')} and p.id = listing.product_id
    -- A product that came after its count has no totals yet.
    join counted on counted.id = p.id and (p.stock_taken_at is not null or counted.on_hand = 0)
    left join withheld on withheld.product_id = listing.product_id
    cross join lateral (select
      case when exists (select 1 from building) then coalesce(counted.on_hand_there, 0) else counted.on_hand end - counted.short as on_hand,
      case when exists (select 1 from building) then coalesce(counted.available_there, 0) else p.quantity_available end as available,
      coalesce(case when exists (select 1 from building) then withheld.units_there else withheld.units end, 0) as withheld) as there
    left join promised on promised.product_id = listing.product_id
    left join itself on itself.product_id = listing.product_id and itself.sku = listing.sku`.execute(tenant.db);
  return rows;
}

/**
 * What came after the count and has left again is taken off: its receipt may be added beside the count. A warehouse that is connected again
 * has to count first.
 */
const countedOf = (tenant: Tenant) => sql`
  select p.id, sum(sl.on_hand) as on_hand, sum(sl.on_hand) filter (where ${isThere}) as on_hand_there,
    sum(sl.available) filter (where ${isThere}) as available_there,
    coalesce((select sum(d.short) from connections w join stock_departures d on ${inAccount(tenant, 'd')} and d.connection_id = w.id
      and d.sku = p.sku where ${inAccount(tenant, 'w')} and w.disconnected_at is null), 0) as short from products p
  join connections w on ${inAccount(tenant, 'w')} and 'warehouse' = any(w.capabilities) and w.disconnected_at is null
  join stock_levels sl on ${inAccount(tenant, 'sl')} and sl.connection_id = w.id and sl.sku = p.sku
  where ${inAccount(tenant, 'p')} and p.id in (select product_id from listing) and not exists (select 1 from stock_counts n
    where ${inAccount(tenant, 'n')} and n.connection_id = w.id and n.begun_at is null)
  group by p.account_id, p.id`;

/** The warehouse may get it, or have it already, whatever its channel has made of it since. */
const isOnItsWay = sql`(o.warehouse_order_id is not null and o.cancelled_at is null and o.deleted_at is null)`;

/** The same of the second parcel of an order `o`, by the warehouse order that has not been accepted yet. */
const isSecondOnItsWay = (tenant: Tenant) => sql`(${isOnItsWay} and exists (
  select from warehouse_orders w where ${inAccount(tenant, 'w')} and w.id = o.warehouse_order_id and w.part = 2 and w.accepted_at is null
    and w.state <> 'cancelled'))`;

/**
 * The warehouse's `available` is without what it had allocated at its last count. Promised beside that is what it did not know of by
 * then: orders, and second parcels, that are not with it, and those that it accepted since, even where they have shipped, because their
 * units are not taken off what is available before it counts again.
 */
const promisedOf = (tenant: Tenant) => sql`
  select product_id, sum(units) as units from (
    select r.product_id, r.units from reservations r join orders o on ${inAccount(tenant, 'o')} and o.id = r.order_id
    where ${inAccount(tenant, 'r')} and r.product_id in (select product_id from listing) and r.accepted_at is not null and ${mayLeaveThere}
    union all
    select l.product_id, l.quantity::bigint * l.units_per_sale from order_lines l join orders o on ${inAccount(tenant, 'o')}
      and o.id = l.order_id
    where ${inAccount(tenant, 'l')} and l.product_id in (select product_id from listing) and not l.is_charge and l.quantity > 0
      and (${isOpen} or ${isOnItsWay}) and ${mayLeaveThere} and o.in_amware = 0 and o.order_status in ('pending', 'error')
      -- So it is of these statuses. Said, the few that are open are found by their own index.
      and o.cancelled_at is null and o.confirmed_at is null and o.deleted_at is null
    union all
    -- What goes in a second parcel, once the warehouse has the first and as long as it has not the second, or has cancelled that and a
    -- person may send it again.
    select l.product_id, l.later_quantity::bigint * l.units_per_sale from order_lines l join orders o on ${inAccount(tenant, 'o')}
      and o.id = l.order_id
    where ${inAccount(tenant, 'l')} and l.product_id in (select product_id from listing) and not l.is_charge and l.later_quantity > 0
      and (${isOpen} or ${isSecondOnItsWay(tenant)}) and ${mayLeaveThere} and o.in_amware = 1 and o.is_split and o.second_ended_at is null
      and not exists (select 1 from warehouse_orders w where ${inAccount(tenant, 'w')} and w.id = o.warehouse_order_id and w.part = 2
        and w.accepted_at is not null and w.state <> 'cancelled')
      and not exists (select 1 from reservations r where ${inAccount(tenant, 'r')} and r.order_id = o.id and r.part = 2
        and r.accepted_at is not null)
  ) as each group by 1`;

/** The `code` of the building that a connection's location for stock is mapped to; no row where it is mapped to none. */
export const buildingOf = (tenant: Tenant, connectionId: number): RawBuilder<unknown> => sql`
  select m.amware_location as code from stock_settings s
  join location_mappings m on ${inAccount(tenant, 'm')} and m.connection_id = s.connection_id and m.internal_id = s.location_id
  where ${inAccount(tenant, 's')} and s.connection_id = ${connectionId} and m.amware_location is not null`;

const isThere = sql`sl.warehouse = (select code from building)`;
