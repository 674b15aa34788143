import { addressOf } from '../../../platform/call.ts';
import type { Paginated } from '../../../platform/list/query.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import type { FoundItem } from '../catalogue/contract.ts';
import { productsByAccountCall } from '../catalogue/products/contract.ts';
import { findItems, itemsBySku } from '../catalogue/queries.ts';
import { type Item, readItem } from '../catalogue/record/read-item.ts';
import { type LinkedItem, listLinkedItems } from './linked-items.ts';
import { listOpenOrders, type OpenOrders } from './open-orders.ts';

export type ProductRecord = Item & { linked: LinkedItem[]; more_linked: number; orders: OpenOrders };

/** A product with its stock by location, its channel items, the orders that need it, and its history; undefined where there is none. */
export async function getProduct(tenant: Tenant, id: number): Promise<ProductRecord | undefined> {
  const [product, linked, orders] = await Promise.all([
    readItem(tenant, 'products', id),
    listLinkedItems(tenant, id),
    listOpenOrders(tenant, id),
  ]);
  return product && { ...product, ...linked, orders };
}

/** One page of all products, or of those that `q` finds, with the addresses of the pages beside it. */
export async function productsByAccount(tenant: Tenant, { q, page }: { q: string; page: number }): Promise<Paginated<FoundItem>> {
  const result = await findItems(tenant, 'products', { ...itemsBySku, search: q.trim(), page, perPage: 50 });
  const urlOf = (target: number) =>
    addressOf(productsByAccountCall.path, { accountId: tenant.accountId }, { ...(q && { q }), page: target });
  return {
    ...result,
    prev_page_url: result.prev_page_url && urlOf(Math.min(page - 1, result.last_page)),
    next_page_url: result.next_page_url && urlOf(page + 1),
  };
}
