import { beforeAll, expect, test } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { fill } from '../filled/fill.ts';
import { planCases } from './cases.ts';
import { readingOf } from './explained.ts';
import { wholeReads } from './whole-account.ts';

/** Enough that reading an account costs far more than a page; `npm run bench -- plans` runs the same with two million. */
const orders = 12_000;
const own = testDatabase();

beforeAll(() => fill(own.url, orders, new Date().toISOString()), 120_000);

test.each(planCases(orders).map((one) => [one.name, one] as const))(
  '%s walks through no table and reads what is shown',
  async (_, { ask, most }) => {
    const { walked, rows, pages } = await readingOf(own.database, ask);
    expect(walked).toEqual([]);
    expect(rows).toBeLessThanOrEqual(most);
    expect(pages).toBeLessThanOrEqual(most);
  },
);

test.each(['sending: what a batch is sent as', 'checks: which orders another connection has too'])(
  'after a rush of orders, before there are statistics of it: %s, walking through no table',
  async (name) => {
    await own.sql(`
      select pg_clear_attribute_stats('public', relname, attname, false)
      from pg_class c join pg_attribute a on a.attrelid = c.oid and attnum > 0 and not attisdropped where relname in ('orders', 'order_lines')`);
    await own.sql(`call give_first_statistics('orders')`);
    const batch = planCases(orders).find((one) => one.name === name);
    if (!batch) throw new Error('The batch is not asked for.');
    const { walked, rows } = await readingOf(own.database, batch.ask);
    expect(walked).toEqual([]);
    expect(rows).toBeLessThanOrEqual(batch.most);
  },
);

test.each([
  ['update orders set note = $2 where account_id = $1 and (id = $3 or warehouse_order_id in (select $4::bigint))', ['orders']],
  ['select from orders o join unnest($2::text[]) as given on o.id = given::bigint where o.account_id = $1', ['orders']],
  ['select from orders where account_id = $1 and id = any(array(select given::bigint from unnest($2::text[]) as given))', []],
  ['select from orders where account_id = $1 order by id limit 10', []],
  ['select from outbox where account_id = $1 and state = $2', ['outbox']],
  ["select from outbox where account_id = $1 and state = 'waiting'", ['outbox']],
  ["select from outbox where account_id = $1 and state = 'waiting' and due_at > '-infinity' and kind = 'stock'", []],
])('“%s” reads all of %j that the account has', async (text, tables) => {
  const found = await wholeReads(own.url, [text]);
  expect(found.flatMap(({ reads }) => reads)).toEqual(tables);
});

test('a missing index fails the test', async () => {
  const newest = planCases(orders).find(({ name }) => name === 'list: newest');
  if (!newest) throw new Error('The newest orders are not asked for.');
  await own.sql('drop index orders_newest, orders_by_number');
  const { walked, rows } = await readingOf(own.database, newest.ask);
  expect(walked.length > 0 || rows > newest.most).toBe(true);
});
