import { expect, test } from 'vitest';
import { plainAddress } from '../../../../../sandbox/ship-station/order.ts';
import { buildShop, ofOrders } from '../../../../../test/build.ts';
import { testDatabase } from '../../../../../test/database.ts';
import { channelOrders, endFaults, sendWithLostReply, shipAll, warehouseOrders } from '../../../../../test/shop/warehouse.ts';
import { dayAt, daysBefore } from '../../../../ui/time/day.ts';
import { getOrder } from '../../../orders/detail/queries.ts';
import { requestCancel } from './cancel.ts';
import { setHold } from './hold.ts';

const own = testDatabase();

test('when one of several combined orders is cancelled, the others are sent again without it', async () => {
  // Time passes at once here, so a minute's allowance would not do for the hours of walks.
  const shop = await buildShop(own, { reads: ofOrders, limits: { shipStation: 400 } });
  shop.sell({ orderNumber: '1001' }, { orderNumber: '1002' }, { orderNumber: '1003' });
  await shop.sync();
  const { id } = await shop.order('1002');
  await shop.inTenant((tenant) => requestCancel(tenant, [id], null));
  await shop.flow();
  expect((await shop.orders()).map(({ order_status }) => order_status)).toEqual(['packing', 'cancelled', 'packing']);
  expect(warehouseOrders(shop).map(({ status, orderNumbers }) => [status, orderNumbers.length])).toEqual([
    ['cancelled', 3],
    ['open', 2],
  ]);
  await shipAll(shop);
  expect((await shop.orders()).map(({ order_status }) => order_status)).toEqual(['fulfilled', 'cancelled', 'fulfilled']);
  expect(channelOrders(shop).map(({ marks }) => marks)).toEqual([1, 0, 1]);
});

test.each([
  ['always', 'cancelled', 'cancelled', 0],
  ['never', 'fulfilled', 'too_late', 1],
] as const)('a cancellation while it is picked is a request: the warehouse decides (%s)', async (cancelWins, status, outcome, marks) => {
  const shop = await buildShop(own, { reads: ofOrders, cancelWins });
  shop.sell({ orderNumber: '1001' });
  await shop.sync();
  for (const order of shop.sandbox.control.client().orders.rows.values()) shop.sandbox.control.client().floor.advance(order);
  const { id } = await shop.order('1001');
  await shop.inTenant((tenant) => requestCancel(tenant, [id], null));
  await shop.sync();
  expect(await shop.order('1001')).toMatchObject({ order_status: 'packing', cancel_outcome: 'pending' });
  await shipAll(shop);
  expect(await shop.order('1001')).toMatchObject({ order_status: status, cancel_outcome: outcome });
  expect(channelOrders(shop)).toMatchObject([{ marks }]);
});

test('a cancellation after it was packed comes too late, and the order goes on', async () => {
  const shop = await buildShop(own, { reads: ofOrders });
  shop.sell({ orderNumber: '1001' });
  await shop.sync();
  const { floor, orders } = shop.sandbox.control.client();
  for (const order of orders.rows.values()) for (const _ of [1, 2]) floor.advance(order);
  const { id } = await shop.order('1001');
  await shop.inTenant((tenant) => requestCancel(tenant, [id], null));
  await shop.sync();
  expect(await shop.order('1001')).toMatchObject({ order_status: 'packing', cancel_outcome: 'too_late' });
  const page = await shop.inTenant((tenant) => getOrder(tenant, id));
  expect(page?.waits_for).toBe('Waits for the warehouse to ship it.');
  expect(page?.events.map(({ sentence }) => sentence)).toContain('Asked the warehouse to cancel it.');
});

test('a cancellation while the order is being sent follows as soon as the warehouse has it', async () => {
  const shop = await buildShop(own, { reads: ofOrders });
  await sendWithLostReply(shop);
  const { id } = await shop.order('1001');
  expect(await shop.inTenant((tenant) => requestCancel(tenant, [id], null))).toEqual({ cancelled: [], requested: [id] });
  await endFaults(shop);
  expect(await shop.order('1001')).toMatchObject({ order_status: 'cancelled', cancel_outcome: 'cancelled' });
  expect(warehouseOrders(shop)).toMatchObject([{ status: 'cancelled' }]);
});

test('a cancellation that could not be asked for is over when the order is', async () => {
  const shop = await buildShop(own, { reads: ofOrders });
  shop.sell({ orderNumber: '1001' });
  await shop.sync();
  shop.sandbox.control.faults.add({ target: 'amware', operation: 'cancel_order', kind: '500', probability: 1 });
  const { id } = await shop.order('1001');
  await shop.inTenant((tenant) => requestCancel(tenant, [id], null));
  await own.sql(`update outbox set attempts = 20 where account_id = $1 and kind = 'cancel'`, [shop.accountId]);
  await shop.engine.runJobs();
  expect(await shop.order('1001')).toMatchObject({ order_status: 'packing', issues: ['retries_exhausted:cancel'] });
  await shipAll(shop);
  expect(await shop.order('1001')).toMatchObject({ order_status: 'fulfilled', issues: [] });
});

