import { expect, test } from 'vitest';
import { paces } from '../../../../../sandbox/amware/pace.ts';
import { buildShop, ofOrders, type Shop } from '../../../../../test/build.ts';
import { testDatabase } from '../../../../../test/database.ts';
import { splitShop } from '../../../../../test/shop/split-shop.ts';
import { actOnOrder } from '../../../orders/actions.ts';
import { orderBulk } from '../../../orders/bulk/verbs.ts';
import { openOrderIssues } from '../../order-issues.ts';

const own = testDatabase();

/** The warehouse goes on so many steps with all that it has, and we hear of it. */
async function moves(shop: Shop, steps: number) {
  const { floor, orders } = shop.sandbox.control.client();
  for (const order of [...orders.rows.values()]) for (let step = 0; step < steps; step++) floor.advance(order);
  await shop.flow();
}

/** The order waits for a person. */
async function stop(shop: Shop) {
  const { id } = await shop.order('1001');
  const sentence = { code: 'former_warehouse_has_it', gone: 'Amware', another: 'Another' } as const;
  const issue = { type: 'former_warehouse', subject: 'former_warehouse', sentence } as const;
  await shop.inTenant((tenant) => openOrderIssues(tenant, [{ orderId: id, connectionId: shop.warehouseId, ...issue }]));
  return id;
}

/** An order of five mugs, of which a part has left. */
async function leftInPart() {
  const shop = await buildShop(own, { reads: ofOrders, pace: { ...paces.manual, twoParcelsPercent: 100 } });
  shop.sell({ orderNumber: '1001', items: [{ sku: 'MUG', quantity: 5 }] });
  await shop.sync();
  await moves(shop, 3);
  expect(await shop.order('1001')).toMatchObject({ order_status: 'partially_shipped' });
  return shop;
}

test('an order in error of which a part has left is not said to be on hold, since the warehouse sends the rest', async () => {
  const shop = await leftInPart();
  const id = await stop(shop);
  expect(await shop.order('1001')).toMatchObject({ order_status: 'error' });
  const hold = shop.inTenant((tenant) => actOnOrder(tenant, id, 'hold'));
  await expect(hold).rejects.toThrow('Only an order that has not shipped can be put on hold.');
  const [facts] = await shop.inTenant((tenant) => orderBulk.lock(tenant, [id]));
  expect(facts && orderBulk.verbs.hold.skip?.(facts)).toEqual({ code: 'held_too_late' });
  expect(await shop.order('1001')).toMatchObject({ on_hold: false });
});

test('a hold ends also of an order of which a part has left since', async () => {
  const shop = await leftInPart();
  const { id } = await shop.order('1001');
  await own.sql('update orders set on_hold = true where id = $1', [id]);
  await shop.inTenant((tenant) => actOnOrder(tenant, id, 'unhold'));
  expect(await shop.order('1001')).toMatchObject({ order_status: 'partially_shipped', on_hold: false });
});

test('a second parcel that is here is held also while its order is in error', async () => {
  const shop = await splitShop(own);
  await shop.split({ MUG: 1, CUP: 1 });
  await shop.open();
  await own.sql('update products set to_promise = 0 where account_id = $1', [shop.accountId]);
  await moves(shop, 3);
  const id = await stop(shop);
  await shop.inTenant((tenant) => actOnOrder(tenant, id, 'hold'));
  expect(await shop.order('1001')).toMatchObject({ order_status: 'error', on_hold: true });
});
