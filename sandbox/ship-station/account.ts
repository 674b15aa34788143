import type { Clock } from '../clock.ts';
import { type Counters, newCounters } from '../counters.ts';
import type { Caller } from '../front-door.ts';
import type { Journal } from '../journal.ts';
import { createLimit } from '../limit.ts';
import { completeOrder, type Mark, type NewOrder, type SellerOrder } from './order.ts';
import { createOrderBook, type OrderBook } from './order-book.ts';
import { pacificOf } from './pacific.ts';

export type Seller = { key: string; secret: string };

/** A webhook that the seller has asked for. */
export type Subscription = { id: number; targetUrl: string; event: string; storeId: number | null; friendlyName: string | null };

/** One seller's ShipStation: what its key sees and changes. */
export type SellerAccount = Caller &
  Seller & {
    counters: Counters;
    book: OrderBook;
    orders: Map<string, SellerOrder>;
    subscriptions: Map<string, Subscription>;
    /** Enters new orders, as a marketplace import does, and tells the webhooks. */
    add: (orders: NewOrder[]) => SellerOrder[];
    /** True when an order with this number was entered before. */
    hasNumber: (orderNumber: string) => boolean;
    /** Changes an order as a person or a marketplace does: it gets a new modifyDate. */
    change: (order: SellerOrder, changes: Partial<SellerOrder>) => void;
    mark: (order: SellerOrder, mark: Omit<Mark, 'at' | 'fulfillmentId'>) => void;
    subscribe: (subscription: Omit<Subscription, 'id'>) => number;
    unsubscribe: (id: number) => void;
    /** The orders of one import, which a webhook's address names. */
    batch: (id: string) => Set<number>;
    onImport: (listener: (batchId: string, orders: SellerOrder[]) => void) => void;
  };

const firstOrderId = 5_000_000_001;

export function createSellerAccount(seller: Seller, journal: Journal, clock: Clock, limitOf: () => number | null): SellerAccount {
  const table = journal.table<SellerOrder>(`ship_station/${seller.key}/orders`);
  const subscriptions = journal.table<Subscription>(`ship_station/${seller.key}/webhooks`);
  const book = createOrderBook(table);
  const numbers = new Set([...table.rows.values()].map(({ orderNumber }) => orderNumber));
  const batches = new Map<string, Set<number>>();
  const listeners: ((batchId: string, orders: SellerOrder[]) => void)[] = [];
  let lastId = [...table.rows.keys()].reduce((most, id) => Math.max(most, Number(id)), firstOrderId - 1);
  let lastSubscription = Math.max(0, ...[...subscriptions.rows.keys()].map(Number));
  const now = () => pacificOf(clock.now());

  const enter = (order: NewOrder) => {
    lastId += 1;
    const complete = completeOrder(order, lastId, now());
    numbers.add(complete.orderNumber);
    book.enter(complete);
    return complete;
  };
  return {
    ...seller,
    counters: newCounters(),
    standing: createLimit(clock, limitOf),
    book,
    orders: table.rows,
    subscriptions: subscriptions.rows,
    add: (orders) => {
      const entered = orders.map(enter);
      const id = `${lastId.toString(16)}-${batches.size}`;
      rememberBatch(batches, id, entered);
      for (const listener of listeners) listener(id, entered);
      return entered;
    },
    hasNumber: (orderNumber) => numbers.has(orderNumber),
    change: (order, changes) => book.change(order, { ...changes, modifyDate: now() }),
    mark: (order, mark) => {
      const marks = [...order.marks, { ...mark, fulfillmentId: order.orderId * 10 + order.marks.length, at: now() }];
      book.change(order, { marks, orderStatus: 'shipped', modifyDate: now() });
    },
    subscribe: (subscription) => {
      lastSubscription += 1;
      subscriptions.put(String(lastSubscription), { ...subscription, id: lastSubscription });
      return lastSubscription;
    },
    unsubscribe: (id) => subscriptions.remove(String(id)),
    batch: (id) => batches.get(id) ?? new Set(),
    onImport: (listener) => listeners.push(listener),
  };
}

function rememberBatch(batches: Map<string, Set<number>>, id: string, orders: SellerOrder[]) {
  batches.set(id, new Set(orders.map(({ orderId }) => orderId)));
  if (batches.size > 5000) batches.delete(batches.keys().next().value ?? '');
}
