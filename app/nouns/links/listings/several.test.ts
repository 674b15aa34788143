import { expect, test } from 'vitest';
import { buildShop, ofGoods, type Shop } from '../../../../test/build.ts';
import { testDatabase } from '../../../../test/database.ts';
import { linkProduct } from '../saving/commands.ts';
import { linkSameSkus } from '../saving/same-skus.ts';
import { findEqualListings, listListings } from './listings.ts';
import { removeListings, storeListings } from './store.ts';

const own = testDatabase();
const mine = '5010000225681';
const another = '5010000999999';

const one = { remoteId: 'L1', sku: 'TEAPOT', name: 'A teapot', upc: mine as string | null, imageUrl: null, url: null, raw: {} };
const two = { ...one, remoteId: 'L2', name: 'Kettle and tea', upc: null as string | null };
type Listed = typeof one;

/** A shop whose warehouse has TEAPOT, with its UPC. `read`: a page of listings, as a stream stores it. */
async function teapotShop() {
  const shop = await buildShop(own, { reads: ofGoods });
  shop.sandbox.control.client().catalogue.take([{ sku: 'TEAPOT', name: 'A teapot', upc: mine, units: 50 }]);
  await shop.sync();
  const read = (...listings: Listed[]) =>
    shop.inTenant(async (tenant) => {
      await storeListings(tenant, shop.channelId, listings);
      await linkSameSkus(tenant, ['TEAPOT']);
    });
  const remove = (id: string) =>
    shop.inTenant(async (tenant) => {
      await removeListings(tenant, shop.channelId, [id]);
      await linkSameSkus(tenant);
    });
  return { shop, read, remove };
}

const stored = async ({ accountId }: Shop) => {
  const [row] = await own.sql<{ id: string; name: string; upc: string | null; linked: boolean }>(
    `select connector_product_id as id, name, upc, product_id is not null as linked from connector_products
     where account_id = $1 and connector_product_sku = 'TEAPOT'`,
    [accountId],
  );
  return row && [row.id, row.name, row.upc, row.linked];
};

const shownOn = (shop: Shop) =>
  shop.inTenant(async (tenant) => {
    const query = { page: 1, perPage: 50, connectionStatus: 'All', q: 'TEAPOT', pagination: 5 } as const;
    const { data } = await listListings(tenant, { id: shop.channelId, slug: 'a' }, query);
    const equal = await findEqualListings(tenant, shop.channelId);
    return { doubt: data[0]?.doubt, equal: [data[0]?.equal, ...equal.data] };
  });

const link = async (shop: Shop) => {
  const [product] = await own.sql<{ id: string }>(`select id from products where account_id = $1 and sku = 'TEAPOT'`, [shop.accountId]);
  await shop.inTenant((tenant) => linkProduct(tenant, { connectionId: shop.channelId, sku: 'TEAPOT', productId: Number(product?.id) }));
};

const differ = `The channel lists SKU TEAPOT more than once, with the UPCs ${mine} and ${another}: compare its listings, then link it.`;

test('of two listings of a SKU that are read together, then alternately, one stays, and the link with it', async () => {
  const { shop, read } = await teapotShop();
  await read(one);
  for (const page of [[one, two], [two], [one], [two, one], [two]]) {
    await read(...page);
    expect(await stored(shop)).toEqual(['L1', 'A teapot', mine, true]);
  }
});

test('of two listings that come together the one with the lower id stays, in whatever order they come', async () => {
  const { shop, read } = await teapotShop();
  const [ninth, tenth] = [
    { ...one, remoteId: '9' },
    { ...two, remoteId: '10' },
  ];
  for (const page of [[ninth, tenth], [tenth, ninth], [tenth]]) {
    await read(...page);
    expect(await stored(shop)).toEqual(['9', 'A teapot', mine, true]);
  }
});

test('a listing under a new id takes over; should the former be read again, nothing flips, and a person’s link stays', async () => {
  const { shop, read } = await teapotShop();
  await read(one);
  await read(two);
  expect(await stored(shop)).toEqual(['L2', 'Kettle and tea', null, false]);
  await link(shop);
  for (const listed of [one, two, one, two]) {
    await read(listed);
    expect(await stored(shop)).toEqual(['L2', 'Kettle and tea', mine, true]);
  }
});

