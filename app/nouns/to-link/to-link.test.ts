import { beforeEach, expect, test } from 'vitest';
import { buildShop, type Shop } from '../../../test/build.ts';
import { testDatabase } from '../../../test/database.ts';
import { undoSave } from '../mappings/saves/undo.ts';
import { linkEqual } from './commands.ts';
import { listToLinkCall } from './contract.ts';
import { listEqual, listToLink } from './queries.ts';

const own = testDatabase();
let shop: Shop;

/** A warehouse with a pot, a tray of the same UPC as two bowls, and a jug; a channel that links nothing by itself and sells all of them. */
beforeEach(async () => {
  shop = await buildShop(own);
  const { accountId } = shop;
  shop.sandbox.control.client().catalogue.take([
    { sku: 'POT', name: 'A pot', upc: '111', units: 10 },
    { sku: 'TRAY', name: 'A tray', upc: '222', units: 10 },
  ]);
  await own.sql('update connections set link_same_skus = false where account_id = $1', [accountId]);
  await own.sql(
    `insert into products (account_id, sku, name, upc) values ($1, 'POT', 'A pot', '111'), ($1, 'TRAY', 'A tray', '222'), ($1, 'BOWL-1', 'A bowl', '333'),
      ($1, 'BOWL-2', 'A bowl', '333'), ($1, 'JUG', 'A jug', '444')`,
    [accountId],
  );
  const sold = (orderNumber: string, sku: string, upc: string | null = null) => ({
    orderNumber,
    items: [{ sku, quantity: 1, upc, name: `Our ${sku.toLowerCase()}` }],
  });
  shop.sell(
    ...[sold('1', 'POT'), sold('2', 'POT', '111'), sold('3', 'T-7', '222'), sold('4', 'B-7', '333')],
    ...[sold('5', 'JUG', '222'), sold('6', 'pot')],
  );
  await shop.sync();
});

const list = (query: Record<string, string> = {}) =>
  shop.inTenant((tenant) => listToLink(tenant, (listToLinkCall.query as NonNullable<typeof listToLinkCall.query>).parse(query)));
const product = async (sku: string) =>
  Number((await own.sql('select id from products where account_id = $1 and sku = $2', [shop.accountId, sku]))[0]?.id);
const link = async (sku: string, to: string) => ({ connection_id: shop.channelId, sku, product_id: await product(to) });
const states = async () => Object.fromEntries((await shop.orders()).map((order) => [order.source_order_number, order.order_status]));

test('the SKUs that most orders wait for come first, each with the product that it is beyond doubt', async () => {
  const { data, total } = await list();
  expect(total).toBe(5);
  expect(data.map(({ sku, name, orders, equal }) => [sku, name, orders, equal && [equal.sku, equal.same]])).toEqual([
    ['POT', 'Our pot', 2, ['POT', 'SKU']],
    // Two products have its UPC.
    ['B-7', 'Our b-7', 1, null],
    // Its UPC is the tray's: a person compares.
    ['JUG', 'Our jug', 1, null],
    ['T-7', 'Our t-7', 1, ['TRAY', 'UPC']],
    // Other letters are another product.
    ['pot', 'Our pot', 1, null],
  ]);
  expect((await list({ search: 'our t-' })).data.map(({ sku }) => sku)).toEqual(['T-7']);
  expect((await list({ search: 'ship jug' })).data.map(({ sku }) => sku)).toEqual(['JUG']);
  expect((await list({ search: 'nobody' })).total).toBe(0);
  expect((await list({ perPage: '25', page: '2' })).data).toEqual([]);
});

test('those that are equal are accepted at once, their orders leave ten seconds later, and all of it is undone at once', async () => {
  expect((await shop.inTenant(listEqual)).data.map(({ sku }) => sku)).toEqual(['POT', 'T-7']);
  const links = [await link('POT', 'POT'), await link('T-7', 'TRAY')];
  const { linked, waiting, undo } = await shop.inTenant((tenant) => linkEqual(tenant, links));
  expect([linked, waiting, undo]).toEqual([2, 3, [{ id: expect.any(Number), seconds: 10 }]]);
  await shop.sync();
  expect(await states()).toMatchObject({ 1: 'pending', 2: 'pending', 3: 'pending', 4: 'error', 6: 'error' });
  await shop.inTenant((tenant) => undoSave(tenant, undo[0]?.id ?? 0, false));
  await shop.engine.passTime();
  await shop.sync();
  expect(await states()).toMatchObject({ 1: 'error', 2: 'error', 3: 'error' });

  expect((await shop.inTenant((tenant) => linkEqual(tenant, links))).linked).toBe(2);
  await shop.engine.passTime();
  await shop.sync();
  expect(await states()).toMatchObject({ 1: 'packing', 2: 'packing', 3: 'packing', 4: 'error', 5: 'error', 6: 'error' });
});

test('what is not equal, was linked meanwhile or belongs to others is left out', async () => {
  const stranger = await buildShop(own);
  const theirs = Number((await own.sql('select id from products where account_id = $1 limit 1', [stranger.accountId]))[0]?.id);
  const others = [
    await link('B-7', 'BOWL-1'),
    await link('JUG', 'JUG'),
    await link('pot', 'POT'),
    { ...(await link('POT', 'POT')), product_id: theirs },
    { ...(await link('POT', 'POT')), connection_id: stranger.channelId },
  ];
  expect(await shop.inTenant((tenant) => linkEqual(tenant, others))).toEqual({ linked: 0, waiting: 0, undo: [] });
  const [pot, tray] = [await link('POT', 'POT'), [await link('T-7', 'TRAY')]];
  expect((await shop.inTenant((tenant) => linkEqual(tenant, [pot, pot]))).linked).toBe(1);
  expect((await shop.inTenant((tenant) => linkEqual(tenant, [pot]))).linked).toBe(0);
  expect((await stranger.inTenant((tenant) => linkEqual(tenant, tray))).linked).toBe(0);
  expect(await stranger.inTenant(listEqual)).toEqual({ data: [], more: false });
});
