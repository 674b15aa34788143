import { expect, test } from 'vitest';
import { paces } from '../../../../../sandbox/amware/pace.ts';
import { testDatabase } from '../../../../../test/database.ts';
import { eventsInWords } from '../../../../../test/in-words.ts';
import { splittingShop } from '../../../../../test/shop/splits.ts';
import { shipAll } from '../../../../../test/shop/warehouse.ts';
import { toggleLock } from '../../../orders/editing/flags.ts';
import { rereadBefore } from '../reread.ts';

const own = testDatabase();

async function shopWithOrder(changes: object = {}) {
  const shop = await splittingShop(own);
  const [sold] = shop.sell({ orderNumber: '1001', ...changes });
  if (!sold) throw new Error('nothing was sold');
  await shop.sync();
  const reread = async () => {
    const { id } = await shop.row(sold);
    await shop.inTenant((tenant) => rereadBefore(tenant, [id]));
    await shop.engine.runJobs();
  };
  return { ...shop, sold, reread, now: () => shop.row(sold) };
}

test('an order that the channel no longer has when it is read again ends: nothing of it is sent', async () => {
  const { sold, seller, now, held, sync, inTenant, engine } = await shopWithOrder({ orderStatus: 'on_hold' });
  const { id } = await now();
  await inTenant((tenant) => toggleLock(tenant, id));
  seller.change(sold, { orderStatus: 'awaiting_shipment' });
  await sync();
  seller.vanish(sold);
  await inTenant((tenant) => toggleLock(tenant, id));
  await engine.runJobs();
  await sync();
  expect(await now()).toMatchObject({ order_status: 'cancelled', ended_by: 'gone', gone_at: expect.any(Date), issues: [] });
  expect(held()).toEqual({});
  expect(eventsInWords(await own.sql('select sentence from order_events where order_id = $1 order by id desc limit 1', [id]))).toEqual([
    { sentence: 'ShipStation no longer has it: nothing of it is sent.' },
  ]);
});

test('of an order that is gone while the warehouse has it a person is told, once, and the channel is told nothing', async () => {
  const shop = await shopWithOrder();
  const { sold, seller, now, reread } = shop;
  seller.vanish(sold);
  await reread();
  await reread();
  expect(await now()).toMatchObject({
    ...{ order_status: 'packing', issues: ['changed_after_release:gone'] },
    sentences: ['ShipStation no longer has this order, but the warehouse has it.'],
  });
  await shipAll(shop);
  expect(await now()).toMatchObject({ order_status: 'shipped', issues: ['changed_after_release:gone'] });
  expect(seller.counters.operations.mark_as_shipped ?? 0).toBe(0);
});

test.each(['keep-as-sent', null] as const)('one that is gone and comes back from the warehouse ends, decided: %s', async (action) => {
  const { sold, seller, now, reread, decide, sandbox, flow, held } = await shopWithOrder();
  seller.vanish(sold);
  await reread();
  if (action) await decide(sold, action);
  const { orders } = sandbox.control.client();
  for (const order of orders.rows.values()) orders.change(order.id, order, { status: 'cancelled' });
  await flow();
  await decide(sold, 'retry');
  await flow();
  expect(await now()).toMatchObject({ order_status: 'cancelled', ended_by: 'gone', issues: [], must_reread: false });
  expect(held()).toEqual({ MUG: 0 });
});

test('what left while the channel did not have its order is confirmed once it has, and not again', async () => {
  const shop = await shopWithOrder();
  const { sold, seller, now, reread, decide, sync, engine } = shop;
  seller.vanish(sold);
  await reread();
  await shipAll(shop);
  seller.book.enter(sold);
  seller.change(sold, { customerNotes: 'Wrap it' });
  await engine.passTime();
  await sync();
  expect(seller.counters.operations.mark_as_shipped).toBe(1);
  await decide(sold, 'keep-as-sent');
  await engine.passTime();
  await sync();
  expect([seller.counters.operations.mark_as_shipped, (await now()).order_status]).toEqual([1, 'fulfilled']);
});

