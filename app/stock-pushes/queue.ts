import { type RawBuilder, sql } from 'kysely';
import type { Tenant } from '../../platform/tenant.ts';
import { type Again, queueCounted } from '../outbox/queue.ts';

/**
 * Queues the stock of the linked listings `cp` that meet a condition, where their channel is told of stock. What is sent is composed
 * when it leaves, so that the newest wins; one that is queued already stays where it is. Nothing happens for connections that are
 * not told. Returns how many were queued.
 */
export function queueStock(
  tenant: Tenant,
  meant: RawBuilder<unknown>,
  { runId, again = 'when_ended' }: { runId?: number; again?: Again } = {},
): Promise<number> {
  return queueCounted(
    tenant,
    {
      kind: 'stock',
      connectionId: sql`cp.connection_id`,
      key: sql`cp.id::text`,
      userId: runId === undefined ? null : tenant.userId,
      ...(runId === undefined ? {} : { runId }),
      from: sql`stock_settings s
        join connections c on c.account_id = s.account_id and c.id = s.connection_id and c.disconnected_at is null
        join connector_products cp on cp.account_id = s.account_id and cp.connection_id = s.connection_id and cp.product_id is not null
        where s.account_id = ${tenant.accountId} and s.mode <> 'off' and ${meant}`,
    },
    again,
  );
}

/** Queues the stock of these products, because something was counted, promised or given back. */
export async function queueStockOfProducts(tenant: Tenant, productIds: readonly number[]): Promise<void> {
  if (productIds.length > 0) await queueStock(tenant, sql`cp.product_id = any(${[...new Set(productIds)]}::bigint[])`);
}

/** The same by the warehouse's SKUs. */
export async function queueStockOfSkus(tenant: Tenant, skus: readonly string[]): Promise<void> {
  if (skus.length === 0) return;
  await queueStock(
    tenant,
    sql`cp.product_id in (select p.id from products p where p.account_id = ${tenant.accountId} and p.sku = any(${[...new Set(skus)]}::text[]))`,
  );
}

/** Queues the stock of these SKUs of a connection, because their links or what is kept back of them changed. */
export async function queueStockOfListings(tenant: Tenant, connectionId: number, skus: readonly string[]): Promise<void> {
  if (skus.length > 0)
    await queueStock(tenant, sql`cp.connection_id = ${connectionId} and cp.connector_product_sku = any(${skus}::text[])`);
}

/** Queues the stock of what a connection sells, because its location with this code is mapped to another building. */
export async function queueStockOfLocation(tenant: Tenant, connectionId: number, code: string): Promise<void> {
  await queueStock(tenant, sql`cp.connection_id = ${connectionId} and s.location_id = ${code}`);
}

/** Queues the stock of what is on these orders. */
export async function queueStockOfOrders(tenant: Tenant, orderIds: readonly number[]): Promise<void> {
  if (orderIds.length === 0) return;
  await queueStock(
    tenant,
    sql`cp.product_id in (select l.product_id from order_lines l where l.account_id = ${tenant.accountId} and l.order_id = any(${orderIds}::bigint[]))`,
  );
}
