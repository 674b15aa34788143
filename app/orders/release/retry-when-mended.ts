import { sql } from 'kysely';
import type { Columns } from '../../../platform/columns.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { unitsOfLine } from '../units.ts';
import { retryOrders } from './retry.ts';

/** Retries orders that the warehouse refused as out of stock, once a stock snapshot has enough for all their lines. */
export async function retryOutOfStock(tenant: Tenant, changedSkus: string[]): Promise<void> {
  if (changedSkus.length === 0) return;
  const { rows } = await sql<Columns<'orders', 'id'>>`
    select i.order_id as id from issues i
    where i.account_id = ${tenant.accountId} and i.type = 'out_of_stock' and i.closed_at is null
      and exists (select from order_lines l where l.account_id = i.account_id and l.order_id = i.order_id and l.mapped_sku = any(${changedSkus}::text[]))
      and ${isEnough}`.execute(tenant.db);
  await retryOrders(
    tenant,
    rows.map(({ id }) => id),
  );
}

/** Retries an order that the warehouse refused and a person edited since; one that was out of stock only if there is enough now. */
export async function retryEdited(tenant: Tenant, orderId: number): Promise<void> {
  const { rows } = await sql<Columns<'orders', 'id'>>`
    select i.order_id as id from issues i
    where i.account_id = ${tenant.accountId} and i.order_id = ${orderId} and i.closed_at is null
      and (i.type = 'rejected_by_warehouse' or i.type = 'out_of_stock' and ${isEnough}) limit 1`.execute(tenant.db);
  await retryOrders(
    tenant,
    rows.map(({ id }) => id),
  );
}

const isEnough = sql`not exists (
  select from order_lines l join products p on p.account_id = l.account_id and p.id = l.product_id
  where l.account_id = i.account_id and l.order_id = i.order_id and not l.is_charge and p.quantity_available < ${unitsOfLine})`;
