import { expect, test } from 'vitest';
import { buildShop, ofGoods, type Shop } from '../../../../test/build.ts';
import { testDatabase } from '../../../../test/database.ts';
import { storeListings } from '../listings/store.ts';
import { linkProduct } from './commands.ts';

const own = testDatabase();
const mine = '5010000225681';
const another = '5010000999999';

const item = (sku: string, upc: string | null = null) => ({ sku, quantity: 1, upc });
const sell = (shop: Shop, orderNumber: string, sku: string, upc: string | null = null) =>
  shop.sell({ orderNumber, items: [item(sku, upc)] });
const warehouseOf = (shop: Shop) => shop.sandbox.control.client().catalogue;
const listing = (sku: string, over: object = {}) => ({
  remoteId: 'L1',
  sku,
  name: 'A teapot',
  upc: mine,
  imageUrl: null,
  url: null,
  raw: {},
  ...over,
});
const list = (shop: Shop, ...listings: ReturnType<typeof listing>[]) =>
  shop.inTenant((tenant) => storeListings(tenant, shop.channelId, listings));

/** A shop whose TEAPOT is linked by itself, the channel and the warehouse calling it by the same UPC. */
async function teapotShop(): Promise<Shop> {
  const shop = await buildShop(own, { reads: ofGoods, limits: { shipStation: 400 } });
  warehouseOf(shop).take([{ sku: 'TEAPOT', name: 'A teapot', upc: mine, units: 50 }]);
  await list(shop, listing('TEAPOT'));
  await shop.sync();
  sell(shop, '1001', 'TEAPOT');
  await shop.sync();
  expect(await shop.order('1001')).toMatchObject({ order_status: 'packing', issues: [] });
  return shop;
}

const waitsWith = async (shop: Shop, number: string, sentence: string) =>
  expect(await shop.order(number)).toMatchObject({ order_status: 'error', issues: ['unmapped_sku:TEAPOT'], sentences: [sentence] });

test('when the warehouse gives a SKU another UPC than the channel’s, its link ends, and orders wait until a person links it', async () => {
  const shop = await teapotShop();
  warehouseOf(shop).correct('TEAPOT', another);
  await shop.sync();
  sell(shop, '1002', 'TEAPOT');
  await shop.sync();
  await waitsWith(
    shop,
    '1002',
    `SKU TEAPOT was linked to TEAPOT, but the warehouse changed its UPC from ${mine} to ${another}. Compare the two, then link it again.`,
  );
  await shop.tidy();
  await shop.sync();
  expect((await shop.order('1002')).order_status).toBe('error');
  const [product] = await own.sql<{ id: string }>(`select id from products where account_id = $1 and sku = 'TEAPOT'`, [shop.accountId]);
  await shop.inTenant((tenant) => linkProduct(tenant, { connectionId: shop.channelId, sku: 'TEAPOT', productId: Number(product?.id) }));
  await shop.engine.passTime();
  await shop.sync();
  expect(await shop.order('1002')).toMatchObject({ order_status: 'packing', issues: [] });
});

test('an order that the warehouse has gets an issue when the link that it went by ends, and none once the SKU is linked as before', async () => {
  const shop = await teapotShop();
  await list(shop, listing('TEAPOT', { upc: another }));
  await shop.sync();
  expect(await shop.order('1001')).toMatchObject({ order_status: 'packing', issues: ['changed_after_release:mapping'] });
  expect((await shop.order('1001')).sentences[0]).toMatch(
    /^The warehouse has 1 × TEAPOT of this order, by a link, .* the channel changed its UPC from 5010000225681 to 5010000999999/,
  );
  await own.sql('update connector_products set doubt = null where account_id = $1', [shop.accountId]);
  await list(shop, listing('TEAPOT', { upc: mine }));
  await shop.tidy();
  expect(await shop.order('1001')).toMatchObject({ order_status: 'packing', issues: [] });
});

test('a UPC that is only written with another number of zeros, or is not known on one side, ends no link', async () => {
  const shop = await teapotShop();
  for (const [number, upc] of [
    ['1002', `0${mine}`],
    ['1003', null],
    ['1004', 'N/A'],
  ] as const) {
    warehouseOf(shop).correct('TEAPOT', upc);
    await shop.sync();
    sell(shop, number, 'TEAPOT');
    await shop.sync();
    expect(await shop.order(number)).toMatchObject({ order_status: 'packing', issues: [] });
  }
});

