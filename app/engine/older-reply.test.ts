import { expect, test } from 'vitest';
import type { ChannelOrder, Orders } from '../../connectors/contract.ts';
import { pageOf } from '../../connectors/csv-drop/rows.ts';
import { theirWords } from '../../connectors/http/reasons.ts';
import { buildShop, ofOrders } from '../../test/build.ts';
import { testDatabase } from '../../test/database.ts';
import { connectVendor, page, vendorOrder } from '../../test/shop/vendor.ts';
import { toggleLock } from '../nouns/orders/editing/flags.ts';
import { rereadOrder } from './sending/reread.ts';

const own = testDatabase();
const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 12, minute));

/** An order that waits for its payment and is just being read by itself. `reply`: what the channel replies to that, when a test says. */
async function beingRead() {
  const shop = await buildShop(own, { reads: ofOrders });
  const vendor = await connectVendor(shop);
  const arrive = async (order: ChannelOrder) => {
    vendor.queue = () => page([order]);
    await shop.sync();
    vendor.queue = () => page([]);
  };
  await own.sql(
    `insert into shipping_options (account_id, connection_id, connector_code, amware_code) values ($1, $2, 'ground', 'UPSGR')`,
    [shop.accountId, vendor.id],
  );
  await arrive(vendorOrder('1', { state: 'waiting', sourceStatus: 'unpaid' }));
  const { id } = await shop.order('N-1');
  await own.sql('update orders set must_reread = true where id = $1', [id]);

  const begun = Promise.withResolvers<void>();
  const reply = Promise.withResolvers<ChannelOrder>();
  vendor.get = async () => {
    begun.resolve();
    return { ok: true, value: await reply.promise };
  };
  const reading = rereadOrder(shop.engine, { accountId: shop.accountId, orderId: id });
  await begun.promise;
  const replyWith = async (order: ChannelOrder) => {
    reply.resolve(order);
    await reading;
  };
  return { shop, vendor, id, arrive, replyWith };
}

test('what a channel says while an older reply of its own is on its way is read, though the order was locked at that moment', async () => {
  const { shop, vendor, id, arrive, replyWith } = await beingRead();
  const cancelled = vendorOrder('1', { modifiedAt: at(2), state: 'cancelled', sourceStatus: 'cancelled' });
  const turn = () => shop.inTenant((tenant) => toggleLock(tenant, id));
  await turn();
  await arrive(cancelled);
  await turn();
  await replyWith(vendorOrder('1', { modifiedAt: at(1) }));
  vendor.get = async () => ({ ok: true, value: cancelled });
  await shop.engine.runJobs();
  expect(await shop.order('N-1')).toMatchObject({ order_status: 'cancelled', must_reread: false, warehouse_order_id: null });
});

test('an order that was split while it was being read is read once more before it leaves', async () => {
  const { shop, vendor, arrive, replyWith } = await beingRead();
  const busy = { kind: 'retry', at: new Date(Date.now() + 60_000), reason: theirWords('Busy.'), maybeDone: false } as const;
  vendor.get = async () => ({ ok: false, failure: busy });
  await arrive(vendorOrder('2', { splitFrom: '1', modifiedAt: at(2) }));
  await replyWith(vendorOrder('1', { modifiedAt: at(1) }));
  await shop.engine.runJobs();
  expect(await shop.order('N-1')).toMatchObject({ must_reread: true, warehouse_order_id: null });
});

test('an order that its channel does not let us read again waits for a person, and goes on once it may be read', async () => {
  const { shop, vendor, id, replyWith } = await beingRead();
  const order = vendorOrder('1', { modifiedAt: at(1), state: 'waiting', sourceStatus: 'unpaid' });
  await replyWith(order);
  await own.sql('update orders set must_reread = true where id = $1', [id]);
  const read = async (get: NonNullable<typeof vendor.get>) => {
    vendor.get = get;
    await rereadOrder(shop.engine, { accountId: shop.accountId, orderId: id });
    await shop.engine.runJobs();
  };
  await read(async () => ({ ok: false, failure: { kind: 'forbidden', reason: theirWords('No scope.') } }));
  expect(await shop.order('N-1')).toMatchObject({ must_reread: true, issues: ['unreadable:reread'] });
  await read(async () => ({ ok: true, value: order }));
  expect(await shop.order('N-1')).toMatchObject({ must_reread: false, issues: [] });
});

const head = 'order,date,status,currency,name,address,city,state,postal_code,country,shipping,sku,quantity,price';
/** A channel whose orders are those of a file, as it is when it is read. */
const ofFile = (file: () => string): Orders => ({
  isUndated: true,
  stream: { mode: 'cursor', read: async () => ({ ok: true, value: pageOf(file(), {}) }) },
  get: async () => ({ ok: false, failure: { kind: 'not_found', reason: theirWords('It is not there.') } }),
});
const row = (number: string, day: string, status: string) =>
  `${number},${day},${status},USD,Ann Lee,${number} Main Street,Austin,TX,78701,US,ground,MUG,1,4.50`;

test('a file gives no orders of before the day from which on it is read, and those of that day in whatever zone', async () => {
  const shop = await buildShop(own, { reads: ofOrders });
  const days = {
    'A-1': '2026-11-17',
    'A-2': '2026-11-18',
    'A-3': '2026-11-19',
    'A-4': '2026-11-19T11:59:59Z',
    'A-5': '2026-11-20T12:00:00Z',
  };
  const file = [head, ...Object.entries(days).map(([number, day]) => row(number, day, 'open'))].join('\n');
  const { id } = await connectVendor(shop, { orders: () => ofFile(() => file) });
  const read = async (since: string) => {
    await own.sql(`update streams set since = $2 where connection_id = $1`, [id, since]);
    await shop.sync();
    return (await shop.orders()).map(({ source_order_number }) => source_order_number);
  };
  expect(await read('2026-11-20T12:00:00Z')).toEqual(['A-5']);
  expect(await read('2026-11-20T11:59:59Z')).toEqual(['A-5', 'A-3', 'A-4']);
  expect(await read('2026-11-01T00:00:00Z')).toEqual(['A-5', 'A-3', 'A-4', 'A-1', 'A-2']);
});

test('an order that its file dates back is as the file says; of those that are not known, older ones than wanted are left', async () => {
  const shop = await buildShop(own, { reads: ofOrders });
  let file = [head, row('A-1', '2026-11-20', 'waiting'), row('A-2', '2019-12-31', 'open')].join('\n');
  const { id } = await connectVendor(shop, { orders: () => ofFile(() => file) });
  // As where it was disconnected until then.
  await own.sql(`update connections set orders_since = '2026-01-01' where id = $1`, [id]);
  await shop.sync();
  expect((await shop.orders()).map(({ source_order_number }) => source_order_number)).toEqual(['A-1']);
  file = [head, row('A-1', '2026-11-19', 'cancelled')].join('\n');
  await shop.sync();
  expect(await shop.order('A-1')).toMatchObject({ order_status: 'cancelled', warehouse_order_id: null });
});
