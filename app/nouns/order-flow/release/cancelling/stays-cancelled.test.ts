import { expect, test } from 'vitest';
import type { ChannelOrder } from '../../../../../connectors/contract.ts';
import { testDatabase } from '../../../../../test/database.ts';
import { asking, asks } from '../../../../../test/shop/asking.ts';
import { splittingShop } from '../../../../../test/shop/splits.ts';
import { vendorOrder } from '../../../../../test/shop/vendor.ts';
import { warehouseOrders } from '../../../../../test/shop/warehouse.ts';
import { actOnOrder } from '../../../orders/actions.ts';
import type { OrderAction } from '../../contract/orders.ts';
import { IllegalTransition, settleOrders } from '../../settle.ts';
import { recordGone } from '../../shared-goods/gone/gone.ts';

const own = testDatabase();

/** The warehouse has the order, does not say whether it cancels it, and a person says that nothing of it leaves. */
async function accepted() {
  const made = await asking(own);
  await made.read(vendorOrder('1'));
  made.shop.sandbox.control.faults.add({ target: 'amware', operation: 'cancel_order', kind: '500', probability: 1 });
  await made.read(vendorOrder('1', asks));
  await made.decide('accept-cancel');
  return made;
}

test.each(['packing', 'error'])('nothing but the undo of the decision brings back what the warehouse has (%s)', async (status) => {
  const { order, shop } = await accepted();
  const { id } = await order();
  if (status === 'error')
    await own.sql(
      `insert into issues (account_id, order_id, type, subject, blocking, sentence) values ($1, $2, 'rejected_by_warehouse', 'submit', true, $3)`,
      [shop.accountId, id, { code: 'cancelled_by_warehouse' }],
    );
  await own.sql('update orders set cancelled_at = null where id = $1', [id]);
  await expect(shop.inTenant((tenant) => settleOrders(tenant, [id]))).rejects.toThrow(
    new IllegalTransition(`Order ${id} cannot go from cancelled to ${status}.`),
  );
});

test('an order that its channel no longer has stays cancelled: nobody would ask the warehouse again', async () => {
  const { decide, order, shop, vendor } = await accepted();
  const { id } = await order();
  await shop.inTenant((tenant) => recordGone(tenant, { connectionId: vendor.id, label: 'Some vendor' }, id));
  await expect(decide('undo-cancel-decision')).rejects.toThrow('there is nothing that can be undone');
  expect(await order()).toMatchObject({ order_status: 'cancelled' });
});

test('an order that a person cancelled stays so when the warehouse cancels what it travels with', async () => {
  const { read, decide, order, shop } = await asking(own);
  const { shipTo } = vendorOrder('1');
  await read(vendorOrder('1'), vendorOrder('2', { shipTo }));
  const { id } = await order();
  // The warehouse is not asked, as where the goods may be another order's.
  await own.sql(`insert into cancel_requests (account_id, order_id, request_id) values ($1, $2, 'r-1')`, [shop.accountId, id]);
  await decide('accept-cancel');
  const { desk, orders } = shop.sandbox.control.client();
  for (const row of orders.rows.values()) desk.cancel(row);
  await shop.flow();
  expect(warehouseOrders(shop)).toMatchObject([{ status: 'cancelled' }]);
  expect(await order()).toMatchObject({ order_status: 'cancelled', cancel_outcome: 'cancelled' });
  expect(await order('N-2')).toMatchObject({ order_status: 'error', warehouse_order_id: null });
});

test('what was cancelled while its goods were to be decided about is not sent by that decision', async () => {
  const { two, seller, sync, row, held, decide } = await splittingShop(own);
  const { mugs, cups } = two();
  seller.change(mugs, { orderStatus: 'on_hold' });
  await sync();
  seller.merge(mugs, [cups]);
  seller.change(mugs, { orderStatus: 'awaiting_shipment' });
  await sync();
  expect(await row(mugs)).toMatchObject({ order_status: 'error', shared_goods: 'undecided' });
  await decide(mugs, 'cancel');
  for (const action of ['ship-too', 'same-goods'] as const)
    await expect(decide(mugs, action)).rejects.toThrow('There is nothing left to decide about this order.');
  await sync();
  expect(await row(mugs)).toMatchObject({ order_status: 'cancelled', ended_by: null });
  expect(held()).toEqual({ CUP: 2 });
});

test('what a person cancelled waits for a person when its channel cancels it too, and takes that back', async () => {
  const { read, decide, order, shop } = await cancelledHere();
  expect(await order()).toMatchObject({ order_status: 'cancelled' });
  await read('cancelled', 2);
  await read('ready', 3);
  expect(await order()).toMatchObject({ order_status: 'pending', on_hold: true, warehouse_order_id: null });
  expect(await own.sql('select hold_reason, hold_until from orders where account_id = $1', [shop.accountId])).toEqual([
    { hold_reason: { code: 'cancelled_here_before' }, hold_until: null },
  ]);
  await decide('unhold');
  expect(await order()).toMatchObject({ order_status: 'packing' });
});

test('what its channel alone cancelled goes on when it takes that back', async () => {
  const { read, order } = await cancelledHere({ isCancelled: false });
  await read('cancelled', 2);
  await read('ready', 3);
  expect(await order()).toMatchObject({ order_status: 'packing', on_hold: false });
});

/** An order that waited for its payment when a person cancelled it. */
async function cancelledHere({ isCancelled = true } = {}) {
  const made = await asking(own);
  const read = (state: ChannelOrder['state'], minute: number) =>
    made.read(vendorOrder('1', { state, sourceStatus: state, modifiedAt: new Date(Date.UTC(2026, 10, 20, 12, minute)) }));
  const decide = async (action: OrderAction) => {
    const { id } = await made.order();
    await made.shop.inTenant((tenant) => actOnOrder(tenant, id, action));
    await made.shop.flow();
  };
  await read('waiting', 1);
  if (isCancelled) await decide('cancel');
  return { ...made, read, decide };
}

test('what a person said to be the same goods as another order stays so when its channel cancels it, and takes that back', async () => {
  const { two, seller, sync, row, held, decide } = await splittingShop(own);
  const { mugs } = two();
  await sync();
  const part = seller.split(mugs, [{ sku: 'MUG', quantity: 1 }]);
  await sync();
  await decide(part, 'same-goods');
  seller.change(part, { orderStatus: 'cancelled' });
  await sync();
  seller.change(part, { orderStatus: 'awaiting_shipment' });
  await sync();
  expect(await row(part)).toMatchObject({ order_status: 'cancelled', ended_by: 'same_goods' });
  expect(held()).toEqual({ MUG: 3, CUP: 2 });
  await decide(part, 'undo-decision');
  expect(await row(part)).toMatchObject({ order_status: 'error', issues: ['shared_goods:goods'] });
});
