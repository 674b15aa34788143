import { beforeAll, expect, test } from 'vitest';
import { outcomesInWords, runsInWords } from '../../../../test/in-words.ts';
import { addConnection } from '../../../../test/shop/rows.ts';
import { type Person, testWeb } from '../../../../test/web.ts';
import { workBulk } from '../../../shared/runs/bulk/work.ts';
import { itemBulk } from '../bulk/verbs.ts';
import type { Kind } from '../kinds.ts';

const own = testWeb();
let ann: Person;
let boxes: number;

beforeAll(async () => {
  ann = await own.person(await own.account());
  const reply = await own.as(ann, { method: 'POST', url: '/api/products/categories/create', payload: { category: 'Boxes' } });
  boxes = reply.json().id;
  await own.sql(
    `insert into products (account_id, sku, name, category_id, warehouse_location, quantity_on_hand, quantity_on_hold, reorder_point, stock_taken_at, named_at, gone_at) values
      ($1, 'A', 'Zebra', $2, 'KY1', 9, 1, 20, now(), now(), null), ($1, 'b', 'Yak', null, 'NV2', 30, 0, 20, now(), now(), now()),
      ($1, 'C', 'Xenon', $2, null, 5, 5, null, now(), now(), null), ($1, 'D', 'Whale', null, 'KY1', 0, 0, 3, null, null, null)`,
    [ann.accountId, boxes],
  );
  const channel = await addConnection(own, ann.accountId);
  await own.sql(
    `insert into connector_products (account_id, connection_id, connector_product_sku, product_id) select $1, $2, 'THEIRS', id from products where account_id = $1 and sku = 'A'`,
    [ann.accountId, channel],
  );
});

const list = async (query: string, kind: Kind = 'products') => (await own.as(ann, { url: `/api/${kind}?${query}` })).json();
const skus = async (query: string) => (await list(query)).data.map(({ sku }: { sku: string }) => sku);

test.each([
  ['', ['A', 'b', 'C', 'D']],
  ['orderDir=DESC', ['D', 'C', 'b', 'A']],
  ['orderBy=name', ['D', 'C', 'b', 'A']],
  ['orderBy=available&orderDir=DESC', ['b', 'A', 'D', 'C']],
  ['category=none', ['b', 'D']],
  ['location=KY1', ['A', 'D']],
  ['location=KY1&orderBy=name', ['D', 'A']],
  ['stock=low', ['A']],
  ['stock=out', ['C']],
  ['linked=yes', ['A']],
  ['linked=no', ['b', 'C', 'D']],
  ['warehouse=gone', ['b']],
  ['warehouse=unknown', ['D']],
  ['search=a&linked=no', ['b', 'D']],
  ['stock=low&linked=no', []],
])('the list with %s', async (query, expected) => {
  const reply = await list(query);
  expect(reply.data.map(({ sku }: { sku: string }) => sku)).toEqual(expected);
  expect([reply.total, reply.total_is_exact]).toEqual([expected.length, true]);
});

test('a category is a filter by its id, and a row says what it is', async () => {
  expect(await skus(`category=${boxes}`)).toEqual(['A', 'C']);
  expect((await list('search=zebra')).data).toMatchObject([
    { sku: 'A', category: 'Boxes', reorder_point: 20, is_counted: true, is_linked: true, gone_at: null, warehouse_location: 'KY1' },
  ]);
});

test('a product is linked as long as one SKU of a channel is', async () => {
  await own.sql(`update connector_products set product_id = null where account_id = $1`, [ann.accountId]);
  expect(await skus('linked=yes')).toEqual([]);
  await own.sql(
    `update connector_products c set product_id = p.id from products p where c.account_id = $1 and p.account_id = $1 and p.sku = 'C'`,
    [ann.accountId],
  );
  expect(await skus('linked=yes')).toEqual(['C']);
  await own.sql('delete from connector_products where account_id = $1', [ann.accountId]);
  expect(await skus('linked=yes')).toEqual([]);
});

test.each(['stock=much', 'category=x', 'linked=perhaps', 'colour=red'])('%s is refused', async (query) => {
  expect((await own.as(ann, { url: `/api/products?${query}` })).statusCode).toBe(422);
});

test('the filters of a million read as much as a page needs, each from its index', async () => {
  const many = await own.person(await own.account());
  await own.sql(
    `insert into products (account_id, sku, name, warehouse_location, quantity_on_hand, reorder_point, stock_taken_at)
     select $1, 'N' || lpad(n::text, 6, '0'), 'Item ' || n, 'L' || n % 500, 10, case when n % 997 = 0 then 20 else 5 end, now() from generate_series(1, 20000) as n`,
    [many.accountId],
  );
  await own.sql('vacuum analyze products');
  const plan = async (condition: string, order = 'sku_key') => {
    const rows = await own.sql<{ 'QUERY PLAN': string }>(
      `explain (analyze, costs off, timing off, summary off) select id from products where account_id = ${many.accountId} and ${condition} order by ${order}, id limit 50`,
    );
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  };
  expect(await plan('in_stock < reorder_point and stock_taken_at is not null')).toContain('products_low');
  expect(await plan(`warehouse_location = 'L7'`)).toContain('products_by_location');
  expect(await plan('not is_linked')).toMatch(/products_unlinked|products_by_sku/);
  expect(await plan('true', 'in_stock')).toContain('products_by_stock');
  expect(await plan('true', 'name_key')).toContain('products_by_name');
});

