import { expect, test } from 'vitest';
import { buildShop } from '../../../test/build.ts';
import { testDatabase } from '../../../test/database.ts';
import { tidy } from '../../engine/housekeeping/tidy.ts';

const own = testDatabase();

test('an order goes on by itself when the warehouse takes its SKU on', async () => {
  const shop = await buildShop(own);
  shop.sell({ orderNumber: '1001', items: [{ sku: 'TEAPOT', quantity: 1 }] });
  await shop.sync();
  expect((await shop.order('1001')).issues).toEqual(['unmapped_sku:TEAPOT']);
  shop.sandbox.control.client().catalogue.take([{ sku: 'TEAPOT', name: 'A teapot', units: 5 }]);
  await shop.sync();
  expect(await shop.order('1001')).toMatchObject({ order_status: 'packing', issues: [] });
});

test('the sweep checks an order again whose check ran while its product was being stored', async () => {
  const shop = await buildShop(own);
  shop.sell({ orderNumber: '1001', items: [{ sku: 'TEAPOT', quantity: 1 }] });
  await shop.sync();
  shop.sandbox.control.client().catalogue.take([{ sku: 'TEAPOT', name: 'A teapot', units: 5 }]);
  // The state after two transactions that did not see each other: the product exists, the SKU is not linked.
  await own.sql(`insert into products (account_id, sku, name) values ($1, 'TEAPOT', 'A teapot')`, [shop.accountId]);
  await shop.sync();
  expect((await shop.order('1001')).issues).toEqual(['unmapped_sku:TEAPOT']);
  await tidy(shop.engine, shop.accountId);
  await shop.sync();
  expect(await shop.order('1001')).toMatchObject({ order_status: 'packing', issues: [] });
});
