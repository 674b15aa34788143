import { stockToTell } from '../../app/nouns/stock-out/quantities.ts';
import { queueListingsAnew, queueStockOfSkus } from '../../app/nouns/stock-out/queue.ts';
import { shipStock } from '../../app/nouns/warehouse/ship-stock.ts';
import { finishSnapshot, storeStock } from '../../app/nouns/warehouse/stock.ts';
import type { WarehouseShipment } from '../../connectors/contract.ts';
import { type Tenant, withoutPerson } from '../../platform/tenant.ts';
import { addAccount } from '../build.ts';
import type { TestDatabase } from '../database.ts';
import { addMugPurchase, addMugReceipt } from './mug-receipts.ts';
import { addConnection, addLines, addListings, addOrders, addProducts } from './rows.ts';
import { type MugCount, openShelf, places, type Shelf } from './shelf.ts';

export const mugSteps = [
  ...([
    'sell',
    'accept',
    'hear of order',
    'leave',
    'hear of parcel',
    'send back',
    'hear of return',
    'come',
    'hear of receipt',
    'book',
  ] as const),
  ...(['begin', 'look', 'store'] as const),
];
export type MugStep = (typeof mugSteps)[number];
type Acts<Name extends MugStep> = Record<Name, (a: number, now: Date) => unknown>;

/** An account whose mugs lie in a warehouse, and are sold by a channel and kept in a book. Steps that cannot be taken do nothing. */
export async function mugSeller(own: TestDatabase) {
  const rows = await addRows(own);
  const shelf = openShelf();
  const inBook = { units: 0 };
  const acts = { ...selling(rows, shelf), ...returning(rows, shelf), ...receiving(rows, shelf, inBook), ...counting(rows, shelf) };
  let [clock, inChannel] = [Date.UTC(2026, 10, 20) + 1, 0];
  return {
    shelf,
    async take(what: MugStep, a: number): Promise<void> {
      clock += 1_000;
      await acts[what](a, new Date(clock));
    },
    /** What the channel and the book have. They are told whenever that is noted. */
    async told(): Promise<{ channel: number; book: number }> {
      const due = await own.sql('delete from stock_due where account_id = $1 returning id', [rows.accountId]);
      if (due.length > 0) [inChannel, inBook.units] = [await rows.toTell('available'), await rows.toTell('on_hand')];
      return { channel: inChannel, book: inBook.units };
    },
  };
}

type Rows = Awaited<ReturnType<typeof addRows>>;

async function addRows(own: TestDatabase) {
  const { accountId } = await addAccount(own);
  const [warehouse, channel, book] = [
    await addConnection(own, accountId, 'warehouse'),
    await addConnection(own, accountId),
    await addConnection(own, accountId),
  ];
  const products = await addProducts(own, accountId, ['MUG']);
  for (const connection of [channel, book]) await addListings(own, connection, ['MUG']);
  await own.sql(`insert into stock_settings (account_id, connection_id, mode, location_id) select $1, unnest($2::bigint[]), 'on', '1'`, [
    accountId,
    [channel, book],
  ]);
  const listings = await own.sql<{ id: number; connection_id: number }>(
    `update connector_products set product_id = $2, linked_at = now() where account_id = $1 returning id, connection_id`,
    [accountId, products.get('MUG')],
  );
  const line = await addMugPurchase(own, accountId, book, products.get('MUG') ?? 0);
  const within = <T>(work: (tenant: Tenant) => Promise<T>) => withoutPerson(own.database, accountId, work);
  return {
    ...{ own, accountId, warehouse, channel, products, line, within },
    queue: () => within((tenant) => queueStockOfSkus(tenant, ['MUG'])),
    queueBook: () => within((tenant) => queueListingsAnew(tenant, book, ['MUG'])),
    toTell(kind: 'available' | 'on_hand'): Promise<number> {
      const connection = kind === 'available' ? channel : book;
      const ids = listings.flatMap(({ id, connection_id }) => (Number(connection_id) === connection ? Number(id) : []));
      return within(async (tenant) => (await stockToTell(tenant, kind, connection, ids))[0]?.quantity ?? 0);
    },
  };
}

