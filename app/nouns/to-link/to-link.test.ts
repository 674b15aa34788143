import { beforeEach, expect, test } from 'vitest';
import { buildShop, ofGoods, type Shop } from '../../../test/build.ts';
import { testDatabase } from '../../../test/database.ts';
import { findEqualListings } from '../links/listings/listings.ts';
import { undoSave } from '../mappings/saves/undo.ts';
import { linkSeen } from './commands.ts';
import { listToLinkCall } from './contract.ts';
import { ordersGoingOn } from './going-on.ts';
import { listEqual, listToLink } from './queries.ts';

const own = testDatabase();
let shop: Shop;

/** A warehouse with a pot, a tray of the same UPC as two bowls, and a jug; a channel that links nothing by itself and sells all of them. */
beforeEach(async () => {
  shop = await buildShop(own, { reads: ofGoods });
  const { accountId } = shop;
  shop.sandbox.control.client().catalogue.take([
    { sku: 'POT', name: 'A pot', upc: '5010000000111', units: 10 },
    { sku: 'TRAY', name: 'A tray', upc: '5010000000222', units: 10 },
  ]);
  await own.sql('update connections set link_same_skus = false where account_id = $1', [accountId]);
  await own.sql(
    `insert into products (account_id, sku, name, upc) values ($1, 'POT', 'A pot', '5010000000111'), ($1, 'TRAY', 'A tray', '5010000000222'), ($1, 'BOWL-1', 'A bowl', '5010000000333'),
      ($1, 'BOWL-2', 'A bowl', '5010000000333'), ($1, 'JUG', 'A jug', '5010000000444')`,
    [accountId],
  );
  const sold = (orderNumber: string, sku: string, upc: string | null = null) => ({
    orderNumber,
    items: [{ sku, quantity: 1, upc, name: `Our ${sku.toLowerCase()}` }],
  });
  shop.sell(
    ...[sold('1', 'POT'), sold('2', 'POT', '5010000000111'), sold('3', 'T-7', '5010000000222'), sold('4', 'B-7', '5010000000333')],
    ...[sold('5', 'JUG', '5010000000222'), sold('6', 'pot')],
  );
  await shop.sync();
});

const list = (query: Record<string, string> = {}) =>
  shop.inTenant((tenant) => listToLink(tenant, (listToLinkCall.query as NonNullable<typeof listToLinkCall.query>).parse(query)));
const product = async (sku: string) =>
  Number((await own.sql('select id from products where account_id = $1 and sku = $2', [shop.accountId, sku]))[0]?.id);
/** A link as a person saw it in the list. */
const link = async (sku: string, to: string) => {
  const row = (await list()).data.find((each) => each.sku === sku);
  const [seen] = await own.sql('select sku, name, upc from products where account_id = $1 and sku = $2', [shop.accountId, to]);
  const { name = null, upc = null, units_per_sale = 1 } = row ?? {};
  return {
    ...{ connection_id: shop.channelId, sku, product_id: await product(to) },
    seen: { name, upc, units_per_sale, product: seen as { sku: string; name: string; upc: string | null } },
  };
};
const save = (links: Awaited<ReturnType<typeof link>>[], at = shop) => at.inTenant((tenant) => linkSeen(tenant, links));
const states = async () => Object.fromEntries((await shop.orders()).map((order) => [order.source_order_number, order.order_status]));

test('the SKUs that most orders wait for come first, each with the product that it equals or looks most alike', async () => {
  const { data, total } = await list();
  expect(total).toBe(5);
  expect(data.map(({ sku, name, upc, orders, best }) => [sku, name, upc, orders, best && [best.sku, best.upc, best.same]])).toEqual([
    ['POT', 'Our pot', '5010000000111', 2, ['POT', '5010000000111', 'SKU']],
    // Two products have its UPC.
    ['B-7', 'Our b-7', '5010000000333', 1, ['BOWL-1', '5010000000333', null]],
    // Its UPC is the tray's: a person compares.
    ['JUG', 'Our jug', '5010000000222', 1, ['JUG', '5010000000444', null]],
    ['T-7', 'Our t-7', '5010000000222', 1, ['TRAY', '5010000000222', 'UPC']],
    // Other letters are another product.
    ['pot', 'Our pot', null, 1, ['POT', '5010000000111', null]],
  ]);
  expect((await list({ search: 'our t-' })).data.map(({ sku }) => sku)).toEqual(['T-7']);
  expect((await list({ search: 'ship jug' })).data.map(({ sku }) => sku)).toEqual(['JUG']);
  expect((await list({ search: 'nobody' })).total).toBe(0);
  expect((await list({ perPage: '25', page: '2' })).data).toEqual([]);
});

