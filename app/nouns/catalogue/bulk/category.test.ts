import { beforeAll, expect, test } from 'vitest';
import { outcomesInWords } from '../../../../test/in-words.ts';
import { type Person, testWeb } from '../../../../test/web.ts';
import { workBulk } from '../../../shared/runs/bulk/work.ts';
import { itemBulk } from './verbs.ts';

const own = testWeb();
let ann: Person;
let mugs: number;
let cups: number;
let item: number;

beforeAll(async () => {
  ann = await own.person(await own.account());
  const added = await own.sql<{ id: number }>(
    `insert into categories (account_id, kind, name) values ($1, 'products', 'Mugs'), ($1, 'products', 'Cups') returning id::int`,
    [ann.accountId],
  );
  [mugs = 0, cups = 0] = added.map(({ id }) => id);
  const items = await own.sql<{ id: number }>(`insert into products (account_id, sku, name) values ($1, 'A', 'A') returning id::int`, [
    ann.accountId,
  ]);
  item = items[0]?.id ?? 0;
});

const start = (set: object, by = ann) => own.as(by, { method: 'POST', url: '/api/products/bulk-action', payload: { ids: [item], set } });
const work = ({ runId }: { runId: number }) =>
  workBulk({ database: own.database, log: console as never }, ann, runId, new AbortController().signal, {
    products: { bulk: itemBulk.products },
  });
const rename = (id: number, name: string) => own.sql('update categories set name = $2 where id = $1', [id, name]);
const categoryNow = async () =>
  (await own.sql('select category_id::int as id from products where account_id = $1', [ann.accountId])).map(({ id }) => id);

test.each([
  ['by its id', () => ({ category_id: mugs })],
  ['by its name', () => ({ category: 'mugs' })],
])('a category that is given %s is that one, whatever it is called once the run comes to an item', async (_, set) => {
  await own.sql('update products set category_id = null where account_id = $1', [ann.accountId]);
  const started = (await start(set())).json();
  await rename(mugs, 'Bowls');
  await rename(cups, 'Mugs');
  await work(started);
  expect(await categoryNow()).toEqual([mugs]);
  await rename(cups, 'Cups');
  await rename(mugs, 'Mugs');
  await work((await start({ category_id: null })).json());
  expect(await categoryNow()).toEqual([null]);
});

test('items are left as they are where the category was deleted before their turn, and one that is not there is refused', async () => {
  const started = (await start({ category_id: cups, reorder_point: 3 })).json();
  await own.sql('delete from categories where id = $1', [cups]);
  await work(started);
  expect(await own.sql('select category_id, reorder_point from products where account_id = $1', [ann.accountId])).toEqual([
    { category_id: null, reorder_point: null },
  ]);
  const outcomes = await own.sql('select reason from run_outcomes where account_id = $1 and run_id = $2', [ann.accountId, started.runId]);
  expect(outcomesInWords(outcomes)).toMatchObject([{ reason: 'The category was deleted since.' }]);
  const late = await start({ category_id: cups });
  expect([late.statusCode, late.json()]).toEqual([422, { category_id: ['This category no longer exists.'] }]);
  expect((await start({ category_id: mugs, category: 'Mugs' })).statusCode).toBe(422);
  const stranger = await own.person(await own.account());
  expect((await start({ category_id: mugs }, stranger)).json()).toEqual({ category_id: ['This category no longer exists.'] });
});
