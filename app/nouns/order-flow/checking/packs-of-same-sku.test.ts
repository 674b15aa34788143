import { expect, test } from 'vitest';
import { buildShop, type Shop } from '../../../../test/build.ts';
import { testDatabase } from '../../../../test/database.ts';
import { linkProduct } from '../../links/saving/commands.ts';
import { linkSameSkus } from '../../links/saving/same-skus.ts';

const own = testDatabase();

const sell = (shop: Shop, orderNumber: string, name?: string) => shop.sell({ orderNumber, items: [{ sku: 'MUG', quantity: 1, name }] });
const listing = async ({ accountId }: Shop) =>
  (
    await own.sql(`select product_id, linked_at from connector_products where account_id = $1 and connector_product_sku = 'MUG'`, [
      accountId,
    ])
  )[0];

test('an order of a pack with the SKU of one unit waits for a person, whoever finds the SKU', async () => {
  const shop = await buildShop(own);
  sell(shop, '1001', 'Mug, pack of 6');
  await shop.sync();
  expect(await shop.order('1001')).toMatchObject({ issues: ['unmapped_sku:MUG'], warehouse_order_id: null });
  await shop.inTenant((tenant) => linkSameSkus(tenant));
  await shop.engine.runJobs();
  expect(await listing(shop)).toEqual({ product_id: null, linked_at: null });
  expect(await shop.order('1001')).toMatchObject({ issues: ['unmapped_sku:MUG'], warehouse_order_id: null });
  const productId = Number((await own.sql(`select id from products where account_id = $1 and sku = 'MUG'`, [shop.accountId]))[0]?.id);
  await shop.inTenant((tenant) => linkProduct(tenant, { connectionId: shop.channelId, sku: 'MUG', productId, units: 6 }));
  expect(await shop.order('1001')).toMatchObject({ issues: [], units_ordered: 6 });
});

test('what has the same number of units goes by itself, and so does what is sold without a name', async () => {
  const shop = await buildShop(own);
  await own.sql(`update products set name = 'Set of 6 mugs' where account_id = $1 and sku = 'MUG'`, [shop.accountId]);
  sell(shop, '1001', 'Mugs, pack of 6');
  await shop.sync();
  expect(await shop.order('1001')).toMatchObject({ issues: [], warehouse_order_id: expect.anything() });
  await own.sql(`update connector_products set product_id = null, name = null where account_id = $1`, [shop.accountId]);
  await shop.inTenant((tenant) => linkSameSkus(tenant));
  expect(await listing(shop)).toMatchObject({ product_id: expect.anything() });
});
