import type { Table } from '../journal.ts';
import { OrderedList } from '../ordered-list.ts';
import type { OrderStatus, SellerOrder } from './order.ts';
import type { Pacific } from './pacific.ts';
import { renderOrder } from './wire.ts';

export const sortKeys = { ModifyDate: 'modifyDate', CreateDate: 'createDate', OrderDate: 'orderDate' } as const;

export type OrderQuery = {
  orderStatus?: OrderStatus | undefined;
  storeId?: number | undefined;
  orderNumber?: string | undefined;
  orderIds?: Set<number> | undefined;
  modified: [Pacific, Pacific];
  created: [Pacific, Pacific];
  ordered: [Pacific, Pacific];
  sortBy: keyof typeof sortKeys;
  descending: boolean;
  page: number;
  pageSize: number;
};

/** An account's orders, sorted by modification for each status and store, so that a page costs the same at any size. */
export type OrderBook = {
  get: (orderId: number) => SellerOrder | undefined;
  enter: (order: SellerOrder) => void;
  change: (order: SellerOrder, changes: Partial<SellerOrder>) => void;
  /** The order is no longer listed, and reading it gives 404. */
  remove: (order: SellerOrder) => void;
  find: (query: OrderQuery) => { orders: SellerOrder[]; total: number };
  /** The order as JSON; cached, because overlaps are read again and again. */
  write: (order: SellerOrder) => string;
};

const mostCached = 30_000;

export function createOrderBook(table: Table<SellerOrder>): OrderBook {
  const indexes = new Map<string, OrderedList<SellerOrder>>();
  const texts = new Map<number, string>();
  const indexOf = (name: string) => {
    const index = indexes.get(name) ?? new OrderedList<SellerOrder>(byModification);
    indexes.set(name, index);
    return index;
  };
  const index = (order: SellerOrder) => {
    for (const name of indexNames(order)) indexOf(name).insert(order);
  };
  const unindex = (order: SellerOrder) => {
    for (const name of indexNames(order)) indexOf(name).remove(order);
    texts.delete(order.orderId);
  };
  for (const order of table.rows.values()) index(order);
  return {
    get: (orderId) => table.rows.get(String(orderId)),
    enter: (order) => {
      table.put(String(order.orderId), order);
      index(order);
    },
    change: (order, changes) => {
      unindex(order);
      table.patch(String(order.orderId), changes);
      index(order);
    },
    remove: (order) => {
      unindex(order);
      table.remove(String(order.orderId));
    },
    find: (query) => find(indexOf(indexName(query.orderStatus, query.storeId)), query),
    write: (order) => {
      const text = texts.get(order.orderId) ?? JSON.stringify(renderOrder(order));
      texts.set(order.orderId, text);
      if (texts.size > mostCached) texts.delete(texts.keys().next().value ?? 0);
      return text;
    },
  };
}

const byModification = (a: SellerOrder, b: SellerOrder) => a.modifyDate - b.modifyDate || a.orderId - b.orderId;

const indexName = (status: string | undefined, storeId: number | undefined) => `${status ?? '*'}/${storeId ?? '*'}`;

const indexNames = ({ orderStatus, storeId }: SellerOrder) => [
  indexName(undefined, undefined),
  indexName(orderStatus, undefined),
  indexName(undefined, storeId),
  indexName(orderStatus, storeId),
];

function find(list: OrderedList<SellerOrder>, query: OrderQuery) {
  const from = list.position((order) => order.modifyDate >= query.modified[0]);
  const to = Math.max(
    from,
    list.position((order) => order.modifyDate > query.modified[1]),
  );
  const skip = (query.page - 1) * query.pageSize;
  if (query.sortBy === 'ModifyDate' && !filtersMore(query)) {
    const total = to - from;
    if (!query.descending) return { total, orders: list.slice(from + skip, Math.min(to, from + skip + query.pageSize)) };
    return { total, orders: list.slice(Math.max(from, to - skip - query.pageSize), Math.max(from, to - skip)).toReversed() };
  }
  const key = sortKeys[query.sortBy];
  const matches = list.slice(from, to).filter((order) => matchesMore(order, query));
  matches.sort((a, b) => (query.descending ? b[key] - a[key] || b.orderId - a.orderId : a[key] - b[key] || a.orderId - b.orderId));
  return { total: matches.length, orders: matches.slice(skip, skip + query.pageSize) };
}

function filtersMore({ orderNumber, orderIds, created, ordered }: OrderQuery): boolean {
  return orderNumber !== undefined || orderIds !== undefined || [...created, ...ordered].some(Number.isFinite);
}

function matchesMore(order: SellerOrder, { orderNumber, orderIds, created, ordered }: OrderQuery): boolean {
  if (orderNumber !== undefined && !order.orderNumber.startsWith(orderNumber)) return false;
  if (orderIds && !orderIds.has(order.orderId)) return false;
  if (order.createDate < created[0] || order.createDate > created[1]) return false;
  return order.orderDate >= ordered[0] && order.orderDate <= ordered[1];
}