test('a cancellation of an order that was given up first looks up whether the warehouse has it', async () => {
  const shop = await buildShop(own, { reads: ofOrders });
  await sendWithLostReply(shop);
  await own.sql(`update outbox set attempts = 15 where account_id = $1`, [shop.accountId]);
  await shop.engine.passTime();
  await shop.engine.runJobs();
  expect(await shop.order('1001')).toMatchObject({ order_status: 'error', issues: ['retries_exhausted:submit'] });
  await shop.inTenant(async (tenant) => requestCancel(tenant, [(await shop.order('1001')).id], null));
  await endFaults(shop);
  expect(await shop.order('1001')).toMatchObject({ order_status: 'cancelled', issues: [] });
  expect(warehouseOrders(shop)).toMatchObject([{ status: 'cancelled' }]);
});

test('an order that was given up but had arrived goes on by itself', async () => {
  const shop = await buildShop(own, { reads: ofOrders });
  await sendWithLostReply(shop);
  await own.sql(`update outbox set attempts = 15 where account_id = $1`, [shop.accountId]);
  await shop.engine.passTime();
  await shop.engine.runJobs();
  shop.sandbox.control.faults.clear();
  await shop.read('order_changes');
  expect(await shop.order('1001')).toMatchObject({ order_status: 'packing', issues: [] });
});

test('a hold keeps an order here, and lets it go again', async () => {
  const shop = await buildShop(own, { reads: ofOrders, limits: { shipStation: 400 } });
  shop.sell({ orderNumber: '1001', orderStatus: 'awaiting_payment' });
  await shop.sync();
  const { id } = await shop.order('1001');
  await shop.inTenant((tenant) => setHold(tenant, [id], { held: true }));
  shop.sandbox.control
    .seller()
    .change([...shop.sandbox.control.seller().orders.values()][0] as never, { orderStatus: 'awaiting_shipment' });
  await shop.flow();
  expect(await shop.order('1001')).toMatchObject({ order_status: 'pending', on_hold: true, warehouse_order_id: null });
  await shop.inTenant((tenant) => setHold(tenant, [id], { held: false }));
  // It is read again first: its channel held it too.
  await shop.flow();
  expect(await shop.order('1001')).toMatchObject({ order_status: 'packing', on_hold: false });
});

test('a hold until a day ends by itself when that day begins in the account’s zone, and the order goes on', async () => {
  const zone = 'Pacific/Auckland';
  const shop = await buildShop(own, { reads: ofOrders, timezone: zone });
  shop.sell({ orderNumber: '1001', orderStatus: 'awaiting_payment' });
  await shop.sync();
  const { id } = await shop.order('1001');
  const until = dayAt(Date.now() + 3 * 86_400_000, zone);
  await shop.inTenant((tenant) => setHold(tenant, [id], { held: true, terms: { until, reason: 'The buyer is away' } }));
  const [order] = shop.sandbox.control.seller().orders.values();
  shop.sandbox.control.seller().change(order as never, { orderStatus: 'awaiting_shipment' });
  await shop.sync();
  expect(await shop.order('1001')).toMatchObject({ on_hold: true, order_status: 'pending' });
  const [job] = await own.sql<{ run_at: Date; hold_until: Date }>(
    "select j.run_at, o.hold_until from graphile_worker.jobs j, orders o where j.task_identifier = 'orders:hold-ends' and o.id = $1",
    [id],
  );
  expect(job?.run_at).toEqual(job?.hold_until);
  expect([-1, 0].map((ms) => dayAt(Number(job?.run_at) + ms, zone))).toEqual([daysBefore(until, 1), until]);
  await own.sql("update orders set hold_until = now() - interval '1 second' where id = $1", [id]);
  await shop.engine.passTime();
  await shop.sync();
  expect(await shop.order('1001')).toMatchObject({ on_hold: false, order_status: 'packing' });
});

test('a hold after release is requested from the warehouse, which may be too late', async () => {
  const shop = await buildShop(own, { reads: ofOrders, limits: { shipStation: 400 } });
  shop.sell({ orderNumber: '1001' }, { orderNumber: '1002', shipTo: { ...plainAddress, name: 'Bo' } });
  await shop.sync();
  const [first, second] = await shop.orders();
  const { floor, orders } = shop.sandbox.control.client();
  const late = [...orders.rows.values()].find(({ body }) => body.ship_to.name === 'Bo');
  for (const _ of [1, 2]) floor.advance(late as never);
  await shop.inTenant((tenant) => setHold(tenant, [first?.id ?? 0, second?.id ?? 0], { held: true }));
  await shop.sync();
  expect(await shop.orders()).toMatchObject([
    { hold_outcome: 'done', on_hold: true, order_status: 'packing' },
    { hold_outcome: 'too_late', on_hold: false, order_status: 'packing' },
  ]);
  expect(warehouseOrders(shop).map(({ held }) => held)).toEqual([true, false]);
  await shop.inTenant((tenant) => setHold(tenant, [first?.id ?? 0], { held: false }));
  await shop.sync();
  expect(warehouseOrders(shop).map(({ held }) => held)).toEqual([false, false]);
  await shipAll(shop);
  expect((await shop.orders()).map(({ order_status }) => order_status)).toEqual(['fulfilled', 'fulfilled']);
});

