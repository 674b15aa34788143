import { type RawBuilder, sql } from 'kysely';
import { inAccount, type OfAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';

/**
 * A line's quantity is what the channel sold of it; `units_per_sale` is how many units of the linked product one of them takes. What
 * goes to the warehouse, what an order counts, and what parcels hold are units.
 */
export const unitsOfLine: RawBuilder<number> = sql`l.quantity::bigint * l.units_per_sale`;

/** How many of a line's quantity go in the second parcel of its order, which a person split. Never more than it has. */
const laterQuantity = sql`greatest(least(l.later_quantity, l.quantity), 0)`;

/** Units of a line `l` that go in the first parcel of its order; all of them, where nobody split it. */
export const unitsOfFirst: RawBuilder<number> = sql`(l.quantity - ${laterQuantity})::bigint * l.units_per_sale`;

/** Units of a line `l` that left in parcels `s` that meet a condition. */
export const unitsLeft = (tenant: OfAccount, parcels: RawBuilder<unknown>): RawBuilder<number> => sql`(
  select coalesce(sum(sl.quantity), 0) from shipment_lines sl join shipments s on ${inAccount(tenant, 's')} and s.id = sl.shipment_id
  where ${inAccount(tenant, 'sl')} and sl.order_line_id = l.id and ${parcels})`;

/** Units of a line `l` of an order `o` that have not left. */
export const restOfLine = (tenant: OfAccount): RawBuilder<number> => sql`${unitsOfLine} - ${unitsLeft(tenant, sql`true`)}`;

/**
 * Units of a line `l` of an order `o` that a warehouse order `w` is about: all of them, but for what left with an earlier one, and for what
 * goes in the second parcel, where it is the first.
 */
export const unitsToSend = (tenant: OfAccount): RawBuilder<number> => sql`case when w.part = 1 then ${unitsOfFirst} else ${unitsOfLine} end
  - case when o.units_shipped = 0 then 0 else ${unitsLeft(tenant, sql`s.warehouse_order_id <> w.id`)} end`;

/** Of an order `o` that was split, all that the first parcel was to have has left. */
export const firstHasLeft = (tenant: OfAccount): RawBuilder<boolean> => sql`not exists (
  select from order_lines l where ${inAccount(tenant, 'l')} and l.order_id = o.id and not l.is_charge
    and ${unitsOfFirst} > ${unitsLeft(tenant, sql`true`)})`;

/** The warehouse has done with its warehouse order `w`. Parcels may become known later than that it has shipped. */
export const isDoneThere: RawBuilder<boolean> = sql`(w.state = 'cancelled'
  or w.state = 'shipped' and w.shipped_at < now() - interval '1 hour')`;

/**
 * All of an order `o` that is to leave has: where a second parcel of it was ended, all of the first, or what the warehouse had of that when
 * it had done with it.
 */
export const allHasLeft = (tenant: OfAccount): RawBuilder<boolean> => sql`(o.units_shipped >= o.units_ordered
  or o.second_ended_at is not null and o.units_shipped > 0 and (${firstHasLeft(tenant)} or exists (select from warehouse_orders w
    where ${inAccount(tenant, 'w')} and w.id = o.warehouse_order_id and ${isDoneThere})))`;

/** The units a sale of a channel's product `cp` that is linked to the product `p`; one where it is not linked. */
export const unitsOfLink: RawBuilder<number> = sql`case when p.id is null then 1 else cp.units_per_sale end`;

/** Counts the units of these orders, of goods only and nothing below zero, as intake does. */
export async function countUnits(tenant: Tenant, orderIds: readonly number[]): Promise<void> {
  if (orderIds.length === 0) return;
  await sql`
    update orders o set units_ordered = (
      select least(coalesce(sum(greatest(${unitsOfLine}, 0)), 0), 2147483647)::int from order_lines l
      where ${inAccount(tenant, 'l')} and l.order_id = o.id and not l.is_charge)
    where ${inAccount(tenant, 'o')} and o.id = any(${orderIds}::bigint[])`.execute(tenant.db);
}