test('once the channel no longer has the listing that stood for a SKU, another of it does, and the link stays', async () => {
  const { shop, read, remove } = await teapotShop();
  await read(one, two);
  await remove('L1');
  expect(await stored(shop)).toEqual(['L2', 'Kettle and tea', null, true]);
  await read(two);
  expect(await stored(shop)).toEqual(['L2', 'Kettle and tea', null, true]);
});

test('a link ends once the listing that is left has another UPC than the product', async () => {
  const { shop, read, remove } = await teapotShop();
  await read(one, { ...two, upc: another });
  await link(shop);
  await remove('L1');
  expect(await stored(shop)).toEqual(['L2', 'Kettle and tea', another, false]);
});

test('a SKU that a person deleted is listed again by either of its listings', async () => {
  const { shop, read } = await teapotShop();
  await read(one, two);
  await own.sql('update connector_products set deleted_at = now(), product_id = null where account_id = $1', [shop.accountId]);
  await read(two);
  expect((await stored(shop))?.[0]).toBe('L2');
  const [row] = await own.sql<{ isListed: boolean }>(
    `select deleted_at is null as "isListed" from connector_products where account_id = $1 and connector_product_sku = 'TEAPOT'`,
    [shop.accountId],
  );
  expect(row).toEqual({ isListed: true });
});

test.each([
  ['together', [[one, { ...two, upc: another }]]],
  ['together, the other one first', [[{ ...two, upc: another }, one]]],
  [
    'together, under the other id',
    [
      [
        { ...one, upc: another },
        { ...two, upc: mine },
      ],
    ],
  ],
])('a SKU whose listings have different UPCs waits for a person, who is told why: %s', async (_, pages) => {
  const { shop, read } = await teapotShop();
  for (const page of pages) await read(...page);
  expect((await stored(shop))?.at(-1)).toBe(false);
  const { doubt, equal } = await shownOn(shop);
  expect(equal).toEqual([null]);
  expect(doubt).toMatch(/^The channel lists SKU TEAPOT more than once, with the UPCs \d+ and \d+: compare its listings, then link it\.$/);
});

test('an order of such a SKU says why it waits; once the other listing is gone, the SKU is linked by itself', async () => {
  const { shop, read, remove } = await teapotShop();
  await read(one, { ...two, upc: another });
  shop.sell({ orderNumber: '1001', items: [{ sku: 'TEAPOT', quantity: 1 }] });
  await shop.sync();
  expect(await shop.order('1001')).toMatchObject({ order_status: 'error', issues: ['unmapped_sku:TEAPOT'], sentences: [differ] });
  await remove('L2');
  expect(await stored(shop)).toEqual(['L1', 'A teapot', mine, true]);
});

test.each([null, 'N/A'])(
  'nor is it linked where the one that stands for it has %s as UPC, and the other one another than the product',
  async (upc) => {
    const { shop, read } = await teapotShop();
    await read({ ...one, upc }, { ...two, upc: another });
    expect((await stored(shop))?.at(-1)).toBe(false);
    expect((await shownOn(shop)).equal).toEqual([null]);
  },
);

test('where a link ended for a second listing, the SKU waits for a person even once that listing is gone', async () => {
  const { shop, read, remove } = await teapotShop();
  await read(one);
  await read(one, { ...two, upc: another });
  await remove('L2');
  expect(await stored(shop)).toEqual(['L1', 'A teapot', mine, false]);
  expect((await shownOn(shop)).doubt).toMatch(/^SKU TEAPOT was linked to TEAPOT, but the channel changed its UPC .* link it again\.$/);
});

test('a link ends where a second listing with another UPC turns up; once a person has linked the SKU, further reads leave it', async () => {
  const { shop, read } = await teapotShop();
  await read(one);
  await read(one, { ...two, upc: another });
  expect(await stored(shop)).toEqual(['L1', 'A teapot', mine, false]);
  expect(await shownOn(shop)).toEqual({ doubt: differ, equal: [null] });
  await link(shop);
  for (const page of [[one], [{ ...two, upc: another }], [{ ...two, upc: another }, one]]) {
    await read(...page);
    expect(await stored(shop)).toEqual(['L1', 'A teapot', mine, true]);
  }
});