function selling({ own, accountId, channel, warehouse, products, within, queue }: Rows, { sold, allocate, send, free: left }: Shelf) {
  return {
    async sell(a) {
      const units = 1 + (a % 4);
      const [free] = await own.sql<{ units: number }>('select to_promise as units from products where account_id = $1', [accountId]);
      // What went back and is not heard of is sold by nobody here: the warehouse would not have it.
      if (Math.min(free?.units ?? 0, left()) < units) return;
      const [id = 0] = await addOrders(own, accountId, channel, [{ order_status: 'pending' }]);
      await addLines(own, accountId, id, [{ sku: 'MUG', quantity: units }], products);
      await own.sql('insert into reservations (account_id, order_id, product_id, units) values ($1, $2, $3, $4)', [
        ...[accountId, id, products.get('MUG'), units],
      ]);
      sold.push({ id, units, from: null, isHeard: false, leftAt: null, parcelIsHeard: false });
      await queue();
    },
    accept() {
      const order = sold.find(({ from }) => from === null);
      if (order) allocate(order);
    },
    async 'hear of order'(_, now) {
      const order = sold.find(({ from, isHeard }) => from !== null && !isHeard);
      if (!order) return;
      order.isHeard = true;
      await own.sql(`update orders set in_amware = 1, order_status = 'packing' where id = $1`, [order.id]);
      await own.sql('update reservations set accepted_at = $2 where order_id = $1', [order.id, now]);
      await queue();
    },
    leave(a, now) {
      const waiting = sold.filter(({ from, leftAt }) => from !== null && leftAt === null);
      const order = waiting[a % (waiting.length || 1)];
      if (order) send(order, now);
    },
    async 'hear of parcel'(a) {
      const left = sold.filter(({ leftAt, isHeard, parcelIsHeard }) => leftAt !== null && isHeard && !parcelIsHeard);
      const order = left[a % (left.length || 1)];
      if (!order?.leftAt) return;
      order.parcelIsHeard = true;
      const lines = [{ lineReference: '1', sku: 'MUG', lot: null, quantity: order.units }];
      const parcel: WarehouseShipment = {
        ...{ remoteId: `P${order.id}`, providerRef: 'W1', reference: `R${order.id}`, carrier: 'UPS', method: 'UPSGR' },
        ...{ trackingNumber: '1Z', trackingUrl: null, weightGrams: null, shippedAt: order.leftAt, lines, raw: null },
      };
      await within((tenant) => shipStock(tenant, warehouse, [parcel]));
    },
  } satisfies Acts<'sell' | 'accept' | 'hear of order' | 'leave' | 'hear of parcel'>;
}

function returning({ warehouse, within }: Rows, { returned, free, sendBack }: Shelf) {
  return {
    'send back'(a, leftAt) {
      const units = Math.min(1 + (a % 4), free());
      if (units > 0) sendBack({ id: returned.length, units, leftAt, isHeard: false });
    },
    async 'hear of return'() {
      const mugs = returned.find(({ isHeard }) => !isHeard);
      if (!mugs) return;
      mugs.isHeard = true;
      const lines = [{ lineReference: '1', sku: 'MUG', lot: null, quantity: mugs.units }];
      const parcel: WarehouseShipment = {
        ...{ remoteId: `V${mugs.id}`, providerRef: 'W1', reference: 'P1', asnId: 'A1', carrier: 'UPS', method: 'UPSGR', lines },
        ...{ trackingNumber: '1Z', trackingUrl: null, weightGrams: null, shippedAt: mugs.leftAt, raw: null },
      };
      await within((tenant) => shipStock(tenant, warehouse, [parcel], new Set([parcel.remoteId])));
    },
  } satisfies Acts<'send back' | 'hear of return'>;
}

function receiving({ own, accountId, warehouse, line, queueBook }: Rows, { came, put }: Shelf, inBook: { units: number }) {
  return {
    come: (a, cameAt) => put(places[a % 2] ?? 'A', { units: 1 + a, cameAt, id: null, isBooked: false }),
    async 'hear of receipt'() {
      const mugs = came.find(({ id }) => id === null);
      if (!mugs) return;
      mugs.id = await addMugReceipt(own, accountId, warehouse, line, mugs);
      await queueBook();
    },
    async book(_, now) {
      const mugs = came.find(({ id, isBooked }) => id !== null && !isBooked);
      if (!mugs) return;
      mugs.isBooked = true;
      inBook.units += mugs.units;
      await own.sql('update receipts set processed_at = $2 where id = $1', [mugs.id, now]);
      await queueBook();
    },
  } satisfies Acts<'come' | 'hear of receipt' | 'book'>;
}

function counting({ warehouse, within }: Rows, { look }: Shelf) {
  let count: MugCount | null = null;
  return {
    begin(a, begunAt) {
      // Now and then one is given up.
      if (count === null || a < 3) count = { begunAt, looked: [], lookedAt: begunAt, stored: 0 };
    },
    look: (_, now) => count && look(count, now),
    async store() {
      const now = count;
      const rows = now?.looked[now.stored];
      if (!now || !rows) return;
      now.stored += 1;
      const isLast = now.stored === places.length;
      await within(async (tenant) => {
        await storeStock(tenant, warehouse, rows, now.begunAt);
        if (isLast) await finishSnapshot(tenant, warehouse, now.begunAt, now.lookedAt);
      });
      if (isLast) count = null;
    },
  } satisfies Acts<'begin' | 'look' | 'store'>;
}