test('where a line and the channel’s list give a SKU two UPCs, nothing equals it', async () => {
  await own.sql(`update connector_products set upc = '5010000000999' where account_id = $1 and connector_product_sku = 'T-7'`, [
    shop.accountId,
  ]);
  expect((await list({ search: 't-7' })).data.map(({ best }) => best?.same)).toEqual([null]);
});

test('nothing equals a SKU whose link ended by itself: its row says why, and a person looks at both', async () => {
  const doubt = { kind: 'reused', side: 'channel', product: 'POT', was: 'A pot', is: 'A pan' };
  await own.sql('update connector_products set doubt = $2 where account_id = $1', [shop.accountId, doubt]);
  const { data } = await list();
  expect(data.find(({ sku }) => sku === 'POT')).toMatchObject({
    best: { sku: 'POT', same: null },
    doubt:
      'SKU POT was linked to POT, but the channel gave the SKU up and now uses it for “A pan”, before “A pot”. Compare the two, then link it again.',
  });
  expect((await shop.inTenant(listEqual)).data).toEqual([]);
  expect((await shop.inTenant((tenant) => findEqualListings(tenant, shop.channelId))).data).toEqual([]);
});

test('those with the same SKU and no other UPC are accepted at once, their orders leave ten seconds later, and all of it is undone at once', async () => {
  expect((await shop.inTenant(listEqual)).data.map(({ sku }) => sku)).toEqual(['POT']);
  const links = [await link('POT', 'POT'), await link('T-7', 'TRAY')];
  const { linked, waiting, leftOut, undo } = await save(links);
  expect([linked, waiting, leftOut, undo]).toEqual([2, 3, [], [{ id: expect.any(Number), seconds: 10, of: 'ShipStation' }]]);
  await shop.sync();
  expect(await states()).toMatchObject({ 1: 'pending', 2: 'pending', 3: 'pending', 4: 'error', 6: 'error' });
  // However slow the machine is, this is within the ten seconds.
  await own.sql(`update changes set at = now() + interval '1 hour' where group_id = $1`, [undo[0]?.id]);
  await shop.inTenant((tenant) => undoSave(tenant, undo[0]?.id ?? 0, false));
  await shop.engine.passTime();
  await shop.sync();
  expect(await states()).toMatchObject({ 1: 'error', 2: 'error', 3: 'error' });

  expect((await save(links)).linked).toBe(2);
  await shop.engine.passTime();
  await shop.sync();
  expect(await states()).toMatchObject({ 1: 'packing', 2: 'packing', 3: 'packing', 4: 'error', 5: 'error', 6: 'error' });
});

test('the orders that go on are told from those that wait for something else too', async () => {
  const going = (...skus: string[]) =>
    shop.inTenant((tenant) =>
      ordersGoingOn(
        tenant,
        skus.map((sku) => ({ connection_id: shop.channelId, sku })),
      ),
    );
  const numbers = Object.fromEntries((await shop.orders()).map((order) => [order.source_order_number, order.order_number]));
  expect(await going('POT', 'T-7')).toEqual({ goes_on: 3, order_numbers: [numbers[1], numbers[2], numbers[3]], waits_on: 0 });
  shop.sell({ orderNumber: '7', items: ['POT', 'JUG'].map((sku) => ({ sku, quantity: 1, name: sku })) });
  await shop.sync();
  expect(await going('POT')).toMatchObject({ goes_on: 2, waits_on: 1 });
  expect(await going('POT', 'JUG')).toMatchObject({ goes_on: 4, waits_on: 0 });
  expect(await going('NOPE')).toEqual({ goes_on: 0, order_numbers: [], waits_on: 0 });
});

