import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { ChannelOrder } from '../../../../connectors/contract.ts';
import { withoutPerson } from '../../../../platform/tenant.ts';
import { buildShop, ofOrders } from '../../../../test/build.ts';
import { testDatabase } from '../../../../test/database.ts';
import { connectVendor, page, vendorOrder } from '../../../../test/shop/vendor.ts';
import { shipAll } from '../../../../test/shop/warehouse.ts';
import { setPaused } from '../../../shared/connections/connecting/commands.ts';
import { wakeOutbox } from '../../../shared/outbox/queue.ts';
import { keepAsSent } from '../../orders/acting/keep-as-sent.ts';
import { getOrder } from '../../orders/detail/queries.ts';
import { eraseOrders } from '../erasing/erase-orders.ts';
import { requestCancel } from '../release/holding/cancel.ts';
import { recordCancelledByWarehouse } from '../release/record-cancelled.ts';
import { retryOrders } from '../release/retry.ts';
import { storeOrders } from './intake.ts';

const own = testDatabase();

/** A shop whose order 1001 is with the warehouse. */
async function released() {
  const shop = await buildShop(own, { reads: ofOrders, limits: { shipStation: 400 } });
  const [sold] = shop.sell({ orderNumber: '1001' });
  if (!sold) throw new Error('nothing was sold');
  await shop.sync();
  const advance = (steps: number) => {
    const { floor, orders } = shop.sandbox.control.client();
    for (const order of orders.rows.values()) for (let step = 0; step < steps; step++) floor.advance(order);
  };
  return {
    ...shop,
    sold,
    change: (changes: Partial<typeof sold>) => shop.sandbox.control.seller().change(sold, changes),
    pack: () => advance(2),
    now: () => shop.order('1001'),
  };
}

test('an order that the channel cancels after release is asked back from the warehouse', async () => {
  const { change, flow, now, sandbox } = await released();
  expect(await now()).toMatchObject({ order_status: 'packing' });
  change({ orderStatus: 'cancelled' });
  await flow();
  expect(await now()).toMatchObject({ order_status: 'cancelled', cancel_outcome: 'cancelled' });
  expect(sandbox.control.state().amware[0]?.orders).toMatchObject([{ status: 'cancelled' }]);
});

test('an order that is shipped elsewhere while our warehouse has it needs a person, and is not confirmed twice', async () => {
  const { change, sync, now, sandbox } = await released();
  change({ orderStatus: 'shipped' });
  await sync();
  expect(await now()).toMatchObject({ order_status: 'packing', issues: ['changed_after_release:order'] });
  const { floor, orders } = sandbox.control.client();
  for (const order of orders.rows.values()) for (let step = 0; step < 4; step++) floor.advance(order);
  await sync();
  expect(await now()).toMatchObject({ order_status: 'fulfilled' });
  expect(sandbox.control.state().shipStation[0]?.orders).toMatchObject([{ marks: 0 }]);
});

test('the echo of our own confirmation is no change', async () => {
  const { flow, now, sandbox } = await released();
  sandbox.control.set({ pace: { open: 0, picking: 0, packed: 0, partially_shipped: 0, receiving: 0, twoParcelsPercent: 0 } });
  for (const order of sandbox.control.client().orders.rows.values()) sandbox.control.client().floor.advance(order);
  await flow();
  expect(await now()).toMatchObject({ order_status: 'fulfilled', source_state: 'shipped', issues: [] });
});

test('a cancellation that came too late and is taken back changes nothing: the warehouse went on with the order', async () => {
  const { change, flow, now, pack } = await released();
  pack();
  change({ orderStatus: 'cancelled' });
  await flow();
  expect(await now()).toMatchObject({ cancel_outcome: 'too_late', issues: [] });
  change({ orderStatus: 'awaiting_shipment' });
  await flow();
  expect(await now()).toMatchObject({ source_state: 'ready', issues: [] });
});

test('a cancellation that is taken back together with another change needs a person', async () => {
  const { change, flow, now, pack } = await released();
  pack();
  change({ orderStatus: 'cancelled' });
  await flow();
  change({ orderStatus: 'awaiting_shipment', customerNotes: 'Wrap it' });
  await flow();
  expect(await now()).toMatchObject({ sentences: ['ShipStation changed this order after it went to the warehouse.'] });
});

test('a cancellation that the warehouse carried out and the channel takes back needs a person', async () => {
  const { change, flow, sync, now } = await released();
  change({ orderStatus: 'cancelled' });
  await flow();
  expect(await now()).toMatchObject({ order_status: 'cancelled', issues: [] });
  change({ orderStatus: 'awaiting_shipment' });
  await sync();
  expect(await now()).toMatchObject({
    order_status: 'cancelled',
    sentences: ['ShipStation took its cancellation back, but the warehouse has cancelled the order.'],
  });
});

