import { expect, onTestFinished, test } from 'vitest';
import { worded } from '../../../test/worded.ts';
import { had } from '../../contract-suite/opened.ts';
import { gid, listOf, rawVariant, type Shop, stockedItem, type Variables } from '../edge.ts';
import { openShop } from '../opened.ts';

async function shopWith(changes: Partial<Shop>) {
  const opened = await openShop(changes);
  onTestFinished(opened.edge.stop);
  const sets = () => opened.edge.asked().filter(({ operation }) => operation === 'SetStock');
  return { ...opened, sets };
}
const level = (key: string, sku: string, quantity: number) => ({ key, sku, locationId: '1', quantity });
const stock = (...items: unknown[]) => ({ StockBySku: () => ({ inventoryItems: listOf(items) }) });
const set = (inventoryItem: number, quantity: number, changeFromQuantity: number) => ({
  ...{ inventoryItemId: gid('InventoryItem', inventoryItem), locationId: gid('Location', 1), quantity, changeFromQuantity },
});

test('quantities are set from what Shopify had, together, each time with a key of their own; what is so already is left', async () => {
  const { inventory, sets, edge } = await shopWith({ replies: stock(stockedItem(7, 3), stockedItem(8, 5), stockedItem(9, 1)) });
  const levels = [level('a', 'SKU-7', 4), level('b', 'SKU-8', 5), level('c', 'SKU-9', 0)];
  expect(had(await inventory.set(levels))).toEqual([{ key: 'b' }, { key: 'a' }, { key: 'c' }]);
  had(await inventory.set(levels));
  const [first, second] = sets().map(({ variables }) => variables as { input?: unknown; key?: string });
  expect(first?.input).toEqual({ name: 'available', reason: 'correction', quantities: [set(7, 4, 3), set(9, 0, 1)] });
  expect(first?.key).not.toBe(second?.key);
  expect(edge.asked()[0]?.variables.query).toBe('sku:"SKU-7" OR sku:"SKU-8" OR sku:"SKU-9"');
});

const stale = { code: 'CHANGE_FROM_QUANTITY_STALE', field: ['input', 'quantities', '0', 'changeFromQuantity'], message: 'stale' };
const refusing = (...userErrors: unknown[]) => ({ inventorySetQuantities: { userErrors } });

test('a quantity that moved meanwhile is read again and decided anew', async () => {
  let there = 3;
  const replies = {
    StockBySku: () => ({ inventoryItems: listOf([stockedItem(7, there)]) }),
    SetStock: () => {
      if (there === 2) return refusing();
      there = 2;
      return refusing(stale);
    },
  };
  const { inventory, sets } = await shopWith({ replies });
  expect(had(await inventory.set([level('a', 'SKU-7', 4)]))).toEqual([{ key: 'a' }]);
  expect(sets().map(({ variables }) => variables)).toMatchObject([
    { input: { quantities: [set(7, 4, 3)] } },
    { input: { quantities: [set(7, 4, 2)] } },
  ]);
});

test('one that moves each time is tried later', async () => {
  const { inventory, sets } = await shopWith({ replies: { ...stock(stockedItem(7, 3)), SetStock: () => refusing(stale) } });
  expect(had(await inventory.set([level('a', 'SKU-7', 4)]))).toMatchObject([{ key: 'a', failure: { kind: 'retry', maybeDone: false } }]);
  expect(sets()).toHaveLength(3);
});

test('one that Shopify refuses does not keep the others', async () => {
  const error = { code: 'NON_MUTABLE_INVENTORY_ITEM', field: ['input', 'quantities', '1'], message: 'It is a bundle.' };
  const SetStock = ({ input }: Variables) => ((input as { quantities: unknown[] }).quantities.length > 1 ? refusing(error) : refusing());
  const { inventory } = await shopWith({ replies: { ...stock(stockedItem(7, 3), stockedItem(8, 5)), SetStock } });
  expect(had(await inventory.set([level('a', 'SKU-7', 4), level('b', 'SKU-8', 1)]))).toEqual([
    { key: 'b', failure: { kind: 'rejected', code: 'other', reason: worded('It is a bundle.') } },
    { key: 'a' },
  ]);
});

test('what cannot be set says why, and a SKU that is only like it is not taken for it', async () => {
  const items = [stockedItem(7, 3, { sku: 'SKU-70' }), stockedItem(9, 3, { inventoryLevel: null }), stockedItem(10, 3, { tracked: false })];
  const { inventory, sets } = await shopWith({ replies: stock(...items) });
  const levels = ['SKU-7', 'SKU-9', 'SKU-10'].map((sku) => level(sku, sku, 1));
  expect(had(await inventory.set(levels)).map(({ failure }) => failure)).toMatchObject([
    { code: 'unknown_sku', reason: worded('The shop has no product SKU-7.') },
    { reason: worded('SKU-9 is not stocked at this location: add the location to the product in Shopify.') },
    { reason: worded('Shopify does not track the quantity of SKU-10: turn it on for the product there.') },
  ]);
  expect(sets()).toEqual([]);
});

const twins = (changes: object = {}) => [stockedItem(8, 3), stockedItem(81, 5, { sku: 'SKU-8', ...changes })];

