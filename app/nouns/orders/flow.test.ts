import { expect, test } from 'vitest';
import { buildShop } from '../../../test/build.ts';
import { testDatabase } from '../../../test/database.ts';

const own = testDatabase();

test('an order flows from the channel to the warehouse and back by itself', async () => {
  const shop = await buildShop(own, { pace: 'instant' });
  shop.sell({ orderNumber: '1001' });
  await shop.flow();
  const order = await shop.order('1001');
  expect(order).toMatchObject({ order_status: 'fulfilled', in_amware: 1, units_ordered: 1, units_shipped: 1, issues: [] });
  expect(order.events).toEqual(['arrived', 'released', 'accepted', 'shipped', 'confirmed']);
  const { shipStation, amware } = shop.sandbox.control.state();
  expect(shipStation[0]?.orders).toMatchObject([{ status: 'shipped', marks: 1, trackingNumbers: order.tracking }]);
  expect(amware[0]?.orders).toMatchObject([{ status: 'shipped', units: 1, unitsShipped: 1 }]);
  expect(shop.engine.warnings).toEqual([]);
});
