import { expect, test } from 'vitest';
import type { Listing } from '../../../../connectors/contract.ts';
import { theirWords } from '../../../../connectors/http/reasons.ts';
import { testDatabase } from '../../../../test/database.ts';
import { link, shopWithVendor, taken, tell } from '../../../../test/shop/told-of-stock.ts';
import { removeListings, storeListings } from './store.ts';

const own = testDatabase();

/** A shop with MUG linked, whose channel has it in its list or not, and lists it with these ids. */
async function shopWithMug(isThere = { mug: true }) {
  const failure = { kind: 'rejected', code: 'unknown_sku', reason: theirWords('No such SKU.') } as const;
  const all = await shopWithVendor(own, (levels) =>
    isThere.mug ? taken(levels) : { ok: true, value: levels.map(({ key }) => ({ key, failure })) },
  );
  const { shop, vendor } = all;
  await link(shop, vendor.id, 'MUG');
  await tell(shop, vendor.id, 'on');
  await shop.engine.runJobs();
  const list = async (...all: Partial<Listing>[]) => {
    const mug = { remoteId: 'v-1', sku: 'MUG', name: 'A mug', upc: null, imageUrl: null, url: null, raw: {} };
    await shop.inTenant((tenant) =>
      storeListings(
        tenant,
        vendor.id,
        all.map((ids) => ({ ...mug, ...ids })),
      ),
    );
    await shop.engine.runJobs();
  };
  return { ...all, list };
}

test('a product that its channel lists anew, under other ids, is told its stock again, once', async () => {
  const { told, list } = await shopWithMug();
  await list({ stockId: 's-1' });
  await list({ stockId: 's-1', url: 'https://shop.example/mug' });
  expect(told).toHaveLength(1);
  await list({ stockId: 's-2', remoteId: 'v-2' });
  await list({ stockId: 's-2', remoteId: 'v-2' });
  expect(told.slice(1)).toMatchObject([[{ sku: 'MUG', quantity: 1000, stockId: 's-2', remoteId: 'v-2' }]]);
});

test('what a channel did not have is told once the channel lists it', async () => {
  const isThere = { mug: false };
  const { quantities, list } = await shopWithMug(isThere);
  isThere.mug = true;
  await list({ stockId: 's-1' });
  expect(quantities()).toEqual([
    ['MUG', '1', 1000],
    ['MUG', '1', 1000],
  ]);
});

test('a second listing of a SKU is told its stock beside the first, once, and no more once it is gone', async () => {
  const { told, list, shop, vendor } = await shopWithMug();
  const [first, second] = [{ stockId: 's-1' }, { stockId: 's-2', remoteId: 'v-2', name: 'A mug in a box' }];
  await list(first);
  for (let read = 0; read < 2; read += 1) {
    await list(first, second);
    await list(second);
    await list(first);
  }
  expect(told.slice(1)).toMatchObject([[{ sku: 'MUG', quantity: 1000, stockId: 's-1', remoteId: 'v-1', otherStockIds: ['s-2'] }]]);
  await shop.inTenant((tenant) => removeListings(tenant, vendor.id, ['v-1']));
  await shop.engine.runJobs();
  expect(told.slice(2)).toMatchObject([[{ sku: 'MUG', quantity: 1000, stockId: 's-2', remoteId: 'v-2' }]]);
  expect(told[2]?.[0]).not.toHaveProperty('otherStockIds');
});
