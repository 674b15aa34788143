import { expect, test } from 'vitest';
import type { ChannelOrder } from '../../../../connectors/contract.ts';
import { testDatabase } from '../../../../test/database.ts';
import { link, shopToldOfMugs, tell } from '../../../../test/shop/told-of-stock.ts';
import { page, vendorOrder } from '../../../../test/shop/vendor.ts';
import { listRuns } from '../../../shared/runs/queries.ts';
import { listingsImpact, listListings } from '../listings/listings.ts';
import { unlinkProduct } from './commands.ts';
import { deleteListings } from './delete.ts';

const own = testDatabase();

async function unlinkedShop() {
  const all = await shopToldOfMugs(own);
  const { shop, vendor } = all;
  const read = async (order: ChannelOrder) => {
    vendor.queue = () => page([order]);
    await shop.read('orders');
  };
  const unlink = () => shop.inTenant((tenant) => unlinkProduct(tenant, { connectionId: vendor.id, sku: 'MUG' }));
  return { ...all, read, unlink };
}

test('whoever unlinks a product is told what its channel goes on to sell, and its row says so, while the channel is sent stock', async () => {
  const { shop, vendor, unlink } = await unlinkedShop();
  expect(await unlink()).toMatchObject({ sent: 20 });
  const query = { page: 1, perPage: 50, q: '', connectionStatus: 'All', pagination: 5 } as const;
  const sent = async () => (await shop.inTenant((tenant) => listListings(tenant, { id: vendor.id, slug: 'v' }, query))).data[0]?.stock_sent;
  expect(await sent()).toBe(20);
  expect(await unlink()).toMatchObject({ sent: null });
  await tell(shop, vendor.id, 'off');
  expect(await sent()).toBeNull();
});

test('whoever deletes products is told before and after what their channel goes on to sell, while it is sent stock', async () => {
  const { shop, vendor } = await unlinkedShop();
  const connection = { id: vendor.id, name: 'Vendor' };
  const impact = () => shop.inTenant((tenant) => listingsImpact(tenant, vendor.id));
  expect(await impact()).toMatchObject({ products: 1, linked: 1, sold: 1 });
  await tell(shop, vendor.id, 'off');
  expect(await impact()).toMatchObject({ linked: 1, sold: 0 });
  await tell(shop, vendor.id, 'on');
  await shop.engine.runJobs();
  expect(await shop.inTenant((tenant) => deleteListings(tenant, connection))).toMatchObject({ deleted: 1, sent: [20] });
  expect(await impact()).toMatchObject({ products: 0, sold: 0 });
  expect((await shop.inTenant((tenant) => listRuns(tenant, {}))).map(({ subject }) => subject)).toContain('MUG: Delete');
});

test('a product that is linked again is told anew: its channel moved its quantity while it was not', async () => {
  const { shop, vendor, quantities, read, unlink } = await unlinkedShop();
  const [line] = vendorOrder('1').lines as [ChannelOrder['lines'][number]];
  const three = { shipping: { code: 'pigeon', description: null }, lines: [{ ...line, quantity: 3 }] };
  await read(vendorOrder('1', three));
  expect(quantities().at(-1)).toEqual(['MUG', '1', 17]);
  await unlink();
  await read(vendorOrder('1', { ...three, state: 'cancelled', modifiedAt: new Date('2026-11-22T12:00:00Z') }));
  shop.sell({ orderNumber: '1001', items: [{ sku: 'MUG', quantity: 3 }] });
  await shop.sync();
  const before = quantities().length;
  await link(shop, vendor.id, 'MUG');
  await shop.engine.runJobs();
  expect(quantities().slice(before)).toEqual([['MUG', '1', 17]]);
});
