import { expect, test } from 'vitest';
import { testDatabase } from '../../../../test/database.ts';
import { link, shopWithVendor, tell } from '../../../../test/shop/told-of-stock.ts';
import { disconnect } from '../../../shared/connections/connecting/commands.ts';
import { connectTried } from '../../../shared/connections/trying/trying.ts';
import { listCauses } from '../../../shared/issues/queries.ts';
import { acceptShortCount } from './accept.ts';

const own = testDatabase();
const skus = Array.from({ length: 12 }, (_, at) => `P${String(at + 1).padStart(2, '0')}`);

/** A shop whose channel was told of twelve products, ten of each. `loses`: the warehouse forgets these, until it finds them. */
async function shopWithTwelve() {
  const { shop, vendor, told, quantities } = await shopWithVendor(own);
  const client = shop.sandbox.control.client();
  client.catalogue.take(skus.map((sku) => ({ sku, name: `Product ${sku}`, units: 0 })));
  for (const sku of skus) client.shelves.put({ sku, warehouse_id: 'KY1', location: sku, lot: null }, 10);
  await shop.sync();
  for (const sku of skus) await link(shop, vendor.id, sku);
  await tell(shop, vendor.id, 'on');
  await shop.engine.runJobs();
  const { rows } = client.shelves;
  const all = new Map(rows);
  return {
    ...{ shop, vendor },
    loses: (isLost: (sku: string) => boolean) => {
      for (const [key, { sku }] of all) if (isLost(sku)) rows.delete(key);
    },
    finds: () => {
      for (const [key, row] of all) rows.set(key, row);
    },
    /** What the channel was told since it was looked at last. */
    toldSince: () => {
      const news = quantities();
      told.length = 0;
      return news.map(([sku, , units]) => [sku, units]).toSorted();
    },
    /** What is open of short counts: its sentence, and by what somebody says that they saw it. */
    issues: async () => (await shop.inTenant(listCauses)).groups.flatMap(({ type, causes }) => (type === 'short_count' ? causes : [])),
    use: (seen?: string | null) => shop.inTenant((tenant) => acceptShortCount(tenant, shop.warehouseId, seen ?? undefined)),
  };
}

const none = skus.map((sku) => [sku, 0]);
const ten = skus.map((sku) => [sku, 10]);

test('a count that suddenly names nothing is told to nobody, and a person is told of it, until one names the products again', async () => {
  const { shop, loses, finds, toldSince, issues } = await shopWithTwelve();
  expect(toldSince()).toEqual(ten);
  loses(() => true);
  await shop.read('stock');
  await shop.read('stock');
  expect(toldSince()).toEqual([]);
  expect(await issues()).toMatchObject([
    {
      sentence:
        'Amware suddenly names 0 of the 14 products that had stock there. That looks like a fault, so its count is not used: channels are still told the stock of its last full count, less what was ordered and left since. It ends by itself when a count names them again. If they are really gone, use this count; it is used anyway once every count of a whole day was short.',
    },
  ]);
  finds();
  await shop.read('stock');
  expect([toldSince(), await issues()]).toEqual([[], []]);
});

test('while a count is not used, what is sold is still told', async () => {
  const { shop, loses, toldSince } = await shopWithTwelve();
  await link(shop, shop.channelId, 'P01');
  toldSince();
  loses((sku) => sku > 'P04');
  await shop.read('stock');
  shop.sell({ orderNumber: '1001', items: [{ sku: 'P01', quantity: 3 }] });
  await shop.read('orders');
  await shop.read('stock');
  expect(toldSince()).toEqual([['P01', 7]]);
});

test('what has sold out is named with none, which is told', async () => {
  const { shop, toldSince, issues } = await shopWithTwelve();
  toldSince();
  for (const row of shop.sandbox.control.client().shelves.rows.values()) Object.assign(row, { on_hand: 0, on_hold: 0 });
  await shop.read('stock');
  expect([toldSince(), await issues()]).toEqual([none, []]);
});

test('a person has the count used that they saw; what it does not name comes back with the next that names it', async () => {
  const { shop, loses, finds, toldSince, issues, use } = await shopWithTwelve();
  toldSince();
  loses((sku) => sku > 'P03');
  await shop.read('stock');
  const [fewer] = await issues();
  loses(() => true);
  await shop.read('stock');
  await expect(use(fewer?.seen)).rejects.toMatchObject({ status: 409, code: 'changed_since' });
  const [nothing] = await issues();
  await use(nothing?.seen);
  await shop.engine.runJobs();
  expect([toldSince(), await issues()]).toEqual([none, []]);
  await expect(use()).rejects.toMatchObject({ status: 404 });
  await shop.read('stock');
  finds();
  await shop.read('stock');
  expect([toldSince(), await issues()]).toEqual([ten, []]);
});

test('a count is used without a person once every count of a whole day was short', async () => {
  const { shop, loses, toldSince, issues } = await shopWithTwelve();
  toldSince();
  loses(() => true);
  await shop.read('stock');
  await own.sql(`update stock_counts set short_since = now() - interval '1 day 1 second' where account_id = $1`, [shop.accountId]);
  expect(toldSince()).toEqual([]);
  await shop.read('stock');
  expect([toldSince(), await issues()]).toEqual([none, []]);
});

test('the first count after a warehouse was connected again is compared with its last one; until then nothing is told', async () => {
  const { shop, loses, finds, toldSince, issues } = await shopWithTwelve();
  await shop.inTenant((tenant) => disconnect(tenant, shop.warehouseId));
  loses(() => true);
  toldSince();
  const settings = { api_key: 'demo-amware-key', base_url: `${shop.sandbox.origin}/amware`, webhook_secret: '' };
  await connectTried(shop.engine, shop, { connector: 'amware', name: 'Amware', settings });
  await shop.read('stock');
  expect(toldSince()).toEqual([]);
  expect(await issues()).toMatchObject([{ sentence: expect.stringContaining('channels are told nothing of stock until one is.') }]);
  finds();
  await shop.read('stock');
  expect([toldSince(), await issues()]).toEqual([[], []]);
});

test('a building that is left out is a fault, though most products lie elsewhere; goods that moved to another are not', async () => {
  const { shop, toldSince, issues } = await shopWithTwelve();
  const { shelves } = shop.sandbox.control.client();
  toldSince();
  for (const sku of skus) shelves.put({ sku, warehouse_id: 'NV1', location: 'N', lot: null }, 5);
  await shop.read('stock');
  expect(toldSince()).toEqual(skus.map((sku) => [sku, 15]));
  const there = [...shelves.rows].filter(([, row]) => row.warehouse_id === 'NV1');
  for (const [key] of there) shelves.rows.delete(key);
  await shop.read('stock');
  expect(toldSince()).toEqual([]);
  expect(await issues()).toMatchObject([{ sentence: expect.stringContaining('names 0 of the 12 products that had stock there, in NV1.') }]);
  for (const sku of skus) shelves.put({ sku, warehouse_id: 'KY1', location: sku, lot: null }, 5);
  await shop.read('stock');
  expect([toldSince(), await issues()]).toEqual([[], []]);
});
