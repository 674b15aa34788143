import { expect, test } from 'vitest';
import { buildShop, type Shop } from '../../../test/build.ts';
import { testDatabase } from '../../../test/database.ts';
import { linkProduct } from '../links/saving/commands.ts';

const own = testDatabase();
const teapot = { items: [{ sku: 'TEAPOT', quantity: 1 }] };
const gone = 'The warehouse no longer names TEAPOT, which SKU TEAPOT is linked to.';

async function shopWithTeapot(): Promise<Shop> {
  const shop = await buildShop(own);
  shop.sandbox.control.client().catalogue.take([{ sku: 'TEAPOT', name: 'A teapot', units: 50 }]);
  await shop.sync();
  return shop;
}
const goneOf = async ({ accountId }: Shop) =>
  (await own.sql('select sku from products where account_id = $1 and gone_at is not null', [accountId])).map(({ sku }) => sku);

test('orders of a product that the warehouse no longer names wait, until it names it again', async () => {
  const shop = await shopWithTeapot();
  const { catalogue } = shop.sandbox.control.client();
  catalogue.drop(['TEAPOT']);
  await shop.sync();
  expect(await goneOf(shop)).toEqual(['TEAPOT']);
  shop.sell({ orderNumber: '1001', ...teapot }, { orderNumber: '1002' });
  await shop.sync();
  expect(await shop.order('1001')).toMatchObject({ order_status: 'error', issues: ['product_gone:TEAPOT'], sentences: [gone] });
  expect(await shop.order('1002')).toMatchObject({ order_status: 'packing' });
  catalogue.take([{ sku: 'TEAPOT', name: 'A teapot' }]);
  await shop.sync();
  await shop.sync();
  expect(await goneOf(shop)).toEqual([]);
  expect(await shop.order('1001')).toMatchObject({ order_status: 'packing', issues: [] });
});

test('an order that has not left stops when its product goes, and goes on with another product', async () => {
  const shop = await shopWithTeapot();
  shop.sell({ orderNumber: '1001', ...teapot, serviceCode: 'fedex_2day' });
  await shop.sync();
  shop.sandbox.control.client().catalogue.drop(['TEAPOT']);
  await shop.sync();
  expect((await shop.order('1001')).issues).toContain('product_gone:TEAPOT');
  const [mug] = await own.sql<{ id: string }>(`select id from products where account_id = $1 and sku = 'MUG'`, [shop.accountId]);
  await shop.inTenant((tenant) => linkProduct(tenant, { connectionId: shop.channelId, sku: 'TEAPOT', productId: Number(mug?.id) }));
  await shop.engine.runJobs();
  expect((await shop.order('1001')).issues).toEqual(['unmapped_shipping:fedex_2day']);
});
