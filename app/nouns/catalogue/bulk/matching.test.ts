import { beforeAll, expect, test } from 'vitest';
import { scanLimit } from '../../../../platform/list/scan.ts';
import { indexWords } from '../../../../test/index-words.ts';
import { type Person, testWeb } from '../../../../test/web.ts';

const own = testWeb();
let ann: Person;
let gift: number;

/** Just more products than are searched one by one, of which all but two have a tag. */
beforeAll(async () => {
  ann = await own.person(await own.account());
  const [tag] = await own.sql<{ id: string }>(`insert into tags (account_id, name, color) values ($1, 'Gift', 'teal') returning id`, [
    ann.accountId,
  ]);
  gift = Number(tag?.id);
  await own.sql(`insert into products (account_id, sku, name) select $1, 'N' || n, 'Item' from generate_series(1, $2::int) as n`, [
    ann.accountId,
    scanLimit,
  ]);
  await own.sql(
    `insert into tagged_records (account_id, record_type, record_id, tag_id)
      select account_id, 'product', id, $2 from products where account_id = $1`,
    [ann.accountId, gift],
  );
  await own.sql(`insert into products (account_id, sku, name) values ($1, 'A-1', 'Red mug'), ($1, 'A-2', 'Smuggler')`, [ann.accountId]);
  await indexWords(own, ann.accountId);
});

/** How many the list has, and how many a bulk action over all that match would work on. */
async function totalsOf(filter: { search: string; tag: string }): Promise<[listed: number, prepared: number]> {
  const listed = await own.as(ann, { url: `/api/products?${new URLSearchParams(filter)}` });
  const prepared = await own.as(ann, { method: 'POST', url: '/api/products/bulk-action/prepare', payload: { filter } });
  return [listed.json().total, prepared.json().total];
}

test('all that match are those that a large list shows, though few of it are without tags', async () => {
  expect(await totalsOf({ search: 'mug', tag: 'none' })).toEqual([1, 1]);
});

test('what has a tag that is not on too many is searched one by one, in the list and for all that match', async () => {
  expect(await totalsOf({ search: 'tem', tag: String(gift) })).toEqual([scanLimit, scanLimit]);
});
