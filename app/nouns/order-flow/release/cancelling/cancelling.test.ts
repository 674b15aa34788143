import { expect, test } from 'vitest';
import type { ChannelOrder } from '../../../../../connectors/contract.ts';
import { testDatabase } from '../../../../../test/database.ts';
import { asking, asks, decision } from '../../../../../test/shop/asking.ts';
import { page, vendorOrder } from '../../../../../test/shop/vendor.ts';
import { endFaults, shipAll, warehouseOrders } from '../../../../../test/shop/warehouse.ts';
import { wakeOutbox } from '../../../../shared/outbox/queue.ts';
import { actOnOrder } from '../../../orders/actions.ts';

const own = testDatabase();

test('an order that was not sent is cancelled, and the channel is told once, however often it asks', async () => {
  const { read, decisions, detail, sync } = await asking(own);
  await read(vendorOrder('1', asks), vendorOrder('2'));
  await read(vendorOrder('1', asks), vendorOrder('2'));
  await sync();
  expect(decisions()).toEqual([decision('accepted')]);
  const { order_status, cancel_request, events } = await detail();
  expect(order_status).toBe('cancelled');
  expect(cancel_request).toMatchObject({ reason: 'Wrong size', outcome: 'accepted', reply: 'told' });
  expect(events.map(({ sentence }) => sentence)).toEqual([
    'Arrived from Some vendor.',
    'Some vendor asks to cancel it: “Wrong size”',
    'Cancelled, as Some vendor asks.',
    'Nothing of it leaves, as Some vendor asked. Some vendor is to be told.',
    'Some vendor was told what became of its request to cancel.',
  ]);
  expect((await detail('N-2')).order_status).toBe('packing');
});

test('the warehouse is asked where it has the order, and the channel is told what it did', async () => {
  const { read, decisions, order, shop } = await asking(own);
  await read(vendorOrder('1'));
  await read(vendorOrder('1', asks));
  await shop.flow();
  expect(await order()).toMatchObject({ order_status: 'cancelled', cancel_outcome: 'cancelled', issues: [] });
  expect(warehouseOrders(shop)).toMatchObject([{ status: 'cancelled' }]);
  expect(decisions()).toEqual([decision('accepted')]);
});

test.each([
  ['always', 'cancelled', 'accepted'],
  ['never', 'fulfilled', 'too_late'],
] as const)('while it is picked nobody is told anything before the warehouse has decided (%s)', async (cancelWins, status, outcome) => {
  const { read, decisions, move, order, detail, shop } = await asking(own, { cancelWins });
  await read(vendorOrder('1'));
  move(1);
  await read(vendorOrder('1', asks));
  await shop.flow();
  expect(await order()).toMatchObject({ order_status: 'packing', cancel_outcome: 'pending', issues: [] });
  expect(decisions()).toEqual([]);
  expect((await detail()).cancel_request).toMatchObject({ outcome: null, reply: null });
  await shipAll(shop);
  expect(await order()).toMatchObject({ order_status: status, issues: [] });
  expect(decisions()).toEqual([decision(outcome)]);
});

test('a request for what is packed comes too late, and so does the next one', async () => {
  const { read, decisions, move, order, shop } = await asking(own);
  await read(vendorOrder('1'));
  move(2);
  await read(vendorOrder('1', asks));
  await shop.flow();
  expect(await order()).toMatchObject({ order_status: 'packing', cancel_outcome: 'too_late', issues: [] });
  await read(vendorOrder('1'));
  await read(vendorOrder('1', { ...asks, cancelRequest: { id: 'r-2', reason: null } }));
  await shop.flow();
  expect(decisions()).toEqual([decision('too_late'), { ...decision('too_late'), requestId: 'r-2', handle: null }]);
  expect(await order()).toMatchObject({ issues: [] });
});

test('a request for what has shipped in part is too late: goods have left', async () => {
  const { read, decisions, move, order, shop } = await asking(own, { pace: 'manual' });
  const two = { lines: [{ ...(vendorOrder('1').lines[0] as ChannelOrder['lines'][number]), quantity: 2 }] };
  shop.sandbox.control.set({
    pace: { open: null, picking: null, packed: null, partially_shipped: null, receiving: null, twoParcelsPercent: 100 },
  });
  await read(vendorOrder('1', two));
  move(3);
  await shop.flow();
  expect(await order()).toMatchObject({ order_status: 'partially_shipped' });
  await read(vendorOrder('1', { ...two, ...asks }));
  await shop.flow();
  expect(decisions()).toEqual([decision('too_late')]);
  expect(await order()).toMatchObject({ order_status: 'partially_shipped', cancel_outcome: null });
});

