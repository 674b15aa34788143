import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { lineReference } from '../release/adopting/references.ts';
import type { Change } from './changes.ts';

type Order = Columns<'orders', 'id' | 'order_number' | 'connection_id' | 'units_shipped' | 'order_status'> & {
  cancelling: boolean;
  left_at: Date | null;
  lines: string[] | null;
};

/** A warehouse order as it stands. `replaces`: it was asked to have something else, and has not replied. */
export type Facts = Columns<'warehouse_orders', 'id' | 'state' | 'provider_status' | 'kept'> &
  Columns<'connections', 'replaces_released'> & { replaces: boolean; orders: Order[] };

/** How an order differs from what was sent of it. */
export type ComparedOrder = Order & { changes: Change[] };

/** Of the orders that were not cancelled. */
export async function factsOf(tenant: Tenant, ids: number[]): Promise<Facts[]> {
  const { rows } = await sql<Facts & { orders: (Omit<Order, 'left_at'> & { left_at: string | null })[] }>`
    select w.id, w.state, w.provider_status, w.kept, w.replacement is not null as replaces, there.replaces_released,
      json_agg(json_build_object('id', o.id, 'order_number', o.order_number, 'connection_id', o.connection_id, 'units_shipped',
      o.units_shipped,
        'order_status', o.order_status, 'cancelling', o.cancel_requested_at is not null and o.cancel_outcome is distinct from 'too_late',
        'left_at', (select max(s.shipped_at) from shipments s where ${inAccount(tenant, 's')} and s.order_id = o.id),
        'lines', (select json_agg(${lineReference}) from order_lines l join connections c on ${inAccount(tenant, 'c')}
          and c.id = o.connection_id where ${inAccount(tenant, 'l')} and l.order_id = o.id)) order by o.id) as orders
    from warehouse_orders w join orders o on ${inAccount(tenant, 'o')} and o.warehouse_order_id = w.id
    join connections there on ${inAccount(tenant, 'there')} and there.id = w.connection_id
    where ${inAccount(tenant, 'w')} and w.id = any(${ids}::bigint[]) and o.cancelled_at is null
    group by w.account_id, w.id, there.replaces_released order by w.id`.execute(tenant.db);
  return rows.map((row) => ({
    ...row,
    orders: row.orders.map((order) => ({ ...order, left_at: order.left_at === null ? null : new Date(order.left_at) })),
  }));
}
