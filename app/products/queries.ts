import type { Tenant } from '../../platform/tenant.ts';
import { type Expected, readExpected } from '../catalogue/record/expected.ts';
import { type ItemChange, listChanges } from '../catalogue/record/history.ts';
import { type ItemRecord, readRecord } from '../catalogue/record/read.ts';
import { type LinkedItem, listLinkedItems } from './linked-items.ts';
import { listOpenOrders, type OpenOrders } from './open-orders.ts';

export type ProductRecord = ItemRecord & {
  linked: LinkedItem[];
  more_linked: number;
  orders: OpenOrders;
  changes: ItemChange[];
  expected: Expected;
};

/** A product with its stock by location, its channel items, the orders that need it, and its history; undefined when the account has none of this id. */
export async function getProduct(tenant: Tenant, id: number): Promise<ProductRecord | undefined> {
  const [product, linked, orders, changes, expected] = await Promise.all([
    readRecord(tenant, 'products', id),
    listLinkedItems(tenant, id),
    listOpenOrders(tenant, id),
    listChanges(tenant, 'products', id),
    readExpected(tenant, 'products', id),
  ]);
  return product && { ...product, ...linked, orders, changes, expected };
}
