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
