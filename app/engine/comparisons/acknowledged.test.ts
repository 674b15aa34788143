import { afterEach, expect, test } from 'vitest';
import { buildShop, ofOrders, type Shop } from '../../../test/build.ts';
import { testDatabase } from '../../../test/database.ts';
import { forgetOrders } from '../../../test/shop/forgetting.ts';
import { connectMarketplace } from '../../../test/shop/marketplace.ts';
import { warehouseOrders } from '../../../test/shop/warehouse.ts';
import { sayRestored } from '../../base/installation/by-hand.ts';
import { openMark } from '../../base/installation/mark.ts';
import { sweepComparisons } from './sweep.ts';

const own = testDatabase();
afterEach(() => own.sql(`update installation set life = null, stopped = null, mark = 0`));

const isComparing = async ({ accountId }: Shop) =>
  (await own.sql('select from comparisons where account_id = $1 and finished_at is null', [accountId])).length > 0;

test('what a queue does not give again, because it was acknowledged since the dump, is read by date and is here again', async () => {
  const shop = await buildShop(own, { reads: ofOrders, limits: { shipStation: 400 } });
  await openMark({ ...shop.engine, log: shop.engine.log, databaseUrl: own.url }).beat();
  const id = await connectMarketplace(shop);
  const { orders: market } = shop.sandbox.control.advisor();
  // More than a page of the channel's lists.
  market.add(
    Array.from({ length: 130 }, (_, n) => ({
      ...{ SiteOrderID: `M${n + 1}`, items: [{ sku: 'MUG', quantity: 1 }], ShippingAddressLine1: `${n + 1} Main Street` },
    })),
  );
  await shop.flow();
  expect([(await shop.orders()).length, warehouseOrders(shop).length]).toEqual([130, 130]);
  await forgetOrders(own, shop.accountId);
  await shop.read('orders');
  expect(await shop.orders()).toEqual([]);
  await sayRestored(own.database);
  await sweepComparisons(own.database);
  for (let turn = 0; turn < 8 && (await isComparing(shop)); turn++) {
    await shop.engine.runJobs();
    await shop.sync();
    await sweepComparisons(own.database);
  }
  await shop.flow();
  const orders = await shop.orders();
  expect([orders.length, warehouseOrders(shop).length]).toEqual([130, 130]);
  expect(new Set(orders.map(({ in_amware, issues }) => [in_amware, ...issues].join()))).toEqual(new Set(['1']));
  const [stream] = await own.sql(`select cursor from streams where connection_id = $1 and stream = 'orders'`, [id]);
  expect(stream).toEqual({ cursor: null });
});
