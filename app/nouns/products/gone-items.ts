import { sql } from 'kysely';
import type { Column, Columns } from '../../../platform/columns.ts';
import { notify } from '../../../platform/events.ts';
import { idsOf } from '../../../platform/ids.ts';
import { inAccount } from '../../../platform/in-account.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { isUnreleased } from '../order-flow/order-sql.ts';
import { enqueueCheck } from '../order-flow/recheck.ts';
import { queueStockOfProducts } from '../stock-out/queue.ts';

/** Records that the warehouse no longer names these SKUs. Orders that need them wait until it does, or their SKU is linked otherwise. */
export async function recordGoneItems(tenant: Tenant, skus: string[]): Promise<void> {
  await sql`update raw_materials set gone_at = now() where ${inAccount(tenant)}
    and sku = any(${skus}::text[]) and gone_at is null`.execute(tenant.db);
  // In one order everywhere, so that two writers do not wait for each other.
  const { rows } = await sql<Columns<'products', 'id'>>`
    with gone as materialized (select id from products where ${inAccount(tenant)} and sku = any(${skus}::text[]) and gone_at is null
      order by sku collate "C" for no key update)
    update products p set gone_at = now() from gone where ${inAccount(tenant, 'p')} and p.id = gone.id returning p.id`.execute(tenant.db);
  notify(tenant, 'products');
  notify(tenant, 'raw_materials');
  await followWarehouse(tenant, idsOf(rows));
}

/** After the warehouse ended, or began again, to name these products: channels are told, and the orders that contain them are checked. */
export async function followWarehouse(tenant: Tenant, productIds: number[]): Promise<void> {
  await queueStockOfProducts(tenant, productIds);
  await checkOrdersOf(tenant, productIds);
}

/** Enqueues the check of the orders that contain these products and have not left. */
async function checkOrdersOf(tenant: Tenant, productIds: number[]): Promise<void> {
  if (productIds.length === 0) return;
  const { rows } = await sql<{ id: Column<'orders', 'id'> }>`
    select distinct o.id from order_lines l join orders o on ${inAccount(tenant, 'o')} and o.id = l.order_id
    where ${inAccount(tenant, 'l')} and l.product_id = any(${productIds}::bigint[]) and o.order_status in ('pending', 'error')
      and o.archived_at is null and ${isUnreleased} order by 1`.execute(tenant.db);
  await enqueueCheck(tenant, idsOf(rows));
}
