import type { Clock } from '../clock.ts';
import { type Counters, newCounters } from '../counters.ts';
import type { Caller } from '../front-door.ts';
import type { Journal, Table } from '../journal.ts';
import { createLimit } from '../limit.ts';
import { completeOrder, type Mark, type NewOrder, type SellerOrder } from './order.ts';
import { createOrderBook, type OrderBook } from './order-book.ts';
import { type Pacific, pacificOf } from './pacific.ts';
import { type Splitting, splitting } from './splitting.ts';

/** A place that the seller sells at. Stores of all sellers are numbered together; one that is switched off is listed on request alone. */
export type Store = { storeId: number; storeName: string; marketplaceName: string; active?: boolean };

/** The demo's stores where none are named. */
export type Seller = { key: string; secret: string; stores?: Store[] };

const demoStores: Store[] = [
  { storeId: 310_001, storeName: 'Web shop', marketplaceName: 'Custom Store' },
  { storeId: 310_002, storeName: 'Wholesale', marketplaceName: 'Manual Orders' },
];

/** A webhook that the seller has subscribed to. */
export type Subscription = { id: number; targetUrl: string; event: string; storeId: number | null; friendlyName: string | null };

/** One seller's ShipStation: what its key sees and changes. */
export type SellerAccount = Caller &
  Seller &
  Splitting & {
    stores: Store[];
    counters: Counters;
    book: OrderBook;
    orders: Map<string, SellerOrder>;
    subscriptions: Map<string, Subscription>;
    /** Enters new orders, as a marketplace import does, and sends webhooks. */
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
  const book = createOrderBook(table);
  const now = () => pacificOf(clock.now());
  const stores = seller.stores ?? demoStores;
  const { enter, ...importing } = imports(table.rows, book, now, stores[0]?.storeId);
  return {
    ...seller,
    stores: stores.map((store) => ({ ...store })),
    counters: newCounters(),
    standing: createLimit(clock, limitOf),
    book,
    orders: table.rows,
    ...importing,
    ...splitting(book, enter, now),
    ...subscribing(journal.table<Subscription>(`ship_station/${seller.key}/webhooks`)),
    change: (order, changes) => book.change(order, { ...changes, modifyDate: now() }),
    mark: (order, mark) => {
      const marks = [...order.marks, { ...mark, fulfillmentId: order.orderId * 10 + order.marks.length, at: now() }];
      book.change(order, { marks, orderStatus: 'shipped', modifyDate: now() });
    },
  };
}

function imports(rows: Map<string, SellerOrder>, book: OrderBook, now: () => Pacific, usualStore = 0) {
  const numbers = new Set([...rows.values()].map(({ orderNumber }) => orderNumber));
  const batches = new Map<string, Set<number>>();
  const listeners: ((batchId: string, orders: SellerOrder[]) => void)[] = [];
  let lastId = [...rows.keys()].reduce((most, id) => Math.max(most, Number(id)), firstOrderId - 1);
  const enter = (order: NewOrder) => {
    lastId += 1;
    const complete = completeOrder({ storeId: usualStore, ...order }, lastId, now());
    numbers.add(complete.orderNumber);
    book.enter(complete);
    return complete;
  };
  return {
    enter,
    hasNumber: (orderNumber: string) => numbers.has(orderNumber),
    batch: (id: string) => batches.get(id) ?? new Set<number>(),
    onImport: (listener: (batchId: string, orders: SellerOrder[]) => void) => void listeners.push(listener),
    add: (orders: NewOrder[]) => {
      const entered = orders.map(enter);
      const id = `${lastId.toString(16)}-${batches.size}`;
      rememberBatch(batches, id, entered);
      for (const listener of listeners) listener(id, entered);
      return entered;
    },
  };
}

function subscribing(table: Table<Subscription>) {
  let last = Math.max(0, ...[...table.rows.keys()].map(Number));
  return {
    subscriptions: table.rows,
    subscribe: (subscription: Omit<Subscription, 'id'>) => {
      last += 1;
      table.put(String(last), { ...subscription, id: last });
      return last;
    },
    unsubscribe: (id: number) => table.remove(String(id)),
  };
}

function rememberBatch(batches: Map<string, Set<number>>, id: string, orders: SellerOrder[]) {
  batches.set(id, new Set(orders.map(({ orderId }) => orderId)));
  if (batches.size > 5000) batches.delete(batches.keys().next().value ?? '');
}
