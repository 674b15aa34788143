import { expect, test } from 'vitest';
import { plainAddress } from '../../../../../sandbox/ship-station/order.ts';
import { testDatabase } from '../../../../../test/database.ts';
import { asking, asks, decision } from '../../../../../test/shop/asking.ts';
import { page, vendorOrder } from '../../../../../test/shop/vendor.ts';
import { endFaults, shipAll, warehouseOrders } from '../../../../../test/shop/warehouse.ts';
import { disconnect } from '../../../../shared/connections/connecting/commands.ts';
import { linkProduct } from '../../../links/saving/commands.ts';
import { actOnOrder } from '../../../orders/actions.ts';
import { recordGone } from '../../shared-goods/gone/gone.ts';
import { recordCancelOutcome } from '../holding/cancel.ts';

const own = testDatabase();

const cancelFails = { target: 'amware', operation: 'cancel_order', kind: '500', probability: 1 } as const;

/** The order may have arrived at the warehouse, which does not say so. */
async function unsure() {
  const made = await asking(own);
  // Sold since the shop was connected: it is not looked for before it is sent.
  const sold = { orderedAt: new Date(), modifiedAt: new Date() };
  const { faults } = made.shop.sandbox.control;
  faults.add({ target: 'amware', operation: 'submit_order', kind: 'drop_after_accept', times: 2 });
  faults.add({ target: 'amware', operation: 'find_order', kind: '500', probability: 1 });
  await made.read(vendorOrder('1', sold));
  made.vendor.queue = () => page([vendorOrder('1', { ...sold, ...asks })]);
  await made.shop.read('orders');
  made.vendor.queue = () => page([]);
  expect(await made.order()).toMatchObject({ in_amware: 0, cancel_outcome: 'pending' });
  return made;
}

test('what a person said is too late while it was being sent is not cancelled when the warehouse has it', async () => {
  const { act, decisions, order, shop } = await unsure();
  await act('refuse-cancel');
  await endFaults(shop);
  await shop.flow();
  expect(decisions()).toEqual([decision('too_late')]);
  expect(await order()).toMatchObject({ order_status: 'packing', cancelled_at: null });
  expect(warehouseOrders(shop)).toMatchObject([{ status: 'open' }]);
});

test('of two orders that travel together the one for which it was too late is sent again', async () => {
  const { read, act, decisions, order, shop } = await asking(own);
  const { shipTo } = vendorOrder('1');
  await read(vendorOrder('1'), vendorOrder('2', { shipTo }));
  shop.sandbox.control.faults.add(cancelFails);
  await read(vendorOrder('1', asks), vendorOrder('2', { shipTo, ...asks }));
  await act('refuse-cancel');
  await endFaults(shop);
  await shop.flow();
  expect(await order('N-2')).toMatchObject({ order_status: 'cancelled' });
  expect(await order()).toMatchObject({ order_status: 'pending', cancelled_at: null, issues: [] });
  // The channel has heard that it is too late, and wants it sent.
  await read(vendorOrder('1'));
  await shop.flow();
  expect(await order()).toMatchObject({ order_status: 'packing' });
  expect(warehouseOrders(shop).map(({ status, orderNumbers }) => [status, orderNumbers.length])).toEqual([
    ['cancelled', 2],
    ['open', 1],
  ]);
  expect(decisions()).toEqual([decision('too_late'), decision('accepted', '2')]);
});

test('a parcel of an order of which nothing was to leave is for a person', async () => {
  const { read, act, decisions, order, shop } = await asking(own);
  await read(vendorOrder('1'));
  shop.sandbox.control.faults.add(cancelFails);
  await read(vendorOrder('1', asks));
  await act('accept-cancel');
  await shipAll(shop);
  expect(decisions()).toEqual([decision('accepted')]);
  expect((await order()).sentences).toEqual([
    'Some vendor asked to cancel this order, and it was decided that nothing of it leaves: a parcel of it has left. Put that right in Some vendor.',
  ]);
});

test('nobody decides that nothing leaves while the warehouse is being asked, and what it does not stop after that is for a person', async () => {
  const { read, act, decisions, order, shop } = await asking(own);
  await read(vendorOrder('1'));
  shop.sandbox.control.faults.add(cancelFails);
  await read(vendorOrder('1', asks));
  const setCancels = (state: string) =>
    own.sql(`update outbox set state = $2 where account_id = $1 and kind = 'cancel'`, [shop.accountId, state]);
  await setCancels('sending');
  await expect(act('accept-cancel')).rejects.toThrow('The warehouse is being asked to cancel it right now.');
  await setCancels('waiting');
  await act('accept-cancel');
  const { warehouse_order_id } = await order();
  await shop.inTenant((tenant) => recordCancelOutcome(tenant, Number(warehouse_order_id), 'too_late'));
  expect(decisions()).toEqual([decision('accepted')]);
  expect((await order()).sentences).toEqual([
    'Some vendor asked to cancel this order, and it was decided that nothing of it leaves: the warehouse replies that it is too late. Put that right in Some vendor.',
  ]);
});

