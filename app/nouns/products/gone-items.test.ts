import { expect, test } from 'vitest';
import { buildShop, type Shop } from '../../../test/build.ts';
import { testDatabase } from '../../../test/database.ts';
import { remedyFor } from '../../shared/issues/issue.ts';
import { searchItems } from '../catalogue/queries.ts';
import { likelyProducts } from '../catalogue/values/likely-products.ts';
import { linkProduct } from '../links/saving/commands.ts';
import { checkOrders } from '../order-flow/checking/check.ts';
import { remedyHints } from '../remedies/remedy-hints.ts';

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

test('the remedy names the product that is gone as what its link was seen as, and offers it no longer', async () => {
  const shop = await shopWithTeapot();
  shop.sell({ orderNumber: '1001', ...teapot, serviceCode: 'fedex_2day' });
  await shop.sync();
  const sku = 'TEAPOT';
  const hintsNow = () =>
    shop.inTenant((tenant) => remedyHints(tenant, { type: 'product_gone', connection_id: shop.channelId, subject: sku }));
  const products = await own.sql<{ id: string; sku: string }>('select id, sku from products where account_id = $1', [shop.accountId]);
  const idOf = (product: string) => Number(products.find((row) => row.sku === product)?.id);
  expect(await hintsNow()).toMatchObject({ gone_product_id: null, products: [{ sku }] });
  shop.sandbox.control.client().catalogue.drop([sku]);
  await shop.sync();
  const hints = await hintsNow();
  expect(hints).toMatchObject({ gone_product_id: idOf(sku), products: [] });
  const link = (seen: number | null) =>
    shop.inTenant((tenant) => linkProduct(tenant, { connectionId: shop.channelId, sku, productId: idOf('MUG'), seen }));
  await link(hints?.gone_product_id ?? null);
  await shop.engine.runJobs();
  expect((await shop.order('1001')).issues).toEqual(['unmapped_shipping:fedex_2day']);
  // Of a colleague's link in its place nobody saw anything.
  expect(await hintsNow()).toMatchObject({ gone_product_id: null });
});

test('where a SKU is to be linked, a product that is gone is said to be', async () => {
  const shop = await shopWithTeapot();
  const offered = () =>
    shop.inTenant(async (tenant) => [
      ...(await likelyProducts(tenant, { sku: 'TEAPOT', name: 'TEAPOT', upc: null })),
      ...((await searchItems(tenant, 'products', { q: 'TEAPOT', page: 1 }))?.data ?? []),
    ]);
  expect((await offered()).map(({ sku, gone_at }) => [sku, gone_at])).toEqual([
    ['TEAPOT', null],
    ['TEAPOT', null],
  ]);
  shop.sandbox.control.client().catalogue.drop(['TEAPOT']);
  await shop.sync();
  expect((await offered()).map(({ sku, gone_at }) => [sku, gone_at !== null])).toEqual([
    ['TEAPOT', true],
    ['TEAPOT', true],
  ]);
});

test('a product of a line without a SKU, or of one that a person added, is replaced in its order: no link gave it', async () => {
  const shop = await shopWithTeapot();
  const orders = ['1001', '1002', '1003'];
  shop.sell(
    ...orders.map((orderNumber) => ({ orderNumber, ...teapot, serviceCode: 'fedex_2day', shipTo: { name: orderNumber } as never })),
  );
  await shop.sync();
  const ids = await Promise.all(orders.map(async (number) => (await shop.order(number)).id));
  await own.sql(`update order_lines set sku = '' where order_id = $1`, [ids[0]]);
  await own.sql('update order_lines set source_quantity = 0 where order_id = $1', [ids[1]]);
  await own.sql('update order_lines set source_quantity = 0, quantity = 0 where order_id = $1', [ids[2]]);
  await own.sql(`update products set gone_at = now() where account_id = $1 and sku = 'TEAPOT'`, [shop.accountId]);
  await shop.inTenant((tenant) => checkOrders(tenant, ids));
  const issuesOf = async (number: string) => {
    const { issues, sentences } = await shop.order(number);
    return issues.map((issue, at) => [issue, sentences[at]]).filter(([issue]) => issue?.startsWith('product_gone'));
  };
  const sentence =
    'The warehouse no longer names TEAPOT, which a line of this order is. Edit the order to send another product for it, or cancel it.';
  expect(await Promise.all(orders.map(issuesOf))).toEqual([[['product_gone:', sentence]], [['product_gone:', sentence]], []]);
  expect(remedyFor({ type: 'product_gone', subject: '' })).toBe('cancel');
});
