import { sql } from 'kysely';
import type { ChannelOrder } from '../../../../connectors/contract.ts';
import type { Columns } from '../../../../platform/columns.ts';
import { idsOf } from '../../../../platform/ids.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { isSold } from '../conditions.ts';
import { isDoneThere } from './units.ts';

/**
 * Those of these orders, as their channel has them now, of which the warehouse has, or has sent, no less of any goods: what the channel
 * split off and merged back since is among them. Not where some of it does not leave.
 */
export async function sentWhole(tenant: Tenant, orders: readonly { order: ChannelOrder; orderId: number }[]): Promise<Set<number>> {
  if (orders.length === 0) return new Set();
  const there = orders.flatMap(({ order, orderId: order_id }) =>
    order.lines.flatMap(({ isCharge, sku, quantity }) => (isCharge || quantity <= 0 ? [] : { order_id, sku, quantity })),
  );
  const { rows } = await sql<Columns<'orders', 'id'>>`
    with there as (
      select order_id, sku, sum(quantity) as units
      from json_to_recordset(${JSON.stringify(there)}::json) as line (order_id bigint, sku text, quantity int) group by 1, 2
    )
    select o.id from orders o join warehouse_orders w on ${inAccount(tenant, 'w')} and w.id = o.warehouse_order_id
    where ${inAccount(tenant, 'o')} and o.id = any(${orders.map(({ orderId }) => orderId)}::bigint[]) and o.second_ended_at is null
      and (o.units_shipped >= o.units_ordered or not ${isDoneThere}) and not exists (select from there
        where there.order_id = o.id and there.units > coalesce((select sum(coalesce(l.source_quantity, l.quantity)) from order_lines l
          where ${inAccount(tenant, 'l')} and l.order_id = o.id and l.sku = there.sku and ${isSold}), 0))`.execute(tenant.db);
  return new Set(idsOf(rows));
}