test.each([null, 'N/A'])('when a UPC moves to another of the warehouse’s SKUs, the link to the former one, now %s, ends', async (upc) => {
  const shop = await teapotShop();
  warehouseOf(shop).take([{ sku: 'TEAPOT-2', name: 'A teapot', upc: mine, units: 50 }]);
  await shop.sync();
  warehouseOf(shop).correct('TEAPOT', upc);
  await shop.sync();
  sell(shop, '1002', 'TEAPOT');
  await shop.sync();
  expect(await shop.order('1002')).toMatchObject({ order_status: 'error', issues: ['unmapped_sku:TEAPOT'] });
});

test('a SKU that the warehouse gave up and uses again for something else waits for a person', async () => {
  const shop = await teapotShop();
  warehouseOf(shop).drop(['TEAPOT']);
  await shop.sync();
  warehouseOf(shop).take([{ sku: 'TEAPOT', name: 'A kettle', upc: null, units: 50 }]);
  await shop.sync();
  sell(shop, '1002', 'TEAPOT');
  await shop.sync();
  await waitsWith(
    shop,
    '1002',
    'SKU TEAPOT was linked to TEAPOT, but the warehouse gave the SKU up and now uses it for “A kettle”, before “A teapot”. Compare the two, then link it again.',
  );
});

test('a SKU that the warehouse gave up and names again as it was keeps its link', async () => {
  const shop = await teapotShop();
  warehouseOf(shop).drop(['TEAPOT']);
  await shop.sync();
  warehouseOf(shop).take([{ sku: 'TEAPOT', name: 'A teapot', units: 50 }]);
  await shop.sync();
  sell(shop, '1002', 'TEAPOT');
  await shop.sync();
  expect(await shop.order('1002')).toMatchObject({ order_status: 'packing', issues: [] });
});

test.each([
  ['another UPC', { upc: another }, `changed its UPC from ${mine} to ${another}`],
  [
    'another id and name',
    { remoteId: 'L2', name: 'A kettle', upc: null },
    'gave the SKU up and now uses it for “A kettle”, before “A teapot”',
  ],
])('a SKU that the channel lists with %s waits for a person', async (_, over, what) => {
  const shop = await teapotShop();
  await list(shop, listing('TEAPOT', over));
  sell(shop, '1002', 'TEAPOT');
  await shop.read('orders');
  await waitsWith(shop, '1002', `SKU TEAPOT was linked to TEAPOT, but the channel ${what}. Compare the two, then link it again.`);
});

test.each([
  ['another name', { name: 'A teapot, blue' }],
  ['another id, as the same article', { remoteId: 'L2' }],
  ['another id and name, but the product’s UPC', { remoteId: 'L2', name: 'Teapot!' }],
])('a SKU that the channel lists with %s keeps its link', async (_, over) => {
  const shop = await teapotShop();
  await list(shop, listing('TEAPOT', over));
  sell(shop, '1002', 'TEAPOT');
  await shop.read('orders');
  expect(await shop.order('1002')).toMatchObject({ order_status: 'packing', issues: [] });
});

test('an order that has not left is taken back when the link that it goes by ends', async () => {
  const shop = await teapotShop();
  shop.sandbox.control.faults.add({ target: 'amware', operation: 'submit_order', kind: '429', probability: 1 });
  sell(shop, '1002', 'TEAPOT');
  await shop.sync();
  expect((await shop.order('1002')).order_status).toBe('pending');
  await list(shop, listing('TEAPOT', { upc: another }));
  shop.sandbox.control.faults.clear();
  await shop.engine.passTime();
  await shop.sync();
  expect(await shop.order('1002')).toMatchObject({ order_status: 'error', in_amware: 0, issues: ['unmapped_sku:TEAPOT'] });
});

test('a SKU that equals a product’s is not linked by itself where the UPCs name two articles', async () => {
  const shop = await buildShop(own, { reads: ofGoods });
  sell(shop, '1001', 'TEAPOT', mine);
  await shop.sync();
  warehouseOf(shop).take([{ sku: 'TEAPOT', name: 'A kettle', upc: another, units: 5 }]);
  await shop.sync();
  sell(shop, '1002', 'TEAPOT', mine);
  await shop.sync();
  await shop.tidy();
  await shop.sync();
  for (const number of ['1001', '1002'])
    expect(await shop.order(number)).toMatchObject({ order_status: 'error', issues: ['unmapped_sku:TEAPOT'] });
});
