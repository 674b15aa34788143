import { sql } from 'kysely';
import type { Column, Columns } from '../../../platform/columns.ts';
import { inAccount } from '../../../platform/in-account.ts';
import { readPrepared } from '../../../platform/prepared.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import type { OrderStatus } from '../order-flow/order.ts';

export type OpenOrder = Columns<'orders', 'id' | 'order_date' | 'in_amware'> & {
  order_number: Column<'orders', 'source_order_number'>;
  order_status: OrderStatus;
  source_name: Column<'connections', 'name'>;
  /** Units of this product that have not shipped. */
  units: number;
};

/** `orders` are the first few; `units` and `count` are of all that were looked through. */
export type OpenOrders = { orders: OpenOrder[]; count: number; units: number; all: boolean };

const mostShown = 20;
/** The newest lines of a product are looked through: older orders have shipped. */
const looksThrough = 1_000;

/** The orders that need a product and have not shipped, the oldest first. */
export async function listOpenOrders(tenant: Tenant, productId: number): Promise<OpenOrders> {
  const query = sql<OpenOrders>`
    with newest as materialized (
      select order_id, (quantity - quantity_shipped)::bigint * units_per_sale as units from order_lines
      where ${inAccount(tenant)} and product_id = ${productId} order by order_id desc limit ${sql.lit(looksThrough)}
    ),
    open as materialized (
      select o.id, o.source_order_number as order_number, o.order_status, o.order_date, o.in_amware, o.connection_id,
        least(sum(n.units), 2147483647)::int as units
      from newest n join orders o on ${inAccount(tenant, 'o')} and o.id = n.order_id
      where o.order_status in ('pending', 'error', 'packing', 'partially_shipped') and o.deleted_at is null and n.units > 0
      group by o.account_id, o.id
    )
    select (select count(*)::int from open) as count, (select least(coalesce(sum(units), 0), 2147483647)::int from open) as units,
      (select count(*) from newest) < ${looksThrough} as all,
      coalesce((select json_agg(first) from (
        select o.id, o.order_number, o.order_status, o.order_date, o.in_amware, o.units, c.name as source_name
        from open o join connections c on ${inAccount(tenant, 'c')} and c.id = o.connection_id order by o.order_date, o.id
        limit ${mostShown}
      ) as first), '[]') as orders`;
  const rows = await readPrepared(tenant, query);
  return rows[0] ?? { orders: [], count: 0, units: 0, all: true };
}