test('every variant that carries a SKU is told its quantity, whichever of them was listed last', async () => {
  const { inventory, sets } = await shopWith({ replies: stock(...twins()) });
  expect(had(await inventory.set([{ ...level('a', 'SKU-8', 1), stockId: '81' }]))).toEqual([{ key: 'a' }]);
  expect(sets()[0]?.variables).toMatchObject({ input: { quantities: [set(8, 1, 3), set(81, 1, 5)] } });
});

test('one of a SKU’s variants that cannot be told is named, and keeps no other of them', async () => {
  const error = { code: 'NON_MUTABLE_INVENTORY_ITEM', field: ['input', 'quantities', '1'], message: 'It is a bundle.' };
  const SetStock = ({ input }: Variables) => ((input as { quantities: unknown[] }).quantities.length > 1 ? refusing(error) : refusing());
  const refused = await shopWith({ replies: { ...stock(...twins()), SetStock } });
  expect(had(await refused.inventory.set([level('a', 'SKU-8', 1)]))).toMatchObject([{ failure: { reason: worded('It is a bundle.') } }]);
  expect(refused.sets().at(-1)?.variables).toMatchObject({ input: { quantities: [set(8, 1, 3)] } });
  const untracked = await shopWith({ replies: stock(...twins({ tracked: false })) });
  expect(had(await untracked.inventory.set([level('a', 'SKU-8', 1)]))).toMatchObject([
    { failure: { reason: worded('Shopify does not track the quantity of SKU-8: turn it on for the product there.') } },
  ]);
  expect(untracked.sets()[0]?.variables).toMatchObject({ input: { quantities: [set(8, 1, 3)] } });
});

test('a variant of the SKU that sells from other locations alone is left as it is', async () => {
  const { inventory, sets } = await shopWith({ replies: stock(...twins({ inventoryLevel: null })) });
  expect(had(await inventory.set([level('a', 'SKU-8', 1)]))).toEqual([{ key: 'a' }]);
  expect(sets()[0]?.variables).toMatchObject({ input: { quantities: [set(8, 1, 3)] } });
});

test('variants are listed by id, with their inventory items; one without a SKU has its item’s id, and untracked ones no quantity', async () => {
  const variants = [rawVariant(7), rawVariant(8, { sku: '', inventoryItem: { id: gid('InventoryItem', 80), tracked: false } })];
  const { listings } = await shopWith({ variants });
  if (listings.stream.mode !== 'cursor') return expect.unreachable('it is read by a cursor');
  const first = had(await listings.stream.read(null, new Date(0)));
  expect(first).toMatchObject({ more: true, records: [{ remoteId: '7', sku: 'SKU-7', stockId: '7', quantity: 5, upc: '5012345678900' }] });
  const [second] = had(await listings.stream.read(first.next, new Date(0))).records;
  expect(second).toMatchObject({ sku: 'id-80', stockId: '80' });
  expect(second?.quantity).toBeUndefined();
});

test('an item is found by the id of its listing, whatever its SKU is called there now', async () => {
  const StockById = ({ ids }: Variables) => ({ nodes: ids.map(() => stockedItem(7, 3, { sku: 'RENAMED' })) });
  const { inventory, sets, edge } = await shopWith({ replies: { ...stock(), StockById } });
  expect(had(await inventory.set([{ ...level('a', 'SKU-7', 4), stockId: '7' }, level('b', 'id-7', 3)]))).toEqual([
    { key: 'b' },
    { key: 'a' },
  ]);
  expect(sets()[0]?.variables).toMatchObject({ input: { quantities: [set(7, 4, 3)] } });
  expect(edge.asked().map(({ operation }) => operation)).toEqual(['StockBySku', 'StockById', 'SetStock']);
});

const page = (node: unknown, hasNextPage: boolean) => ({ inventoryItems: { nodes: [node], pageInfo: { hasNextPage, endCursor: 'more' } } });

test('a SKU that the search finds on its next page is not unknown', async () => {
  const like = stockedItem(7, 3, { sku: 'SKU-70' });
  const StockBySku = ({ after }: Variables) => (after === 'more' ? page(stockedItem(7, 3), false) : page(like, true));
  const { inventory, sets } = await shopWith({ replies: { StockBySku } });
  expect(had(await inventory.set([level('a', 'SKU-7', 4)]))).toEqual([{ key: 'a' }]);
  expect(sets()).toHaveLength(1);
});

test('a search that finds too much is made in halves, and has an end', async () => {
  const StockBySku = ({ query }: Variables) => page(stockedItem(query.includes('SKU-8') ? 8 : 7, 3), query.includes(' OR '));
  const { inventory, edge, shop } = await shopWith({ replies: { StockBySku } });
  expect(had(await inventory.set([level('a', 'SKU-7', 4), level('b', 'SKU-8', 4)]))).toEqual([{ key: 'a' }, { key: 'b' }]);
  expect(edge.asked().filter(({ operation }) => operation === 'StockBySku')).toHaveLength(7);
  shop.replies.StockBySku = () => page(stockedItem(9, 3), true);
  expect(had(await inventory.set([level('a', 'SKU-7', 4)]))).toMatchObject([{ failure: { code: 'unknown_sku' } }]);
});
