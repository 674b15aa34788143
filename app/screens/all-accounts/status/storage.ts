import { sql } from 'kysely';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import type { AccountStatus } from './contract.ts';

/** The tables that grow by rows an order, of all accounts together. */
const ofOrders = [
  ...['orders', 'order_lines', 'order_payloads', 'payload_bundles', 'order_events', 'order_terms', 'order_term_sets'],
  ...['warehouse_orders', 'shipments', 'shipment_lines', 'reservations', 'outbox'],
];

/**
 * What an account stores. Its orders are counted by their tally, and take their share of the tables: to add up the rows of one account
 * would read them all.
 */
export async function readStorage(tenant: Tenant): Promise<AccountStatus['storage']> {
  const { rows } = await sql<AccountStatus['storage']>`
    with mine as (select coalesce(sum(n), 0)::int as orders from orders_in_all where ${inAccount(tenant)}),
      stored as (select count(*)::int as files, coalesce(sum(bytes), 0)::float8 as bytes from files where ${inAccount(tenant)}),
      every as (select nullif(greatest(reltuples, 0), 0)::float8 as n from pg_class where oid = 'orders'::regclass),
      tables as (select sum(pg_total_relation_size(name::regclass))::float8 as bytes from unnest(${ofOrders}::text[]) as name)
    select mine.orders, round(tables.bytes / every.n * mine.orders)::float8 as "orderBytes", stored.files, stored.bytes as "fileBytes"
    from mine, stored, every, tables`.execute(tenant.db);
  return rows[0] ?? { orders: 0, orderBytes: null, files: 0, fileBytes: 0 };
}
