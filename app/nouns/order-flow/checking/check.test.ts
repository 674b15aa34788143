import { expect, test } from 'vitest';
import { buildShop } from '../../../../test/build.ts';
import { testDatabase } from '../../../../test/database.ts';
import { checkByHalves, checkOrders } from './check.ts';

const own = testDatabase();

test('an order whose check fails does not stop the others', async () => {
  const shop = await buildShop(own);
  await own.sql(`update connections set state = 'paused' where account_id = $1 and 'warehouse' = any(capabilities)`, [shop.accountId]);
  shop.sell(...[1, 2, 3, 4, 5].map((number) => ({ orderNumber: `${number}` })));
  await shop.sync();
  await own.sql(`update connections set state = 'active' where account_id = $1`, [shop.accountId]);
  // Marked as shipped without a shipped unit: no facts lead to this status, and none lead out of it.
  const broken = await shop.order('3');
  await own.sql(`update orders set order_status = 'shipped' where account_id = $1 and id = $2`, [shop.accountId, broken.id]);
  const ids = (await shop.orders()).map(({ id }) => id);
  await expect(checkByHalves(own.database, { accountId: shop.accountId, userId: null }, ids, checkOrders)).rejects.toThrow(
    `Order ${broken.id} cannot go from shipped to pending.`,
  );
  await shop.engine.runJobs();
  expect((await shop.orders()).map(({ order_status }) => order_status)).toEqual(['packing', 'packing', 'shipped', 'packing', 'packing']);
});

test('checking again changes nothing, however often and by how many at once', async () => {
  const shop = await buildShop(own);
  shop.sell({ orderNumber: '1001', items: [{ sku: 'TEAPOT', quantity: 1 }] }, { orderNumber: '1002', serviceCode: null });
  await shop.sync();
  const before = await shop.orders();
  const ids = before.map(({ id }) => id);
  await Promise.all(Array.from({ length: 6 }, () => shop.inTenant((tenant) => checkOrders(tenant, ids))));
  const seen = ({ order_status, issues, events, revision }: (typeof before)[0]) => ({ order_status, issues, events, revision });
  expect((await shop.orders()).map(seen)).toEqual(before.map(seen));
});
