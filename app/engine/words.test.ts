import { runOnce } from 'graphile-worker';
import { expect, test } from 'vitest';
import { withoutPerson } from '../../platform/tenant.ts';
import { addAccount } from '../../test/build.ts';
import { testDatabase } from '../../test/database.ts';
import { testEngine } from '../../test/shop/engine.ts';
import { quietJobs } from '../../test/shop/quiet.ts';
import { addConnection, addOrder } from '../../test/shop/rows.ts';
import { searchedNouns } from '../entities/all.ts';
import { findOrders } from '../nouns/orders/words/find-orders.ts';
import { tick } from './tick.ts';
import { wordsJobs } from './words.ts';

const own = testDatabase();
const { 'words:index': index } = wordsJobs(searchedNouns);

test('while 100,000 items of one account are due, an edited order of another is found after one more batch, and one of the same account too', async () => {
  const engine = await testEngine(own, null);
  const [busy, other] = [await addAccount(own), await addAccount(own)];
  const orders: { accountId: number; id: number; left: number }[] = [];
  for (const { accountId } of [busy, other])
    orders.push({ accountId, id: await addOrder(own, accountId, await addConnection(own, accountId)), left: 0 });
  await engine.runJobs();
  await own.sql(
    `insert into words_due (account_id, noun, record_ids) select $1, 'products', array_agg(n) from generate_series(1, 100000) as n
      group by n >> 12`,
    [busy.accountId],
  );
  await tick(own.database);
  let batches = 0;
  const work = async (payload: unknown) => {
    // The first batch has begun when the orders are edited.
    if (batches++ === 0) {
      await own.sql(`update orders set customer_name = 'Grace Hopper'`);
      await tick(own.database);
    }
    await index(payload as Parameters<typeof index>[0], engine, new AbortController().signal);
    for (const order of orders) if (order.left === 0 && (await isFound(order))) order.left = await itemsDue();
  };
  const run = { pgPool: own.queue, taskList: { 'words:index': work }, concurrency: 1, noHandleSignals: true, logger: quietJobs };
  for (let left = 1; left > 0; left = await itemsDue()) await runOnce(run);
  for (const { left } of orders) expect(left).toBeGreaterThan(85_000);
  expect(batches).toBeGreaterThan(20);
});

const isFound = async ({ accountId, id }: { accountId: number; id: number }) =>
  (await withoutPerson(own.database, accountId, (tenant) => findOrders(tenant, 'hopper', { most: 10, newest: 10 }))).ids.includes(id);

async function itemsDue(): Promise<number> {
  const [due] = await own.sql<{ n: number }>(
    `select coalesce(sum(cardinality(record_ids)), 0)::int as n from words_due where noun = 'products'`,
  );
  return due?.n ?? 0;
}

test('each searched noun is declared once, and has its tables', async () => {
  expect(new Set(searchedNouns.map(({ noun }) => noun)).size).toBe(searchedNouns.length);
  const tables = await own.sql<{ record: string }>(
    `select replace(tablename, '_term_sets', '') as record from pg_tables where tablename like '%\\_term\\_sets' order by 1`,
  );
  expect(tables.map(({ record }) => record)).toEqual(searchedNouns.map(({ record }) => record).sort());
});
