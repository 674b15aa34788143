import { expect, test } from 'vitest';
import { testDatabase } from '../../../../test/database.ts';
import { link, productOf, shopWithVendor, tell } from '../../../../test/shop/told-of-stock.ts';
import { queueListingsAnew } from '../../stock-out/queue.ts';
import { removeListings, storeListings } from './store.ts';

const own = testDatabase();
const owl = { remoteId: 'v-9', sku: 'OWL', name: 'An owl', upc: null, imageUrl: null, url: null, raw: {} };

test('what its channel has taken off its list is not linked by itself once the warehouse names it, until it is listed again', async () => {
  const { shop, vendor } = await shopWithVendor(own);
  await shop.inTenant(async (tenant) => {
    await storeListings(tenant, vendor.id, [owl]);
    await removeListings(tenant, vendor.id, [owl.remoteId]);
  });
  shop.sandbox.control.client().catalogue.take([{ sku: 'OWL', name: 'An owl', units: 5 }]);
  await shop.sync();
  await shop.tidy();
  const linked = async () => (await own.sql('select product_id from connector_products where connection_id = $1', [vendor.id]))[0];
  expect(await linked()).toEqual({ product_id: null });
  await shop.inTenant((tenant) => storeListings(tenant, vendor.id, [owl]));
  await shop.tidy();
  expect(Number((await linked())?.product_id)).toBe(await productOf(shop, 'OWL'));
});

test('a channel is told no stock of what it no longer lists', async () => {
  const { shop, vendor, quantities } = await shopWithVendor(own);
  await link(shop, vendor.id, 'MUG');
  await own.sql('update connector_products set deleted_at = now() where connection_id = $1', [vendor.id]);
  await tell(shop, vendor.id, 'on');
  await shop.inTenant((tenant) => queueListingsAnew(tenant, vendor.id, ['MUG']));
  await shop.engine.runJobs();
  expect(quantities()).toEqual([]);
});

test('what was linked by itself after its channel had taken it off its list is linked no longer, until it is listed again', async () => {
  const { shop, vendor } = await shopWithVendor(own);
  const mug = await productOf(shop, 'MUG');
  for (const sku of ['MUG', 'CUP']) await link(shop, vendor.id, sku, 'MUG');
  await link(shop, vendor.id, 'TEAPOT', 'MUG');
  await own.sql(`update connector_products set deleted_at = now() where connection_id = $1`, [vendor.id]);
  await own.sql(`update connector_products set linked_by = null where connection_id = $1 and connector_product_sku <> 'TEAPOT'`, [
    vendor.id,
  ]);
  await shop.tidy();
  const linked = () =>
    own.sql(
      'select connector_product_sku as sku, product_id::int as product from connector_products where connection_id = $1 order by id',
      [vendor.id],
    );
  expect(await linked()).toEqual([
    { sku: 'MUG', product: null },
    { sku: 'CUP', product: mug },
    { sku: 'TEAPOT', product: mug },
  ]);
  await shop.inTenant((tenant) => storeListings(tenant, vendor.id, [{ ...owl, sku: 'MUG', name: 'A mug' }]));
  await shop.tidy();
  expect((await linked())[0]).toEqual({ sku: 'MUG', product: mug });
});

test('a product is marked as linked no longer when the last such link of it has ended', async () => {
  const { shop, vendor } = await shopWithVendor(own);
  await link(shop, vendor.id, 'MUG');
  const marked = async () => (await own.sql(`select is_linked from products where account_id = $1 and sku = 'MUG'`, [shop.accountId]))[0];
  expect(await marked()).toEqual({ is_linked: true });
  await own.sql(`update connector_products set deleted_at = now(), linked_by = null where connection_id = $1`, [vendor.id]);
  await shop.tidy();
  expect(await marked()).toEqual({ is_linked: false });
});
