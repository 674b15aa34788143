import { expect, test } from 'vitest';
import { forgetOrders } from '../../../../test/shop/forgetting.ts';
import { buildOwnShop, orderOf } from '../../../../test/shop/own-shop.ts';
import { warehouseOrders } from '../../../../test/shop/warehouse.ts';
import { testWeb } from '../../../../test/web.ts';

const own = testWeb();

test('what a lost database sent together does not leave once more when the shop sends one of both again, long after', async () => {
  const shop = await buildOwnShop(own);
  const { send, engine, sync } = shop;
  await send('POST', '/v1/shop/orders/send', { orders: [orderOf('web-1'), orderOf('web-2')] });
  await engine.runJobs();
  await sync();
  expect(warehouseOrders(shop).map(({ orderNumbers }) => orderNumbers.length)).toEqual([2]);
  // A dump from before, which was compared a week ago.
  await own.sql('delete from shop_orders where account_id = $1', [shop.accountId]);
  await forgetOrders(own, shop.accountId);
  await own.sql(`update connections set finds_by_number = true, finds_sold_before = now() - interval '5 days' where id = $1`, [
    shop.warehouseId,
  ]);
  await send('POST', '/v1/shop/orders', orderOf('web-1'));
  await engine.runJobs();
  await sync();
  expect(warehouseOrders(shop)).toHaveLength(1);
  expect((await shop.order('web-1')).issues).toEqual([expect.stringMatching(/^found_otherwise/)]);
});