test('a hold while the order is being sent follows as soon as the warehouse has it', async () => {
  const shop = await buildShop(own, { reads: ofOrders });
  await sendWithLostReply(shop);
  await shop.inTenant(async (tenant) => setHold(tenant, [(await shop.order('1001')).id], { held: true }));
  await endFaults(shop);
  expect(await shop.order('1001')).toMatchObject({ order_status: 'packing', on_hold: true, hold_outcome: 'done' });
  expect(warehouseOrders(shop)).toMatchObject([{ held: true }]);
});

test('an order that the warehouse cancels by itself needs a person, and goes again when told to', async () => {
  const shop = await buildShop(own, { reads: ofOrders });
  shop.sell({ orderNumber: '1001' });
  await shop.sync();
  const { desk, orders } = shop.sandbox.control.client();
  desk.cancel([...orders.rows.values()][0] as never);
  await shop.sync();
  expect(await shop.order('1001')).toMatchObject({
    order_status: 'error',
    issues: ['rejected_by_warehouse:cancelled'],
    sentences: ['The warehouse cancelled it without being asked.'],
  });
});

test.each(['before it was asked', 'as it was asked'])(
  'an order on hold that the warehouse cancels %s is on hold here, and nothing is said to be held there',
  async (when) => {
    const shop = await buildShop(own, { reads: ofOrders });
    shop.sell({ orderNumber: '1001' });
    await shop.sync();
    const { id } = await shop.order('1001');
    await shop.inTenant((tenant) => setHold(tenant, [id], { held: true }));
    if (when === 'as it was asked') await shop.sync();
    const { desk, orders } = shop.sandbox.control.client();
    desk.cancel([...orders.rows.values()][0] as never);
    await shop.flow();
    const page = await shop.inTenant((tenant) => getOrder(tenant, id));
    expect(page).toMatchObject({ on_hold: true, hold_outcome: null, warehouse_order_id: null });
  },
);

test('of two combined orders the one that is on hold stays here when the warehouse cancels both because of the other', async () => {
  const shop = await buildShop(own, { reads: ofOrders, limits: { shipStation: 400 } });
  shop.sell({ orderNumber: '1001' }, { orderNumber: '1002' });
  await shop.sync();
  const [held, other] = await shop.orders();
  await shop.inTenant((tenant) => requestCancel(tenant, [other?.id ?? 0], null));
  await shop.inTenant((tenant) => setHold(tenant, [held?.id ?? 0], { held: true }));
  await shop.flow();
  expect(await shop.orders()).toMatchObject([{ on_hold: true }, { order_status: 'cancelled' }]);
  expect(warehouseOrders(shop).filter(({ status, held }) => status !== 'cancelled' && !held)).toEqual([]);
});

test('an order that the warehouse accepted and cancelled before we read either needs a person', async () => {
  const shop = await buildShop(own, { reads: ofOrders });
  await sendWithLostReply(shop);
  const { desk, orders } = shop.sandbox.control.client();
  desk.cancel([...orders.rows.values()][0] as never);
  await endFaults(shop);
  expect(await shop.order('1001')).toMatchObject({ order_status: 'error', issues: ['rejected_by_warehouse:cancelled'] });
});

test.each(['a person', 'the channel'])('an order that %s cancels is no longer on hold', async (who) => {
  const shop = await buildShop(own, { reads: ofOrders, mapped: false });
  const [sold] = shop.sell({ orderNumber: '1001' });
  await shop.sync();
  const { id } = await shop.order('1001');
  await shop.inTenant((tenant) => setHold(tenant, [id], { held: true }));
  if (who === 'a person') await shop.inTenant((tenant) => requestCancel(tenant, [id], null));
  else shop.sandbox.control.seller().change(sold as never, { orderStatus: 'cancelled' });
  await shop.sync();
  expect(await shop.order('1001')).toMatchObject({ order_status: 'cancelled', on_hold: false, hold_outcome: null });
});

test('an order that was on hold when the channel cancelled it is on hold again when the channel takes that back', async () => {
  const shop = await buildShop(own, { reads: ofOrders });
  const [sold] = shop.sell({ orderNumber: '1001', items: [{ sku: 'TEAPOT', quantity: 1 }] });
  await shop.sync();
  const { id } = await shop.order('1001');
  await shop.inTenant((tenant) => setHold(tenant, [id], { held: true }));
  const sell = async (orderStatus: 'cancelled' | 'awaiting_shipment') => {
    shop.sandbox.control.seller().change(sold as never, { orderStatus });
    await shop.sync();
  };
  await sell('cancelled');
  expect(await shop.order('1001')).toMatchObject({ order_status: 'cancelled', on_hold: false });
  await sell('awaiting_shipment');
  expect(await shop.order('1001')).toMatchObject({ on_hold: true, in_amware: 0 });
  await shop.inTenant((tenant) => setHold(tenant, [id], { held: false }));
  await sell('cancelled');
  await sell('awaiting_shipment');
  expect(await shop.order('1001')).toMatchObject({ on_hold: false });
});