test('an order that waits for more than a link does not go on by a link alone', async () => {
  const going = () => shop.inTenant((tenant) => ordersGoingOn(tenant, [{ connection_id: shop.channelId, sku: 'POT' }]));
  const set = (facts: string) =>
    own.sql(`update orders set ${facts} where account_id = $1 and source_order_number = '1'`, [shop.accountId]);
  for (const [what, facts, before] of [
    ['on hold', 'on_hold = true', 'on_hold = false'],
    ['locked', 'locked = true', 'locked = false'],
    ['to be read again', 'must_reread = true', 'must_reread = false'],
    ['cancelled', 'cancelled_at = now()', 'cancelled_at = null'],
    ['not ready at its channel', `source_state = 'held'`, `source_state = 'ready'`],
    ['gone from its channel', 'gone_at = now()', 'gone_at = null'],
  ] as const) {
    expect(await going(), `before it is ${what}`).toMatchObject({ goes_on: 2, waits_on: 0 });
    await set(facts);
    expect(await going(), what).toMatchObject({ goes_on: 1, waits_on: 1 });
    await set(before);
  }
});

type Change = [what: string, statement: string, why: RegExp];
test.each<Change>([
  [
    'linked',
    `update connector_products set product_id = (select id from products where account_id = $1 and sku = 'TRAY') where account_id = $1 and connector_product_sku = 'POT'`,
    /^it is linked to TRAY by now$/,
  ],
  [
    'called otherwise',
    `update connector_products set name = 'A pan' where account_id = $1 and connector_product_sku = 'POT'`,
    /^the channel calls it “A pan” now$/,
  ],
  [
    'sold in packs',
    `update connector_products set units_per_sale = 6 where account_id = $1 and connector_product_sku = 'POT'`,
    /^one sale takes 6 units now$/,
  ],
  [
    'another article',
    `update order_lines set upc = '5010000000555' where account_id = $1 and sku = 'POT'`,
    /^its UPC is 5010000000555 now$/,
  ],
  [
    'another product',
    `update products set upc = '5010000000555', warehouse_values = '{}' where account_id = $1 and sku = 'POT'`,
    /^the product’s UPC is 5010000000555 now$/,
  ],
  ['a renamed product', `update products set name = 'A pan' where account_id = $1 and sku = 'POT'`, /^the product is called “A pan” now$/],
  ['without orders', `update issues set closed_at = now() where account_id = $1 and subject = 'POT'`, /^no order waits for it any longer$/],
])('a SKU that is %s since a person saw it is left out, and the others are linked', async (_what, statement, why) => {
  const links = [await link('POT', 'POT'), await link('T-7', 'TRAY')];
  await own.sql(statement, [shop.accountId]);
  const { linked, leftOut } = await save(links);
  expect(leftOut).toEqual([{ at: 0, sku: 'POT', why: expect.stringMatching(why) }]);
  expect(linked).toBe(1);
});

test('what is named twice, unknown or of others is left out', async () => {
  const stranger = await buildShop(own, { reads: ofGoods });
  const theirs = Number((await own.sql('select id from products where account_id = $1 limit 1', [stranger.accountId]))[0]?.id);
  const pot = await link('POT', 'POT');
  const others = [
    { ...pot, product_id: theirs },
    { ...pot, connection_id: stranger.channelId },
    { ...pot, sku: 'NOPE' },
  ];
  const { linked, undo, leftOut } = await save(others);
  expect([linked, undo, leftOut.map(({ at, sku }) => [at, sku])]).toEqual([
    0,
    [],
    [
      [0, 'POT'],
      [1, null],
      [2, null],
    ],
  ]);
  expect(await save([pot, pot])).toMatchObject({ linked: 1, leftOut: [{ at: 1, why: 'it is named twice' }] });
  expect(await save([pot])).toMatchObject({ linked: 0, leftOut: [{ at: 0, why: 'it is linked to POT by now' }] });
  const tray = await link('T-7', 'TRAY');
  expect((await save([tray], stranger)).linked).toBe(0);
  expect(await stranger.inTenant(listEqual)).toEqual({ data: [], more: false });
});
