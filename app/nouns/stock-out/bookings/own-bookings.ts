import { type RawBuilder, sql } from 'kysely';
import type { Inventory } from '../../../../connectors/contract.ts';
import { inAccount, type OfAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { cameAt } from '../../catalogue/items/not-booked.ts';

/** Orders `o` that their channel has sold and not yet seen shipped. */
export const isOpen = sql`o.order_status in ('pending', 'error', 'packing', 'partially_shipped', 'shipped') and o.cancelled_at is null
  and o.confirmed_at is null
  and o.deleted_at is null and o.source_state not in ('cancelled', 'shipped', 'external')`;

/** What may leave from the building that is told of, by the relation `building`. */
export const mayLeaveThere = sql`(o.warehouse_code is null or o.warehouse_code = coalesce((select code from building), o.warehouse_code))`;

/** Units of a line `l` as the channel sold them, of which the channel was not told yet that they shipped. */
const unconfirmed = (tenant: OfAccount) => sql`coalesce(l.source_quantity, l.quantity)::bigint * l.units_per_sale - coalesce((
  select sum(sl.quantity) from shipment_lines sl join shipments sh on ${inAccount(tenant, 'sh')} and sh.id = sl.shipment_id
  where ${inAccount(tenant, 'sl')} and sl.order_line_id = l.id and sh.confirmed_at is not null), 0)`;

/**
 * What a channel does to its quantities by itself, as rows (product_id, sku, units): so much more than there is has to be told, for it to
 * have the right quantity after that. It does it to the SKU that is sold or received, not to others of the same product. For a
 * statement with the relations `listing` and `building`.
 */
export function ownBookings(tenant: Tenant, kind: Inventory['quantity'], connectionId: number): RawBuilder<unknown> {
  if (kind === 'available') return sql`select null::bigint as product_id, null::text as sku, 0 as units where false`;
  if (kind === 'before_own_orders') return openOrders(tenant, connectionId);
  return sql`select product_id, sku, sum(units) as units from (${parcelsToBook(tenant, connectionId)}
    union all ${receipts(tenant, connectionId)}) as each group by 1, 2`;
}

/** The channel subtracts its open orders. Lines that were added here are none of its own. */
const openOrders = (tenant: Tenant, connectionId: number) => sql`
  select l.product_id, l.sku, sum(greatest(${unconfirmed(tenant)}, 0)) as units
  from order_lines l join orders o on ${inAccount(tenant, 'o')} and o.id = l.order_id
  where ${inAccount(tenant, 'l')} and l.product_id in (select product_id from listing) and o.connection_id = ${connectionId}
    and not l.is_charge and ${isOpen} and ${mayLeaveThere} group by 1, 2`;

/**
 * A book subtracts a parcel when its confirmation is booked, which may be long after it left the shelves. One that may have been booked
 * already does not count: to tell too little for a moment harms nobody.
 */
const parcelsToBook = (tenant: Tenant, connectionId: number) => sql`
  select l.product_id, l.sku, sum(greatest(least(${unconfirmed(tenant)}, gone.units), 0)) as units
  from order_lines l join orders o on ${inAccount(tenant, 'o')} and o.id = l.order_id
  cross join lateral (
    select sum(sl.quantity) as units from shipment_lines sl join shipments sh on ${inAccount(tenant, 'sh')} and sh.id = sl.shipment_id
    where ${inAccount(tenant, 'sl')} and sl.order_line_id = l.id and sh.confirmed_at is null and exists (
      select from outbox x where ${inAccount(tenant, 'x')} and x.order_id = o.id and x.kind = 'confirm' and (x.shipment_id is null
        or x.shipment_id = sh.id)
        and x.state in ('waiting', 'failed') and not x.maybe_done)
  ) as gone
  where ${inAccount(tenant, 'l')} and l.product_id in (select product_id from listing) and o.connection_id = ${connectionId}
    and not l.is_charge and ${isOpen} and ${mayLeaveThere} and gone.units > 0 group by 1, 2`;

/**
 * A book adds what came of a purchase order when a person has its receipts processed: what the warehouse has counted before that is not
 * told, or it would be there twice; what was booked since the count is in the book, and must stay there. What came while it was counted
 * may be in it: that is taken for counted, which tells too little until the next count. What came in place of a line's
 * goods is booked to the line, though no count will ever have it there. What came at a former warehouse is in no count that is told.
 */
const receipts = (tenant: Tenant, connectionId: number) => sql`
  select l.product_id, l.sku, sum(case when r.processed_at is null then -c.quantity else c.quantity end)
  from listing
  join purchase_order_lines l on ${inAccount(tenant, 'l')} and l.product_id = listing.product_id and l.sku = listing.sku
    and l.remote_line_id is not null
  join purchase_orders p on ${inAccount(tenant, 'p')} and p.id = l.purchase_order_id and p.connection_id = ${connectionId}
    and p.source_location is not distinct from listing.location_id
  join receipt_lines c on ${inAccount(tenant, 'c')} and c.line_id = l.id
  join receipts r on ${inAccount(tenant, 'r')} and r.id = c.receipt_id and r.set_aside_at is null
  join products own on ${inAccount(tenant, 'own')} and own.id = l.product_id
  join connections w on ${inAccount(tenant, 'w')} and w.id = r.connection_id and w.disconnected_at is null
  join stock_counts s on ${inAccount(tenant, 's')} and s.connection_id = r.connection_id
  where (r.processed_at is null) = (${cameAt} <= s.ended_at or r.sku <> own.sku) group by 1, 2`;

/**
 * Whether the book of an effect `o` that books receipts was told all that they change of its stock: nothing is noted, queued or being sent
 * of their listings. Otherwise goods that were counted before their receipt was known would be there twice. Where the book takes no stock
 * from us, nothing has to be told. For a statement with its connection `c`.
 */
export const isTold = (tenant: OfAccount) => sql`(c.forbidden ? 'stock' or not exists (
  select from receipts r join receipt_lines rl on ${inAccount(tenant, 'rl')} and rl.receipt_id = r.id
  join purchase_order_lines l on ${inAccount(tenant, 'l')} and l.id = rl.line_id
  join connector_products cp on ${inAccount(tenant, 'cp')} and cp.connection_id = o.connection_id and cp.connector_product_sku = l.sku
  where ${inAccount(tenant, 'r')} and r.booking_id = o.booking_id and (
    exists (select 1 from stock_due d where ${inAccount(tenant, 'd')} and d.connector_product_id = cp.id)
    or exists (select 1 from outbox x where ${inAccount(tenant, 'x')} and x.connection_id = cp.connection_id and x.kind = 'stock'
      and x.key = cp.id::text
      and x.state in ('waiting', 'sending')))))`;