test('an order that comes back is read once more, and goes on', async () => {
  const { sold, seller, now, reread, sync, held } = await shopWithOrder({ orderStatus: 'on_hold' });
  seller.vanish(sold);
  await reread();
  expect(await now()).toMatchObject({ order_status: 'cancelled' });
  seller.book.enter(sold);
  seller.change(sold, { orderStatus: 'awaiting_shipment' });
  await sync();
  expect(await now()).toMatchObject({ order_status: 'packing', gone_at: null, ended_by: null });
  expect(held()).toEqual({ MUG: 1 });
});

test('an order whose reply cannot be used when it is read again waits for a person, and goes on when one can', async () => {
  const shop = await shopWithOrder({ orderStatus: 'on_hold' });
  const { sold, seller, now, reread, held, sync, engine, tidy } = shop;
  seller.change(sold, { orderStatus: 'awaiting_shipment' });
  const { id } = await now();
  await shop.inTenant((tenant) => toggleLock(tenant, id));
  await sync();
  await shop.inTenant((tenant) => toggleLock(tenant, id));
  const items = sold.items.map((item) => ({ ...item, quantity: 1.5 }));
  seller.change(sold, { items });
  await engine.runJobs();
  expect(await now()).toMatchObject({
    ...{ order_status: 'error', issues: ['unreadable:reread'], must_reread: true },
    sentences: [expect.stringMatching(/^ShipStation was asked for this order again, and its reply cannot be used: .*not a whole number/)],
  });
  await tidy();
  expect(held()).toEqual({});
  sold.items = items.map((item) => ({ ...item, quantity: 1 }));
  seller.book.change(sold, {});
  await reread();
  expect(await now()).toMatchObject({ order_status: 'packing', issues: [] });
});

test('what somebody else fulfils is never released, and goes when it is ours again', async () => {
  const { sold, seller, now, held, sync } = await shopWithOrder({ externallyFulfilled: true });
  expect(await now()).toMatchObject({ order_status: 'pending', source_state: 'external', issues: [] });
  expect(held()).toEqual({});
  seller.change(sold, { externallyFulfilled: false });
  await sync();
  expect(held()).toEqual({ MUG: 1 });
});

test('of an order that somebody else fulfils while the warehouse has it a person is told', async () => {
  const { sold, seller, now, sync } = await shopWithOrder();
  seller.change(sold, { externallyFulfilled: true });
  await sync();
  expect((await now()).sentences).toEqual(['ShipStation says that somebody else fulfils this order, but the warehouse has it.']);
});

test('an order without a single line waits for a person, and the channel is not told that it has shipped', async () => {
  const { now, seller } = await shopWithOrder({ items: [] });
  expect(await now()).toMatchObject({ order_status: 'error', sentences: ['The channel sent it without a single line.'] });
  expect(seller.orders.values().next().value?.marks).toEqual([]);
});

test('an order that the channel shows as shipped gets no second mark, although our own was on its way', async () => {
  const shop = await shopWithOrder();
  const { sold, seller, now, sync, sandbox } = shop;
  sandbox.control.faults.add({ target: 'ship_station', operation: 'mark_as_shipped', kind: '429' });
  sandbox.control.set({ pace: paces.instant });
  for (const order of sandbox.control.client().orders.rows.values()) sandbox.control.client().floor.advance(order);
  await shop.read('shipments');
  await own.sql(`update outbox set due_at = now() + interval '1 hour' where kind = 'confirm' and state = 'waiting'`);
  expect(await now()).toMatchObject({ order_status: 'shipped' });
  seller.mark(sold, { carrierCode: 'ups', trackingNumber: 'by hand', shipDate: null, notified: true });
  // The limit's wait is over for reading; our own mark waits on.
  await own.sql('delete from rate_buckets');
  await shop.read('orders');
  expect(await now()).toMatchObject({ source_state: 'shipped' });
  await shop.engine.passTime();
  await sync();
  expect(sold.marks).toHaveLength(1);
  expect(await now()).toMatchObject({ order_status: 'fulfilled' });
});
