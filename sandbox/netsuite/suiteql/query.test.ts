import { expect, test } from 'vitest';
import { company, enterGoods } from '../../test/company.ts';
import { enterOrder } from '../enter.ts';
import { permissions } from '../tables.ts';

async function withItems(count: number) {
  const visited = await company();
  visited.account.books.rows(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
     INSERT INTO main.item (id, itemid, itemtype, isinactive, lastmodifieddate) SELECT i, 'SKU-' || i, 'InvtPart', 'F', 1000 FROM n`,
  );
  return visited;
}

test('values are text, nothing is said of what is empty, and names are lower case', async () => {
  const { ask } = await withItems(1);
  expect((await ask('SELECT id AS Number, ItemId, upccode FROM item')).items).toEqual([{ links: [], number: '1', itemid: 'SKU-1' }]);
});

test('a page has at most 1,000 rows, and says that there are more', async () => {
  const { ask, refusal } = await withItems(2500);
  const q = 'SELECT id FROM item ORDER BY id';
  expect(await ask(q)).toMatchObject({ count: 1000, hasMore: true, totalResults: 2500 });
  expect(await ask(q, '?limit=1000&offset=2000')).toMatchObject({ count: 500, hasMore: false });
  expect(await refusal(q, '?limit=1001')).toContain('from 1 to 1000');
  expect(await refusal(q, '?limit=1000&offset=1')).toContain('divisible');
  expect(await refusal(q, '?limit=2&offset=2000')).toContain('1000 pages');
});

test('of a query there are 100,000 rows and no more', async () => {
  const { ask, refusal } = await withItems(100_001);
  const q = 'SELECT id FROM item ORDER BY id';
  expect(await ask(q, '?limit=1000&offset=99000')).toMatchObject({ count: 1000, hasMore: false, totalResults: 100_000 });
  expect(await refusal(q, '?limit=1000&offset=100000')).toContain('100000 results');
});

test('what ORDER BY leaves equal comes in any order', async () => {
  const { ask } = await withItems(40);
  const orders = async (q: string) => {
    const seen = new Set<string>();
    for (let time = 0; time < 4; time++) seen.add((await ask(q)).items.map(({ id }) => id).join());
    return seen.size;
  };
  expect(await orders('SELECT id FROM item')).toBeGreaterThan(1);
  expect(await orders('SELECT id FROM item ORDER BY lastmodifieddate')).toBeGreaterThan(1);
  expect(await orders('SELECT id FROM item ORDER BY lastmodifieddate, id')).toBe(1);
});

test('dates are in the zone of the account, and in its format unless a mask says another', async () => {
  const { ask, account } = await company();
  enterGoods(account);
  const items = async (q: string) => (await ask(q)).items.map(({ at }) => at);
  expect(await items("SELECT lastmodifieddate AS at FROM item WHERE itemid = 'MUG'")).toEqual(['11/20/2026']);
  const whole = "'YYYY-MM-DD HH24:MI:SS'";
  expect(await items(`SELECT TO_CHAR(lastmodifieddate, ${whole}) AS at FROM item WHERE itemid = 'MUG'`)).toEqual(['2026-11-20 10:00:00']);
  const since = (time: string) => `SELECT 1 AS at FROM item WHERE itemid = 'MUG' AND lastmodifieddate >= TO_TIMESTAMP('${time}', ${whole})`;
  expect(await items(since('2026-11-20 10:00:00'))).toEqual(['1']);
  expect(await items(since('2026-11-20 10:00:01'))).toEqual([]);
});

test.each([
  ["SELECT id FROM item WHERE lastmodifieddate > '2026-11-20'", 'compared with text'],
  ["SELECT TO_CHAR(lastmodifieddate, 'RRRR') AS at FROM item", 'format mask'],
  ["SELECT id FROM item WHERE lastmodifieddate > TO_TIMESTAMP('20.11.2026', 'YYYY-MM-DD')", 'does not fit'],
  ['SELECT id FROM item LIMIT 5', 'Search error'],
  ['SELECT TOP 5 id FROM item', 'Search error'],
  ['SELECT id FROM items', "Record 'items' was not found"],
  ['SELECT price FROM item', "Unknown identifier 'price'"],
  ['SELECT id FROM main.granted', 'Search error'],
  ['SELECT STRFTIME(id) AS x FROM item', 'STRFTIME is not supported'],
  ['SELECT BUILTIN.DF(id) AS x FROM item', 'DF is not supported'],
  ['SELECT id FROM item; DELETE FROM item', 'unsupported syntax near: ; DELETE'],
  ["UPDATE item SET itemid = 'X'", 'Only SELECT'],
  ['SELECT id FROM item -- all', 'Search error'],
])('%s is refused', async (q, reason) => {
  const { refusal, account } = await company();
  enterGoods(account);
  expect(await refusal(q)).toContain(reason);
});

test('without the header that makes it transient a query is refused', async () => {
  const { call } = await company();
  expect((await call('/query/v1/suiteql', { q: 'SELECT id FROM item' }, {})).status).toBe(400);
});

test('a role without a permission gets no rows and no word of it, while the record says which one lacks', async () => {
  const { ask, call, account } = await company();
  enterGoods(account);
  const id = enterOrder(account, 'salesOrder', { number: 'SO1', lines: [{ sku: 'MUG', quantity: 2 }] });
  const q = 'SELECT t.id, l.id AS line FROM transaction t JOIN transactionline l ON l.transaction = t.id';
  expect((await ask(q)).count).toBe(2);
  account.books.grant(permissions.filter((right) => right !== 'Sales Order'));
  expect(await ask(q)).toMatchObject({ count: 0, totalResults: 0 });
  expect((await ask(`SELECT id FROM transactionline WHERE transaction = ${id}`)).count).toBe(0);
  expect(await call(`/record/v1/salesOrder/${id}`)).toMatchObject({
    status: 403,
    body: { 'o:errorDetails': [{ 'o:errorCode': 'INSUFFICIENT_PERMISSION', detail: expect.stringContaining('Sales Order') }] },
  });
});
