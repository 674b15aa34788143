import { type RawBuilder, sql } from 'kysely';
import type { Tenant } from '../../platform/tenant.ts';

/**
 * A line's quantity is what the channel sold of it; `units_per_sale` is how many units of the linked product one of them takes. What
 * goes to the warehouse, what an order counts, and what parcels hold are units.
 */
export const unitsOfLine: RawBuilder<number> = sql`l.quantity::bigint * l.units_per_sale`;

/** The units a sale of a channel's product `cp` that is linked to the product `p`; one where it is not linked. */
export const unitsOfLink: RawBuilder<number> = sql`case when p.id is null then 1 else cp.units_per_sale end`;

/** Counts the units of these orders, of goods only and nothing below zero, as intake does. */
export async function countUnits(tenant: Tenant, orderIds: readonly number[]): Promise<void> {
  if (orderIds.length === 0) return;
  await sql`
    update orders o set units_ordered = (
      select least(coalesce(sum(greatest(${unitsOfLine}, 0)), 0), 2147483647)::int from order_lines l
      where l.account_id = o.account_id and l.order_id = o.id and not l.is_charge)
    where o.account_id = ${tenant.accountId} and o.id = any(${orderIds}::bigint[])`.execute(tenant.db);
}
