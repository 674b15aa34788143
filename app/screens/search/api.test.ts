import { expect, test } from 'vitest';
import { indexWords } from '../../../test/index-words.ts';
import { addConnection, addOrder, addOrders } from '../../../test/shop/rows.ts';
import { testWeb } from '../../../test/web.ts';
import { discussedNames, nounNames, searchedNames, taggedNames } from '../../base/nouns.ts';
import { allNouns } from '../../entities/all.ts';

const own = testWeb();

test('a noun that says by what it is found says how, one that is discussed or tagged how a record is read, and no other does', () => {
  expect(nounNames.filter((name) => allNouns[name].search !== null)).toEqual(searchedNames);
  expect(nounNames.filter((name) => allNouns[name].discussed !== null)).toEqual(
    nounNames.filter((name) => [...discussedNames, ...taggedNames].some((other) => other === name)),
  );
});

test('a search returns a list, 204 when nothing is found, 422 without a query', async () => {
  const ann = await own.person(await own.account());
  const id = await addOrder(own, ann.accountId, await addConnection(own, ann.accountId), {
    source_order_number: 'A-1',
    customer_name: 'Ada Byron',
  });
  await indexWords(own, ann.accountId);
  const search = (query: string) => own.as(ann, { url: `/api/orders/search${query}` });

  const found = await search('?q=byron');
  expect(found.statusCode).toBe(200);
  expect(found.json()).toMatchObject([
    { id, order_number: `SO-${id}`, source_order_number: 'A-1', customer_name: 'Ada Byron', order_status: 'pending' },
  ]);
  expect((await search('?q=lovelace')).statusCode).toBe(204);
  expect((await search('?q=')).statusCode).toBe(204);
  expect((await search('')).statusCode).toBe(422);
  expect((await own.as(null, { url: '/api/orders/search?q=byron' })).statusCode).toBe(401);
});

test('the box gets the best few of each kind and how many there are, up to twenty', async () => {
  const ann = await own.person(await own.account());
  const facts = Array.from({ length: 21 }, (_, n) => ({ source_order_number: `A-${n}`, customer_name: 'Ada Byron' }));
  await addOrders(own, ann.accountId, await addConnection(own, ann.accountId), facts);
  await own.sql(`insert into raw_materials (account_id, sku, name) values ($1, 'BYRON-1', 'Byron paper')`, [ann.accountId]);
  await indexWords(own, ann.accountId);
  const search = async (query: string, person = ann) => (await own.as(person, { url: `/api/search?q=${query}` })).json();

  const found = await search('byron');
  expect([found.orders.count, found.orders.more, found.orders.first.length]).toEqual([20, true, 6]);
  expect(found.products).toEqual({ count: 0, more: false, first: [] });
  expect([found.raw_materials.count, found.raw_materials.more, found.raw_materials.first[0].sku]).toEqual([1, false, 'BYRON-1']);
  expect((await search('')).orders).toEqual({ count: 0, more: false, first: [] });
  const bob = await own.person(await own.account('Other'));
  expect(Object.values(await search('byron', bob))).toEqual(Array.from({ length: 4 }, () => ({ count: 0, more: false, first: [] })));
  expect((await own.as(null, { url: '/api/search?q=byron' })).statusCode).toBe(401);
});
