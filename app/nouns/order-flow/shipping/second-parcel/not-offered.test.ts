import { expect, test } from 'vitest';
import { testDatabase } from '../../../../../test/database.ts';
import { type SplitShop, splitShop } from '../../../../../test/shop/split-shop.ts';
import { actOnOrder } from '../../../orders/actions.ts';
import { stockToTell } from '../../../stock-out/quantities.ts';

const own = testDatabase();

/** The first parcel is with the warehouse; `firstLeaves` has it leave, and hears of it. */
async function splitThere(quantities: Record<string, number>) {
  const shop = await splitShop(own);
  await shop.split(quantities);
  await shop.open();
  const { floor, orders } = shop.sandbox.control.client();
  const firstLeaves = async () => {
    for (let step = 0; step < 3; step++) for (const order of [...orders.rows.values()]) floor.advance(order);
    await shop.flow();
  };
  return { shop, floor, orders, firstLeaves };
}

/** What the channel is to be told of each SKU. */
async function toldOf(shop: SplitShop) {
  await own.sql(`insert into stock_settings (account_id, connection_id, mode, location_id) values ($1, $2, 'on', '1')`, [
    shop.accountId,
    shop.channelId,
  ]);
  const listings = await own.sql<{ id: number }>('select id::int from connector_products where account_id = $1', [shop.accountId]);
  return async () => {
    const ids = listings.map(({ id }) => id);
    const rows = await shop.inTenant((tenant) => stockToTell(tenant, 'available', shop.channelId, ids));
    return Object.fromEntries(rows.map(({ sku, quantity }) => [sku, quantity]));
  };
}

test('what goes in the second parcel is not offered to channels while the first is out', async () => {
  const { shop, firstLeaves } = await splitThere({ MUG: 1, CUP: 1 });
  const told = await toldOf(shop);
  expect(await told()).toEqual({ MUG: 997, CUP: 1000 });
  await firstLeaves();
  expect([shop.goods(), await told()]).toEqual([['2 MUG', '1 MUG, 1 CUP'], { MUG: 997, CUP: 1000 }]);
});

test('nor is that of a second parcel that the warehouse cancelled by itself, which a person may send again', async () => {
  const { shop, floor, orders, firstLeaves } = await splitThere({ MUG: 1 });
  const told = await toldOf(shop);
  await firstLeaves();
  shop.sandbox.control.set({ cancelWins: 'always' });
  for (const order of orders.rows.values())
    if (order.status === 'open') {
      orders.change(order.id, order, { cancelRequested: true });
      floor.advance(orders.rows.get(order.id) ?? expect.unreachable());
    }
  await shop.flow();
  const before = await told();
  await shop.read('stock');
  await shop.read('stock');
  expect([(await shop.order('1001')).issues, await told()]).toEqual([['second_parcel:doubt'], before]);
  await shop.inTenant((tenant) => actOnOrder(tenant, shop.id, 'end-second'));
  expect((await told()).MUG).toBe((before.MUG ?? 0) + 1);
});

test('nor is that of one that its channel cancels while nobody knows whether the warehouse has it', async () => {
  const { shop, firstLeaves } = await splitThere({ MUG: 1, CUP: 1 });
  const told = await toldOf(shop);
  const { faults } = shop.sandbox.control;
  faults.add({ target: 'amware', operation: 'submit_order', kind: 'drop_after_accept', probability: 1 });
  for (const operation of ['find_order', 'read_order_changes']) faults.add({ target: 'amware', operation, kind: '500', probability: 1 });
  await firstLeaves();
  const accepted = () => own.sql('select part from warehouse_orders where account_id = $1 and accepted_at is not null', [shop.accountId]);
  expect([await accepted(), await told()]).toEqual([[{ part: 1 }], { MUG: 997, CUP: 1000 }]);
  if (shop.sold) shop.sandbox.control.seller().change(shop.sold, { orderStatus: 'cancelled' });
  await shop.read('orders');
  expect([await accepted(), await told()]).toEqual([[{ part: 1 }], { MUG: 997, CUP: 1000 }]);
});
