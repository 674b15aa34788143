import type { TestDatabase } from '../database.ts';

/** Our database as it was before any order came, except that its sequences give other numbers to other records; the other sides keep all. */
export async function forgetOrders({ sql }: TestDatabase, accountId: number): Promise<void> {
  for (const table of [
    'outbox',
    'issues',
    'shipment_lines',
    'shipments',
    'reservations',
    'order_events',
    'order_payloads',
    'order_lines',
    'orders',
  ])
    await sql(`delete from ${table} where account_id = $1`, [accountId]);
  await sql('delete from warehouse_orders where account_id = $1', [accountId]);
  for (const table of ['orders', 'warehouse_orders', 'order_lines', 'shipments'])
    await sql(`select setval(pg_get_serial_sequence('${table}', 'id'), (select coalesce(max(id), 1) from ${table}) + 1)`);
  await sql('update streams set cursor = null where account_id = $1', [accountId]);
}
