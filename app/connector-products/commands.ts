import { sql } from 'kysely';
import type { Column, Columns } from '../../platform/columns.ts';
import { refuse } from '../../platform/http/refusal.ts';
import type { Tenant } from '../../platform/tenant.ts';
import { checkOrders, checkWaiting } from '../orders/checking/check.ts';
import { recordEvents } from '../orders/history.ts';
import { isUnreleased } from '../orders/order-sql.ts';
import { lockRulesForChange } from '../orders/recheck.ts';

/** Links a channel's SKU to a warehouse product. Every order that waits for the link goes on; returns how many there are. */
export async function linkProduct(
  tenant: Tenant,
  link: { connectionId: number; sku: string; productId: number },
): Promise<{ waiting: number }> {
  const product = await productNamed(tenant, link.productId);
  const connection = await tenant.db
    .selectFrom('connections')
    .select('id')
    .where('account_id', '=', tenant.accountId)
    .where('id', '=', link.connectionId)
    .executeTakeFirst();
  if (!connection) throw refuse(404, 'not_found', 'This connection does not exist.');
  const { rows } = await sql<{ before: Column<'connector_products', 'product_id'> }>`
    insert into connector_products (account_id, connection_id, connector_product_sku, product_id, linked_by, linked_at)
    values (${tenant.accountId}, ${link.connectionId}, ${link.sku}, ${link.productId}, ${tenant.userId}, now())
    on conflict (account_id, connection_id, connector_product_sku) do update set product_id = excluded.product_id, linked_by = excluded.linked_by, linked_at = now()
    returning old.product_id as before`.execute(tenant.db);
  const before = rows[0]?.before ?? null;
  if (before !== null && before !== link.productId) await relinkLines(tenant, link, product);
  return { waiting: await checkWaiting(tenant, { type: 'unmapped_sku', connectionId: link.connectionId, subject: link.sku }) };
}

/** The product of this account with this id. @throws Refusal 404 */
export async function productNamed(tenant: Tenant, id: number): Promise<{ id: number; sku: string }> {
  const product = await tenant.db
    .selectFrom('products')
    .select(['id', 'sku'])
    .where('account_id', '=', tenant.accountId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!product) throw refuse(404, 'not_found', 'This product does not exist.');
  return product;
}

/** Relinks the lines of unreleased orders when a SKU gets another product, and records it in their history. */
async function relinkLines(
  tenant: Tenant,
  link: { connectionId: number; sku: string },
  product: { id: number; sku: string },
): Promise<void> {
  await lockRulesForChange(tenant, link.connectionId);
  const { rows } = await sql<Columns<'order_lines', 'order_id'>>`
    update order_lines l set product_id = ${product.id}, mapped_sku = ${product.sku} from orders o
    where ${unreleasedLines(tenant, link)} and l.product_id <> ${product.id}
    returning l.order_id`.execute(tenant.db);
  const orderIds = [...new Set(rows.map(({ order_id }) => order_id))];
  await recordEvents(
    tenant,
    orderIds.map((orderId) => ({ orderId, kind: 'linked', sentence: `SKU ${link.sku} is linked to ${product.sku} now.` })),
  );
}

/** Lines of the channel's own with this SKU, in orders that have not left. What a person added is a warehouse product already. */
const unreleasedLines = (tenant: Tenant, { connectionId, sku }: { connectionId: number; sku: string }) => sql`
  o.account_id = ${tenant.accountId} and o.connection_id = ${connectionId} and ${isUnreleased}
  and l.account_id = o.account_id and l.order_id = o.id and l.sku = ${sku} and l.source_quantity is distinct from 0`;

/** Unlinks a channel's SKU: orders with that SKU that are not released stop until it is linked again. Returns how many. */
export async function unlinkProduct(tenant: Tenant, connectorProductId: number): Promise<{ stopped: number }> {
  const { rows } = await sql<Columns<'connector_products', 'connection_id' | 'connector_product_sku'>>`
    update connector_products set product_id = null, linked_by = ${tenant.userId}, linked_at = null
    where account_id = ${tenant.accountId} and id = ${connectorProductId} returning connection_id, connector_product_sku`.execute(
    tenant.db,
  );
  const [link] = rows;
  if (!link) throw refuse(404, 'not_found', 'This product does not exist.');
  await lockRulesForChange(tenant, link.connection_id);
  const { rows: lines } = await sql<Columns<'order_lines', 'order_id'>>`
    update order_lines l set product_id = null, mapped_sku = null from orders o
    where ${unreleasedLines(tenant, { connectionId: link.connection_id, sku: link.connector_product_sku })}
    returning l.order_id`.execute(tenant.db);
  const orderIds = [...new Set(lines.map(({ order_id }) => order_id))];
  await checkOrders(tenant, orderIds);
  return { stopped: orderIds.length };
}