/** The same, and its channel cancels it while nothing is sent to the warehouse; so has a person before, where `isAskedBefore`. */
async function askedToCancel(isAskedBefore = false) {
  const shop = await released();
  const setWarehouse = (state: string) => own.sql('update connections set state = $2 where id = $1', [shop.warehouseId, state]);
  await setWarehouse('paused');
  const { id } = await shop.now();
  if (isAskedBefore) await shop.inTenant((tenant) => requestCancel(tenant, [id], null));
  const become = async (orderStatus: 'cancelled' | 'awaiting_shipment') => {
    shop.change({ orderStatus });
    await shop.read('orders');
  };
  await become('cancelled');
  expect(await shop.now()).toMatchObject({ cancel_outcome: 'pending' });
  return { ...shop, id, setWarehouse, takeBack: () => become('awaiting_shipment') };
}

test.each(['waiting', 'failed'])(
  'a cancellation that is taken back before the warehouse was asked (%s) is not asked for, also not by “Try again”',
  async (state) => {
    const { id, takeBack, setWarehouse, flow, now, sandbox, accountId, warehouseId, inTenant } = await askedToCancel();
    await own.sql(`update outbox set state = $2 where account_id = $1 and kind = 'cancel'`, [accountId, state]);
    await takeBack();
    expect(await now()).toMatchObject({ cancel_outcome: null, issues: [] });
    await inTenant((tenant) => retryOrders(tenant, [id]));
    await setWarehouse('active');
    await inTenant((tenant) => wakeOutbox(tenant, [warehouseId]));
    await flow();
    expect(await now()).toMatchObject({ order_status: 'packing', cancel_outcome: null });
    expect(sandbox.control.state().amware[0]?.orders).toMatchObject([{ status: 'open' }]);
  },
);

test('one that a person wanted too stays, until they keep the order as it was sent', async () => {
  const { id, takeBack, now, accountId, inTenant } = await askedToCancel(true);
  await takeBack();
  expect(await now()).toMatchObject({
    cancel_outcome: 'pending',
    sentences: ['ShipStation took its cancellation back after the warehouse was asked to cancel the order.'],
  });
  await inTenant((tenant) => keepAsSent(tenant, id));
  expect(await now()).toMatchObject({ cancel_outcome: null, issues: [] });
  expect(await own.sql(`select state from outbox where account_id = $1 and kind = 'cancel'`, [accountId])).toEqual([{ state: 'dropped' }]);
});

test('one that is taken back while the warehouse decides needs a person again once the warehouse has cancelled', async () => {
  const { id, takeBack, now, inTenant, accountId } = await askedToCancel();
  await own.sql(`update outbox set state = 'done', done_at = now() where account_id = $1 and kind = 'cancel'`, [accountId]);
  await takeBack();
  const { warehouse_order_id } = await now();
  await inTenant((tenant) => keepAsSent(tenant, id));
  await inTenant((tenant) => recordCancelledByWarehouse(tenant, warehouse_order_id ?? 0));
  expect(await now()).toMatchObject({
    order_status: 'cancelled',
    sentences: ['ShipStation took its cancellation back, but the warehouse has cancelled the order.'],
  });
});

test('a tag or note that the channel adds is shown, and stops nobody; another choice of the buyer is for a person', async () => {
  const { sold, change, sync, now } = await released();
  change({ tagIds: [610_001], internalNotes: 'VIP' });
  await sync();
  expect(await now()).toMatchObject({ source_details: { tags: ['Wholesale'], internalNote: 'VIP', warehouse: 'Amware' }, issues: [] });
  change({ items: sold.items.map((item) => ({ ...item, options: [{ name: 'Size', value: 'L' }] })) });
  await sync();
  expect((await now()).issues).toEqual(['changed_after_release:order']);
});

test('while goods that the channel added after release were not sent, it is not told that the whole order shipped', async () => {
  const { sold, change, flow, sync, now, sandbox, inTenant, engine } = await released();
  const marks = () => sandbox.control.state().shipStation[0]?.orders.map((order) => order.marks);
  const [mug] = sold.items;
  if (!mug) throw new Error('nothing was sold');
  change({ items: [{ ...mug, quantity: mug.quantity + 3 }] });
  await sync();
  expect((await now()).sentences).toEqual([
    'ShipStation added 3 units to this order after it went to the warehouse. Nothing of that was sent, and ShipStation is not told that it shipped until you decide.',
  ]);
  for (const order of sandbox.control.client().orders.rows.values())
    for (let step = 0; step < 4; step++) sandbox.control.client().floor.advance(order);
  await flow();
  expect(await now()).toMatchObject({ order_status: 'shipped', issues: ['changed_after_release:added'] });
  const { id } = await now();
  expect((await inTenant((tenant) => getOrder(tenant, id)))?.waits_for).toBe(
    'Waits for a person: ShipStation added goods that were not sent.',
  );
  expect(marks()).toEqual([0]);

  await inTenant((tenant) => keepAsSent(tenant, id));
  await engine.runJobs();
  await flow();
  expect(await now()).toMatchObject({ order_status: 'fulfilled', issues: [] });
  expect(marks()).toEqual([1]);
});

