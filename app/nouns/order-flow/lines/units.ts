import { type RawBuilder, sql } from 'kysely';
import { inAccount, type OfAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';

/**
 * A line's quantity is what the channel sold of it; `units_per_sale` is how many units of the linked product one of them takes. What
 * goes to the warehouse, what an order counts, and what parcels hold are units.
 */
export const unitsOfLine: RawBuilder<number> = sql`l.quantity::bigint * l.units_per_sale`;

/** Units of a line `l` that left in parcels `s` that meet a condition. */
const unitsLeft = (tenant: OfAccount, parcels: RawBuilder<unknown>): RawBuilder<number> => sql`(
  select coalesce(sum(sl.quantity), 0) from shipment_lines sl join shipments s on ${inAccount(tenant, 's')} and s.id = sl.shipment_id
  where ${inAccount(tenant, 'sl')} and sl.order_line_id = l.id and ${parcels})`;

/** Units of a line `l` of an order `o` that have not left. */
export const restOfLine = (tenant: OfAccount): RawBuilder<number> => sql`${unitsOfLine} - ${unitsLeft(tenant, sql`true`)}`;

/** Units of a line `l` of an order `o` that a warehouse order `w` is about: all of them, but for what left with an earlier one. */
export const unitsToSend = (tenant: OfAccount): RawBuilder<number> => sql`case when o.units_shipped = 0 then ${unitsOfLine}
  else ${unitsOfLine} - ${unitsLeft(tenant, sql`s.warehouse_order_id <> w.id`)} end`;

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