test('a request that comes while the order is being sent is followed as soon as the warehouse has it', async () => {
  const { read, decisions, order, shop, vendor } = await asking(own);
  shop.sandbox.control.faults.add({ target: 'amware', operation: 'submit_order', kind: 'drop_after_accept', times: 2 });
  shop.sandbox.control.faults.add({ target: 'amware', operation: 'find_order', kind: '500', probability: 1 });
  // Sold since the shop was connected: it is not looked for before it is sent.
  const sold = { orderedAt: new Date(), modifiedAt: new Date() };
  await read(vendorOrder('1', sold));
  expect(await order()).toMatchObject({ in_amware: 0, warehouse_order_id: expect.any(Number) });
  vendor.queue = () => page([vendorOrder('1', { ...sold, ...asks })]);
  await shop.read('orders');
  vendor.queue = () => page([]);
  expect(await order()).toMatchObject({ in_amware: 0, cancel_outcome: 'pending' });
  expect(decisions()).toEqual([]);
  await endFaults(shop);
  expect(await order()).toMatchObject({ order_status: 'cancelled' });
  expect(warehouseOrders(shop)).toMatchObject([{ status: 'cancelled' }]);
  expect(decisions()).toEqual([decision('accepted')]);
});

test('what the warehouse refuses to take is cancelled when its channel asked meanwhile', async () => {
  const { read, decisions, order, shop } = await asking(own);
  shop.sandbox.control.faults.add({ target: 'amware', operation: 'submit_order', kind: '500', probability: 1 });
  await read(vendorOrder('1'));
  await own.sql(`update outbox set maybe_done = true where account_id = $1 and kind = 'submit'`, [shop.accountId]);
  await read(vendorOrder('1', asks));
  expect(await order()).toMatchObject({ cancelled_at: null, warehouse_order_id: expect.any(Number) });
  shop.sandbox.control.faults.clear();
  shop.sandbox.control.client().catalogue.take([{ sku: 'MUG', name: 'A mug', units: 0 }]);
  await own.sql(`update order_lines set mapped_sku = 'NOT-THERE' where account_id = $1`, [shop.accountId]);
  // The warehouse is asked until it must have taken in whatever arrived.
  for (const _ of ['first look', 'last look']) {
    await shop.engine.passTime();
    await shop.flow();
  }
  expect(await order()).toMatchObject({ order_status: 'cancelled', issues: [] });
  expect(warehouseOrders(shop)).toEqual([]);
  expect(decisions()).toEqual([decision('accepted')]);
});

test('what the channel takes back before it is decided needs no decision, and a person hears of what was asked for', async () => {
  const { read, decisions, move, order, detail, shop } = await asking(own, { cancelWins: 'always' });
  await read(vendorOrder('1'));
  move(1);
  await read(vendorOrder('1', asks));
  await shop.flow();
  await read(vendorOrder('1'));
  await shop.flow();
  expect((await order()).sentences).toEqual(['Some vendor took its cancellation back after the warehouse was asked to cancel the order.']);
  expect((await detail()).cancel_request).toBeNull();
  await shipAll(shop);
  expect(await order()).toMatchObject({ order_status: 'cancelled' });
  expect(decisions()).toEqual([]);
});

test.each(['held', 'waiting'] as const)(
  'what the channel no longer asks for, and goes on to hold (%s), is not cancelled: a person hears of it',
  async (state) => {
    const { read, decisions, order, detail, shop } = await asking(own);
    await read(vendorOrder('1'));
    const setWarehouse = (to: string) => own.sql('update connections set state = $2 where id = $1', [shop.warehouseId, to]);
    await setWarehouse('paused');
    await read(vendorOrder('1', { ...asks, state }));
    expect(await order()).toMatchObject({ cancel_outcome: 'pending', issues: [] });
    await read(vendorOrder('1', { state }));
    expect(await order()).toMatchObject({ cancel_outcome: null, issues: ['changed_after_release:order'] });
    expect((await detail()).cancel_request).toBeNull();
    await setWarehouse('active');
    await shop.inTenant((tenant) => wakeOutbox(tenant, [shop.warehouseId]));
    await shop.flow();
    expect(await order()).toMatchObject({
      order_status: 'packing',
      sentences: ['Some vendor changed this order after it went to the warehouse.'],
    });
    expect(warehouseOrders(shop)).toMatchObject([{ status: 'open' }]);
    expect(decisions()).toEqual([]);
  },
);

test('what the channel no longer asks for once the warehouse was asked is for a person, also where it goes on to hold it', async () => {
  const { read, move, order, shop } = await asking(own, { cancelWins: 'always' });
  await read(vendorOrder('1'));
  move(1);
  await read(vendorOrder('1', asks));
  await shop.flow();
  await read(vendorOrder('1', { state: 'held' }));
  expect(await order()).toMatchObject({
    cancel_outcome: 'pending',
    sentences: ['Some vendor took its cancellation back after the warehouse was asked to cancel the order.'],
  });
});

