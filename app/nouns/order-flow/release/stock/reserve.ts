import { sql } from 'kysely';
import type { Column, Columns } from '../../../../../platform/columns.ts';
import { inAccount } from '../../../../../platform/in-account.ts';
import type { Tenant } from '../../../../../platform/tenant.ts';
import { openOrderIssues } from '../../order-issues.ts';
import { isPartOfNone, isReady } from '../../order-sql.ts';
import { type Free, fitting, type Need, type OrderNeeds } from './fitting.ts';
import { byOrder, type NeedRow, needsOf } from './needs.ts';

/**
 * Promises ready orders their stock, each all of it or nothing, in the order of their arrival. One that stock is missing for becomes
 * out of stock. `areNew` where none of them can have a promise from before.
 */
export async function reserveStock(tenant: Tenant, orderIds: number[], { areNew = false } = {}): Promise<void> {
  if (!areNew) await freeUnfitting(tenant, orderIds);
  const { orders, free } = await readNeeds(tenant, orderIds);
  if (orders.length === 0) return;
  const { served, lacking } = fitting(orders, free);
  await insertReservations(
    tenant,
    served.flatMap(({ orderId, needs }) => needs.map(({ productId, units }) => ({ orderId, productId, units }))),
  );
  await reportLacking(tenant, lacking);
}

/** Frees what was promised to orders that are no longer ready, or that need something else by now. What is released keeps its own. */
async function freeUnfitting(tenant: Tenant, orderIds: number[]): Promise<void> {
  await sql`
    delete from reservations r using orders o
    where ${inAccount(tenant, 'r')} and r.order_id = any(${orderIds}::bigint[]) and ${inAccount(tenant, 'o')} and o.id = r.order_id
      and o.warehouse_order_id is null and r.accepted_at is null
      and (not (${isReady} and ${isPartOfNone(tenant)}) or exists (
        select from (select product_id, units from reservations mine where ${inAccount(tenant, 'mine')} and mine.order_id = o.id) as mine
        full join (${needsOf(tenant, sql`l.order_id = o.id`)}) as needed using (product_id)
        where mine.units is distinct from needed.units))`.execute(tenant.db);
}

type Needs = { needed: Omit<NeedRow, 'sku' | 'to_promise'>[] | null; products: Columns<'products', 'id' | 'sku' | 'to_promise'>[] | null };

/** What orders without a promise need, and what is free of that. Nobody else promises these products until the transaction ends. */
async function readNeeds(tenant: Tenant, orderIds: number[]): Promise<{ orders: OrderNeeds[]; free: Free }> {
  // Both lists by themselves: nobody can tell the planner how long they are, and it would join them by comparing each with each.
  const { rows } = await sql<Needs>`
    with waiting as materialized (
      select o.id from orders o
      where ${inAccount(tenant, 'o')} and o.id = any(${orderIds}::bigint[]) and ${isReady} and o.units_ordered > 0
        and ${isPartOfNone(tenant)}
        and not exists (select from reservations r where ${inAccount(tenant, 'r')} and r.order_id = o.id)
    ),
    needed as materialized (${needsOf(tenant, sql`l.order_id in (select id from waiting)`)}),
    -- In one order everywhere, so that two writers do not wait for each other.
    locked as materialized (
      select p.id, p.sku, p.to_promise from products p where ${inAccount(tenant, 'p')} and p.id in (select product_id from needed)
      order by p.sku collate "C" for no key update
    )
    select (select json_agg(needed) from needed) as needed, (select json_agg(locked) from locked) as products`.execute(tenant.db);
  const products = new Map(rows[0]?.products?.map((product) => [product.id, product]));
  const needed = (rows[0]?.needed ?? []).flatMap((need) => {
    const product = products.get(need.product_id);
    return product ? [{ ...need, sku: product.sku, to_promise: product.to_promise }] : [];
  });
  return byOrder(needed.sort((one, two) => one.order_id - two.order_id || (one.sku < two.sku ? -1 : 1)));
}

async function insertReservations(tenant: Tenant, rows: { orderId: number; productId: number; units: number }[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into reservations (account_id, order_id, product_id, units)
    select ${tenant.accountId}, "orderId", "productId", units
    from json_to_recordset(${JSON.stringify(rows)}::json) as row ("orderId" bigint, "productId" bigint, units int)
    returning 1`.execute(tenant.db);
  const orderIds = [...new Set(rows.map(({ orderId }) => orderId))];
  await sql`
    update order_lines set is_out_of_stock = false
    where ${inAccount(tenant)} and order_id = any(${orderIds}::bigint[]) and is_out_of_stock`.execute(tenant.db);
}

async function reportLacking(tenant: Tenant, lacking: (OrderNeeds & { missing: (Need & { free: number })[] })[]): Promise<void> {
  if (lacking.length === 0) return;
  const orderIds = lacking.map(({ orderId }) => orderId);
  const short = lacking.flatMap(({ orderId, missing }) => missing.map(({ productId }) => ({ orderId, productId })));
  await sql`
    update order_lines l set is_out_of_stock = exists (
      select from json_to_recordset(${JSON.stringify(short)}::json) as short ("orderId" bigint, "productId" bigint)
      where short."orderId" = l.order_id and short."productId" = l.product_id)
    where ${inAccount(tenant, 'l')} and l.order_id = any(${orderIds}::bigint[]) and not l.is_charge`.execute(tenant.db);
  const { rows } = await sql<Columns<'orders', 'id' | 'connection_id'> & { warehouse: Column<'connections', 'name'> | null }>`
    select o.id, o.connection_id, (select c.name from connections c where ${inAccount(tenant, 'c')} and 'warehouse' = any(c.capabilities)
      and c.disconnected_at is null order by c.id limit 1) as warehouse
    from orders o where ${inAccount(tenant, 'o')} and o.id = any(${orderIds}::bigint[])`.execute(tenant.db);
  const orders = new Map(rows.map((row) => [row.id, row]));
  await openOrderIssues(
    tenant,
    lacking.map(({ orderId, missing }) => {
      const { connection_id, warehouse } = orders.get(orderId) ?? {};
      const its = missing.map(({ sku, units: needed, free: left }) => ({ sku, needed, left }));
      const sentence = { code: 'stock_too_low', warehouse: warehouse ?? null, missing: its } as const;
      return { orderId, ...(connection_id && { connectionId: connection_id }), type: 'out_of_stock', subject: 'stock', sentence };
    }),
  );
}