test('the ticked items, or all that match, get a category and a reorder point, as a run', async () => {
  const bulk = (payload: object, rest = '') => own.as(ann, { method: 'POST', url: `/api/products/bulk-action${rest}`, payload });
  const prepared = await bulk({ filter: { location: 'KY1' } }, '/prepare');
  expect([prepared.statusCode, prepared.json().total]).toEqual([201, 2]);
  const { runId } = prepared.json();
  const started = await bulk({ runId, set: { category: 'boxes' } });
  expect([started.statusCode, started.json()]).toEqual([202, { runId, total: 2, message: '2 products are being changed.' }]);
  await workBulk({ database: own.database, log: console as never }, ann, runId, new AbortController().signal, {
    products: { bulk: itemBulk.products },
  });
  expect(await skus(`category=${boxes}`)).toEqual(['A', 'C', 'D']);
  expect(runsInWords(await own.sql('select state, done, sentence from runs where id = $1', [runId]))[0]).toEqual({
    state: 'done',
    done: 2,
    sentence: '2 products done.',
  });
  expect((await bulk({ runId, set: { category: 'boxes' } })).statusCode).toBe(409);
  expect((await bulk({ ids: [1], set: { category: 'Nowhere' } })).json()).toEqual({ category: ['There is no category “Nowhere”.'] });
  expect((await bulk({ ids: [999_999], set: { reorder_point: 3 } })).statusCode).toBe(404);
  expect((await bulk({ ids: [1], set: {} })).statusCode).toBe(422);
});

test('a bulk action is taken back, but for items that were changed or deleted since, or whose category is gone', async () => {
  const bob = await own.person(await own.account());
  const account = { accountId: bob.accountId, userId: bob.userId };
  const call = (url: string, payload: object = {}) => own.as(bob, { method: 'POST', url, payload });
  const categories = await own.sql<{ id: number }>(
    `insert into categories (account_id, kind, name) values ($1, 'products', 'Old'), ($1, 'products', 'Gone'), ($1, 'products', 'New') returning id::int`,
    [bob.accountId],
  );
  const [old, gone] = categories.map(({ id }) => id);
  const items = await own.sql<{ id: number; sku: string }>(
    `insert into products (account_id, sku, name, category_id, reorder_point) values ($1, 'A', 'A', $2, 1), ($1, 'B', 'B', null, 2), ($1, 'C', 'C', $3, 3),
       ($1, 'D', 'D', $2, 4), ($1, 'E', 'E', $2, 5), ($1, 'F', 'F', $2, 6) returning id::int, sku`,
    [bob.accountId, old, gone],
  );
  const work = (runId: number) =>
    workBulk({ database: own.database, log: console as never }, account, runId, new AbortController().signal, {
      products: { bulk: itemBulk.products },
    });
  const set = { category: 'New', reorder_point: 9 };
  const { runId } = (await call('/api/products/bulk-action', { ids: items.map(({ id }) => id), set })).json();
  await work(runId);
  const undoable = async () => (await own.as(bob, { url: `/api/runs/${runId}` })).json().undoable;
  expect(await undoable()).toBe(true);
  await own.sql(`update products set reorder_point = 10 where account_id = $1 and sku = 'D'`, [bob.accountId]);
  await own.sql(`delete from products where account_id = $1 and sku = 'E'`, [bob.accountId]);
  const byHand = { ids: items.filter(({ sku }) => sku === 'F').map(({ id }) => id), set: { category: null, reorder_point: 11 } };
  await work((await call('/api/products/bulk-action', byHand)).json().runId);
  await own.sql('delete from categories where account_id = $1 and id = $2', [bob.accountId, gone]);
  const undoing = (await call(`/api/runs/${runId}/undo`)).json();
  expect(undoing.message).toBe('Undo: working on 6 products.');
  await work(undoing.runId);
  expect(
    await own.sql(
      `select sku, (select c.name from categories c where c.id = p.category_id) as category, reorder_point from products p where account_id = $1 order by sku`,
      [bob.accountId],
    ),
  ).toEqual([
    { sku: 'A', category: 'Old', reorder_point: 1 },
    { sku: 'B', category: null, reorder_point: 2 },
    { sku: 'C', category: 'New', reorder_point: 9 },
    { sku: 'D', category: 'New', reorder_point: 10 },
    { sku: 'F', category: null, reorder_point: 11 },
  ]);
  const left = await own.sql(`select reason from run_outcomes where account_id = $1 and run_id = $2 and outcome = 'skipped'`, [
    bob.accountId,
    undoing.runId,
  ]);
  const reasons = outcomesInWords(left).map(({ reason }) => reason);
  expect(reasons.sort()).toEqual([
    'It has been deleted since.',
    'It was changed since.',
    expect.stringMatching(/^Person \d+ changed it on \w{3} \d+, \d{4} \d+:\d\d [ap]m\.$/),
    'The category that it had was deleted since.',
  ]);
  expect([await undoable(), (await call(`/api/runs/${runId}/undo`)).statusCode]).toEqual([false, 409]);
});
