import { sql } from 'kysely';
import type { Tenant } from '../../platform/tenant.ts';
import { readOrderFilter } from '../orders/list/address.ts';
import { listOrders } from '../orders/list/queries.ts';

type Count = { total: number; exact: boolean };

/** A channel's item that is linked to a product. `orders` are those that its SKU finds, null where they were not counted. */
export type LinkedItem = {
  id: number;
  slug: string;
  connection_name: string;
  sku: string;
  name: string | null;
  source_link: string | null;
  orders: Count | null;
  /** Of them those that wait for stock. */
  waiting: Count | null;
};

const shown = 50;
/** A product has one item on each channel, or a few. */
const counted = 8;

/** The items of channels that mean this product, and how many orders each has. */
export async function listLinkedItems(tenant: Tenant, productId: number): Promise<{ linked: LinkedItem[]; more_linked: number }> {
  const { rows } = await sql<Omit<LinkedItem, 'orders' | 'waiting'>>`
    select i.id, c.slug, c.name as connection_name, i.connector_product_sku as sku, i.name, i.source_link
    from connector_products i join connections c on c.account_id = i.account_id and c.id = i.connection_id
    where i.account_id = ${tenant.accountId} and i.product_id = ${productId} order by c.name, i.connector_product_sku limit ${shown + 1}`.execute(
    tenant.db,
  );
  const linked: LinkedItem[] = [];
  const someWait = await someOrdersWaitForStock(tenant);
  for (const [place, item] of rows.slice(0, shown).entries()) {
    const isCounted = place < counted;
    linked.push({
      ...item,
      orders: isCounted ? await countOrders(tenant, item) : null,
      waiting: isCounted && someWait ? await countOrders(tenant, item, 'out_of_stock') : null,
    });
  }
  return { linked, more_linked: Math.max(0, rows.length - shown) };
}

/** As many as the list shows that the number leads to. */
async function countOrders(tenant: Tenant, { slug, sku }: { slug: string; sku: string }, issue = ''): Promise<Count> {
  const filter = readOrderFilter(new URLSearchParams({ search: sku, source: slug, issue, per_page: '25' }));
  const { total, total_is_exact: exact } = await listOrders(tenant, filter);
  return { total, exact };
}

async function someOrdersWaitForStock(tenant: Tenant): Promise<boolean> {
  const { rows } = await sql<{ some: boolean }>`
    select coalesce(sum(n), 0) > 0 as some from issue_tallies where account_id = ${tenant.accountId} and type = 'out_of_stock'`.execute(
    tenant.db,
  );
  return rows[0]?.some === true;
}