test('a cancelled order that was sent as another connection has it is for a person', async () => {
  const { read, decisions, tell, shop, vendor } = await asking(own);
  const shipTo = { ...plainAddress, name: 'Buyer 1', street1: '1 Main Street', postalCode: '78701', country: 'US' };
  shop.sell({ orderNumber: 'N-1', shipTo });
  await shop.flow();
  expect(warehouseOrders(shop)).toMatchObject([{ status: 'open' }]);
  await read(vendorOrder('1', { state: 'held' }));
  const [row] = await own.sql<{ id: string }>('select id from orders where connection_id = $1', [vendor.id]);
  const id = Number(row?.id);
  await shop.inTenant((tenant) => actOnOrder(tenant, id, 'cancel'));
  await read(vendorOrder('1', asks));
  await shop.flow();
  expect(decisions()).toEqual([]);
  await shop.inTenant((tenant) => actOnOrder(tenant, id, 'refuse-cancel'));
  await tell();
  expect(decisions()).toEqual([decision('too_late')]);
});

test('nobody decides for a channel that no longer has the order', async () => {
  const { read, act, order, detail, shop, vendor } = await asking(own);
  await read(vendorOrder('1'));
  shop.sandbox.control.faults.add(cancelFails);
  await read(vendorOrder('1', asks));
  expect((await detail()).cancel_request).toMatchObject({ outcome: null });
  const { id } = await order();
  await shop.inTenant((tenant) => recordGone(tenant, { connectionId: vendor.id, label: 'Some vendor' }, id));
  expect((await detail()).cancel_request).toBeNull();
  await expect(act('accept-cancel')).rejects.toThrow('No request to cancel this order waits for a decision.');
  expect(await order()).toMatchObject({ order_status: 'packing', cancelled_at: null });
});

test('the reply does not say that a channel was told which cannot be', async () => {
  const { read, order, tell, shop, vendor } = await asking(own);
  vendor.decide = null;
  await read(vendorOrder('1'));
  shop.sandbox.control.faults.add(cancelFails);
  await read(vendorOrder('1', asks));
  const { id } = await order();
  const { message } = await shop.inTenant((tenant) => actOnOrder(tenant, id, 'accept-cancel'));
  expect(message).toMatch(/^SO-\d+ is cancelled\. Its page shows whether its channel could be told\.$/);
  await tell();
  expect(await order()).toMatchObject({ issues: ['cancel_reply:cancel_request'] });
});

test('of what a disconnected warehouse may have nobody decides that nothing leaves', async () => {
  const { act, decisions, shop } = await unsure();
  await expect(act('accept-cancel')).rejects.toThrow('It is being sent to the warehouse right now.');
  await shop.inTenant((tenant) => disconnect(tenant, shop.warehouseId));
  await expect(act('accept-cancel')).rejects.toThrow('is disconnected and may have it. Decide when it is connected again.');
  expect(decisions()).toEqual([]);
});

test('one for which it is too late stays so while the warehouse decides about another that it travels with', async () => {
  const { read, act, order, shop } = await asking(own);
  const { shipTo } = vendorOrder('1');
  await read(vendorOrder('1'), vendorOrder('2', { shipTo }));
  shop.sandbox.control.faults.add(cancelFails);
  await read(vendorOrder('1', asks), vendorOrder('2', { shipTo, ...asks }));
  await act('refuse-cancel');
  const { warehouse_order_id } = await order();
  await shop.inTenant((tenant) => recordCancelOutcome(tenant, Number(warehouse_order_id), 'pending'));
  expect(await order()).toMatchObject({ cancel_outcome: 'too_late' });
  expect(await order('N-2')).toMatchObject({ cancel_outcome: 'pending', warehouse_order_id });
});

test('goods that a person took out of what travels together do not go back to the warehouse when a link changes', async () => {
  const { read, act, order, shop, vendor } = await asking(own);
  const { lines } = vendorOrder('2');
  const other = { shipTo: vendorOrder('1').shipTo, lines: lines.map((line) => ({ ...line, sku: 'CUP' })) };
  await read(vendorOrder('1'), vendorOrder('2', other));
  shop.sandbox.control.faults.add(cancelFails);
  await read(vendorOrder('1', asks), vendorOrder('2', other));
  await act('accept-cancel');
  expect([await order(), await order('N-2')]).toMatchObject([{ order_status: 'cancelled' }, { order_status: 'packing' }]);
  const [cup] = await own.sql<{ id: string }>(`select id from products where account_id = $1 and sku = 'CUP'`, [shop.accountId]);
  const productId = Number(cup?.id);
  await shop.inTenant((tenant) => linkProduct(tenant, { connectionId: vendor.id, sku: 'CUP', productId, units: 6 }));
  await shop.engine.passTime();
  await shop.engine.runJobs();
  const goods = [...shop.sandbox.control.client().orders.rows.values()].flatMap((there) => there.lines);
  expect(goods.map(({ sku, quantity }) => [sku, quantity])).toEqual([['CUP', 6]]);
});
