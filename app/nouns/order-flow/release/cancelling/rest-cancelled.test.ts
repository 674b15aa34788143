import { expect, test } from 'vitest';
import { paces } from '../../../../../sandbox/amware/pace.ts';
import { buildShop, ofOrders } from '../../../../../test/build.ts';
import { testDatabase } from '../../../../../test/database.ts';

const own = testDatabase();

test('a person is told of an order that its channel cancels when a part of it has left', async () => {
  const shop = await buildShop(own, { reads: ofOrders, pace: { ...paces.manual, twoParcelsPercent: 100 } });
  const [sold] = shop.sell({ orderNumber: '1001', items: [{ sku: 'MUG', quantity: 5 }] });
  if (!sold) throw new Error('nothing was sold');
  await shop.sync();
  const { floor, orders } = shop.sandbox.control.client();
  const [there] = orders.rows.values();
  if (!there) throw new Error('no order');
  for (const _ of [1, 2, 3]) floor.advance(there);
  await shop.sync();
  expect(await shop.order('1001')).toMatchObject({ order_status: 'partially_shipped', issues: [] });
  shop.sandbox.control.seller().change(sold, { orderStatus: 'cancelled' });
  await shop.sync();
  const told = {
    issues: ['changed_after_release:order'],
    sentences: [
      'ShipStation cancelled this order after a part of it had left, and the warehouse goes on with the rest. Ask it to stop that, or put it right with the buyer.',
    ],
  };
  expect(await shop.order('1001')).toMatchObject({ order_status: 'partially_shipped', source_state: 'cancelled', ...told });
  shop.sandbox.control.seller().change(sold, { customerNotes: 'Thank you' });
  await shop.sync();
  expect(await shop.order('1001')).toMatchObject(told);
});