test('a request that is made again under the same id is decided again, and the channel told again', async () => {
  const { read, decisions, order, detail, shop } = await asking(own);
  await read(vendorOrder('1', asks));
  await read(vendorOrder('1'));
  await shop.flow();
  expect(await order()).toMatchObject({ order_status: 'packing' });
  expect((await detail()).cancel_request).toBeNull();
  await read(vendorOrder('1', asks));
  await shop.flow();
  expect(await order()).toMatchObject({ order_status: 'cancelled', cancel_outcome: 'cancelled', issues: [] });
  expect(warehouseOrders(shop)).toMatchObject([{ status: 'cancelled' }]);
  expect(decisions()).toEqual([decision('accepted'), decision('accepted')]);
  expect((await detail()).cancel_request).toMatchObject({ outcome: 'accepted', reply: 'told' });
});

test('a channel that cannot be told has a person reply each time that it asks', async () => {
  const { read, order, vendor } = await asking(own);
  vendor.decide = null;
  for (const _ of [1, 2]) {
    await read(vendorOrder('1', asks));
    expect(await order()).toMatchObject({ order_status: 'cancelled', issues: ['cancel_reply:cancel_request'] });
    await read(vendorOrder('1', { state: 'waiting' }));
    expect(await order()).toMatchObject({ issues: [] });
  }
});

test('an order that was cancelled because its channel asked goes on when the channel wants it again', async () => {
  const { read, order, shop } = await asking(own);
  await read(vendorOrder('1', asks));
  expect(await order()).toMatchObject({ order_status: 'cancelled', ended_by: 'cancel_request' });
  await read(vendorOrder('1'));
  await shop.flow();
  expect(await order()).toMatchObject({ order_status: 'packing', ended_by: null });
});

test('an order that was cancelled because its channel asked stays cancelled when the channel takes note of that', async () => {
  const { read, order, shop } = await asking(own);
  await read(vendorOrder('1', asks));
  await read(vendorOrder('1', { state: 'waiting', sourceStatus: 'CANCELLATION_ACCEPTED' }));
  await shop.flow();
  expect(await order()).toMatchObject({ order_status: 'cancelled', ended_by: 'cancel_request' });
  await read(vendorOrder('1'));
  await shop.flow();
  expect(await order()).toMatchObject({ order_status: 'packing', ended_by: null });
});

test('an order that a person cancelled stays cancelled when the channel no longer asks', async () => {
  const { read, order, shop } = await asking(own);
  await read(vendorOrder('1', { state: 'held' }));
  const { id } = await order();
  await shop.inTenant((tenant) => actOnOrder(tenant, id, 'cancel'));
  await read(vendorOrder('1', asks));
  await read(vendorOrder('1'));
  await shop.flow();
  expect(await order()).toMatchObject({ order_status: 'cancelled', ended_by: null });
});

test('of orders that travel together, those that nobody asks back are sent again', async () => {
  const { read, decisions, orders, shop } = await asking(own);
  const { shipTo } = vendorOrder('1');
  await read(vendorOrder('1'), vendorOrder('2', { shipTo }));
  await read(vendorOrder('1', asks));
  await shop.flow();
  expect((await orders()).map(({ order_status }) => order_status)).toEqual(['cancelled', 'packing']);
  expect(warehouseOrders(shop).map(({ status, orderNumbers }) => [status, orderNumbers.length])).toEqual([
    ['cancelled', 2],
    ['open', 1],
  ]);
  expect(decisions()).toEqual([decision('accepted')]);
});

test('of two orders one is cancelled and one too late, each by its own parcel', async () => {
  const { read, decisions, move, shop } = await asking(own);
  await read(vendorOrder('2'));
  move(2);
  await read(vendorOrder('1'));
  await read(vendorOrder('1', asks), vendorOrder('2', asks));
  await shop.flow();
  expect(decisions()).toHaveLength(2);
  expect(decisions()).toEqual(expect.arrayContaining([decision('accepted'), decision('too_late', '2')]));
});

test('what may be sent with another order is for a person: the channel is told nothing by itself', async () => {
  const { read, decisions, detail, act } = await asking(own);
  await read(vendorOrder('1'), vendorOrder('2', { ...asks, splitFrom: '1' }));
  expect((await detail('N-2')).issues).toMatchObject([{ type: 'shared_goods' }]);
  expect(decisions()).toEqual([]);
  expect((await detail('N-2')).cancel_request).toMatchObject({ outcome: null });
  await expect(act('accept-cancel')).rejects.toThrow('No request');
});
