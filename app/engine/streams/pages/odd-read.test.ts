import { expect, test } from 'vitest';
import { buildShop, ofOrders } from '../../../../test/build.ts';
import { testDatabase } from '../../../../test/database.ts';
import { connectVendor, page, vendorOrder } from '../../../../test/shop/vendor.ts';
import { worded } from '../../../../test/worded.ts';

const own = testDatabase();

test('a read that throws counts as a failure of the connection, with its reason, and the next one goes on', async () => {
  const shop = await buildShop(own, { reads: ofOrders });
  const vendor = await connectVendor(shop);
  const health = async () =>
    (await own.sql<{ failures_in_a_row: number; last_failure: unknown }>('select * from connections where id = $1', [vendor.id]))[0];
  await shop.sync();
  vendor.queue = () => {
    throw new Error('a translation that throws');
  };
  await shop.read('orders');
  expect(await health()).toMatchObject({
    failures_in_a_row: 1,
    last_failure: worded('Something went wrong on our side while it was read.'),
  });
  vendor.queue = () => page([vendorOrder('1')]);
  await shop.engine.passTime();
  await shop.read('orders');
  expect(await health()).toMatchObject({ failures_in_a_row: 0 });
  expect(await shop.orders()).toHaveLength(1);
});
