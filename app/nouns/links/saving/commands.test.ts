import { expect, test } from 'vitest';
import { buildShop, ofGoods, type Shop } from '../../../../test/build.ts';
import { testDatabase } from '../../../../test/database.ts';
import { addListings } from '../../../../test/shop/rows.ts';
import { listCauses } from '../../../shared/issues/queries.ts';
import { saveShippingOptions } from '../../mappings/shipping-options/commands.ts';
import { linkProduct, unlinkProduct } from './commands.ts';

const own = testDatabase();

const productOf = async ({ accountId }: Shop, sku: string) =>
  Number((await own.sql('select id from products where account_id = $1 and sku = $2', [accountId, sku]))[0]?.id);
const mugOf = ({ channelId }: Shop) => ({ connectionId: channelId, sku: 'MUG' });
const link = async (shop: Shop, sku: string, to: string) => {
  const productId = await productOf(shop, to);
  return shop.inTenant((tenant) => linkProduct(tenant, { connectionId: shop.channelId, sku, productId }));
};

test('one link releases every order that waits for it, and returns how many', async () => {
  const shop = await buildShop(own, { reads: ofGoods });
  const teapot = { items: [{ sku: 'TEAPOT', quantity: 1 }] };
  shop.sell(
    { orderNumber: '1001', ...teapot },
    { orderNumber: '1002', ...teapot },
    {
      orderNumber: '1003',
      items: [
        { sku: 'TEAPOT', quantity: 1 },
        { sku: 'LID', quantity: 1 },
      ],
    },
  );
  await shop.sync();
  expect(await shop.inTenant(listCauses)).toMatchObject({
    total: 4,
    groups: [
      {
        type: 'unmapped_sku',
        issues: 4,
        orders: 3,
        causes: [
          { subject: 'LID', orders: 1 },
          { subject: 'TEAPOT', orders: 3 },
        ],
      },
    ],
  });
  expect(await link(shop, 'TEAPOT', 'CUP')).toMatchObject({ waiting: 3 });
  // At once, before any job has run, so that whoever clicked sees them go on.
  expect((await shop.orders()).map(({ issues }) => issues)).toEqual([[], [], ['unmapped_sku:LID']]);
  await shop.engine.passTime();
  await shop.sync();
  expect((await shop.orders()).map(({ order_status }) => order_status)).toEqual(['packing', 'packing', 'error']);
});

test('a mapped shipping code releases every order that has it, and returns how many', async () => {
  const shop = await buildShop(own, { reads: ofGoods, mapped: false });
  shop.sell({ orderNumber: '1001' }, { orderNumber: '1002' }, { orderNumber: '1003', serviceCode: 'fedex_2day' });
  await shop.sync();
  const map = (connectorCode: string, amwareCode: string) =>
    shop.inTenant((tenant) => saveShippingOptions(tenant, shop.channelId, [{ connectorCode, amwareCode }]));
  expect(await map('ups_ground', 'UPSGR')).toMatchObject({ waiting: 2 });
  await shop.engine.passTime();
  await shop.sync();
  expect((await shop.orders()).map(({ order_status, shipping_code }) => [order_status, shipping_code])).toEqual([
    ['packing', 'UPSGR'],
    ['packing', 'UPSGR'],
    ['error', null],
  ]);
  await expect(map('fedex_2day', 'NOBODY')).rejects.toThrow('Some fields are wrong.');
});

test('more orders than one check takes are checked too', async () => {
  const shop = await buildShop(own, { reads: ofGoods });
  const address = (index: number) => ({ shipTo: { name: `Buyer ${index}` } as never });
  shop.sell(
    ...Array.from({ length: 320 }, (_, index) => ({ orderNumber: `${index}`, ...address(index), items: [{ sku: 'TEAPOT', quantity: 1 }] })),
  );
  await shop.sync();
  expect((await link(shop, 'TEAPOT', 'CUP')).waiting).toBe(320);
  await shop.engine.runJobs();
  await shop.engine.passTime();
  await shop.engine.runJobs();
  expect(new Set((await shop.orders()).map(({ order_status }) => order_status))).toEqual(new Set(['packing']));
});

test('a SKU that the channel neither lists nor sold cannot be linked, nor one that was deleted, until an order comes with it', async () => {
  const shop = await buildShop(own, { reads: ofGoods });
  const unknown = 'ShipStation has no product with this SKU. Import its products, or a file of links, first.';
  await addListings(own, shop.channelId, ['TEAPOT']);
  await own.sql(`update connector_products set deleted_at = now() where connection_id = $1 and connector_product_sku = 'TEAPOT'`, [
    shop.channelId,
  ]);
  for (const sku of ['TEAPOT', 'teapot', 'MUGG']) await expect(link(shop, sku, 'CUP')).rejects.toThrow(unknown);
  expect(await own.sql(`select 1 from connector_products where connection_id = $1 and product_id is not null`, [shop.channelId])).toEqual(
    [],
  );
  shop.sell({ orderNumber: '1001', items: [{ sku: 'TEAPOT', quantity: 1 }] });
  await shop.sync();
  expect(await link(shop, 'TEAPOT', 'CUP')).toMatchObject({ waiting: 1 });
});

test('unlinking stops the orders that have not left, and no others', async () => {
  const shop = await buildShop(own, { reads: ofGoods });
  shop.sell({ orderNumber: '1001' }, { orderNumber: '1002', serviceCode: 'fedex_2day' });
  await shop.sync();
  expect(await shop.inTenant((tenant) => unlinkProduct(tenant, mugOf(shop)))).toMatchObject({ stopped: 1 });
  expect((await shop.orders()).map(({ order_status, issues }) => [order_status, issues])).toEqual([
    ['packing', []],
    ['error', ['unmapped_shipping:fedex_2day', 'unmapped_sku:MUG']],
  ]);
});

test('a SKU that a person unlinked is not linked again by its name', async () => {
  const shop = await buildShop(own, { reads: ofGoods });
  shop.sell({ orderNumber: '1001', serviceCode: 'fedex_2day' });
  await shop.sync();
  await shop.inTenant((tenant) => unlinkProduct(tenant, mugOf(shop)));
  shop.sell({ orderNumber: '1002' });
  await shop.sync();
  expect(await shop.order('1002')).toMatchObject({ issues: ['unmapped_sku:MUG'] });
});

test('an order that had ended when its link was changed goes on with the new product', async () => {
  const shop = await buildShop(own, { reads: ofGoods });
  await addListings(own, shop.channelId, ['TEAPOT']);
  await link(shop, 'TEAPOT', 'CUP');
  const [sold] = shop.sell({ orderNumber: '1001', orderStatus: 'on_hold', items: [{ sku: 'TEAPOT', quantity: 1 }] });
  await shop.sync();
  const change = (orderStatus: 'cancelled' | 'awaiting_shipment') => shop.sandbox.control.seller().change(sold as never, { orderStatus });
  change('cancelled');
  await shop.sync();
  await link(shop, 'TEAPOT', 'MUG');
  change('awaiting_shipment');
  await shop.sync();
  await shop.engine.passTime();
  await shop.sync();
  const sent = [...shop.sandbox.control.client().orders.rows.values()].flatMap(({ body }) => body.lines.map(({ sku }) => sku));
  expect(sent).toEqual(['MUG']);
});