test('goods that the channel adds to an order that has shipped are for a person', async () => {
  const { sold, change, flow, sync, now, sandbox } = await released();
  for (const order of sandbox.control.client().orders.rows.values())
    for (let step = 0; step < 4; step++) sandbox.control.client().floor.advance(order);
  await flow();
  expect(await now()).toMatchObject({ order_status: 'fulfilled', issues: [] });
  const [mug] = sold.items;
  if (mug) change({ items: [mug, { ...mug, orderItemId: 77, quantity: 1 }] });
  await sync();
  expect((await now()).sentences).toEqual(['ShipStation added 1 unit to this order, which has shipped: nothing of that was sent.']);
});

test('units are counted anew for an order that was taken back and follows its channel again', async () => {
  const shop = await buildShop(own, { reads: ofOrders });
  const [sold] = shop.sell({ orderNumber: '1001', items: [{ sku: 'UNKNOWN', quantity: 1 }] });
  await shop.sync();
  await own.sql('update orders set source_units = 9 where account_id = $1', [shop.accountId]);
  if (sold) shop.sandbox.control.seller().change(sold, { customerNotes: 'Wrap it' });
  await shop.sync();
  expect(await own.sql('select source_units from orders where account_id = $1', [shop.accountId])).toEqual([{ source_units: null }]);
});

test('a change of an order that the warehouse has is read while somebody else has its products locked', async () => {
  const { change, read, now, sold, accountId } = await released();
  change({ shipTo: { ...sold.shipTo, street1: '2 Elm Street' } });
  await withoutPerson(own.database, accountId, async (tenant) => {
    await sql`select from products where account_id = ${accountId} for no key update`.execute(tenant.db);
    await read('orders');
  });
  expect((await now()).issues).toEqual(['changed_after_release:order']);
});

/** An order that has left, of which its channel was not told, and whose buyer is erased; `store`: what the channel has of it then. */
async function shippedAndErased() {
  const shop = await buildShop(own, { reads: ofOrders });
  const vendor = await connectVendor(shop);
  await own.sql(
    `insert into shipping_options (account_id, connection_id, connector_code, amware_code) values ($1, $2, 'ground', 'UPSGR')`,
    [shop.accountId, vendor.id],
  );
  vendor.queue = () => page([vendorOrder('1')]);
  await shop.sync();
  vendor.queue = () => page([]);
  await shop.inTenant((tenant) => setPaused(tenant, vendor.id, true));
  await shipAll(shop);
  const now = () => shop.order('N-1');
  const { id, order_status } = await now();
  expect(order_status).toBe('shipped');
  await shop.inTenant((tenant) => eraseOrders(tenant, [id], null));
  const source = { connectionId: vendor.id, label: 'Some vendor', timezone: 'UTC' };
  const store = (day: number, over: Partial<ChannelOrder> = {}) => {
    const modifiedAt = new Date(Date.UTC(2026, 10, day, 12));
    return shop.inTenant((tenant) => storeOrders(tenant, source, [vendorOrder('1', { modifiedAt, ...over })]));
  };
  return { now, store };
}

test('an order whose buyer was erased is not changed by being read again, nor by its channel’s erasing of the buyer', async () => {
  const { now, store } = await shippedAndErased();
  const before = await now();
  expect(await store(21)).toMatchObject({ changed: 0, unchanged: 1 });
  expect(await now()).toEqual(before);
  const { shipTo } = vendorOrder('1');
  const nobody = { customer: { id: null, name: '', email: null, phone: null }, shipTo: { ...shipTo, name: '', line1: '' } };
  expect(await store(22, nobody)).toMatchObject({ changed: 1 });
  expect(await now()).toMatchObject({ order_status: 'shipped', customer_name: 'Erased', address: '', issues: [] });
  expect(await store(23, nobody)).toMatchObject({ changed: 0, unchanged: 1 });
});

test('goods that a channel adds to an order whose buyer was erased are for a person', async () => {
  const { now, store } = await shippedAndErased();
  const lines = vendorOrder('1').lines.map((line) => ({ ...line, quantity: 3 }));
  await store(21, { lines });
  expect(await now()).toMatchObject({ customer_name: 'Erased', issues: ['changed_after_release:added'] });
});
