import { beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { findOrders } from '../../app/nouns/orders/words/find-orders.ts';
import { searchOrders } from '../../app/nouns/orders/words/search-orders.ts';
import { inTenant, type Tenant } from '../../platform/tenant.ts';
import { distributedDatabase } from '../database.ts';
import { indexWords } from '../index-words.ts';
import { addConnection, addOrders } from '../shop/rows.ts';
import { type Person, testWeb } from '../web.ts';
import { citusUrl, nextAccountElsewhere, nodesOfAccounts } from './cluster.ts';

/** More than are read at once of one word, so that it is a common one; every tenth is Rose's as well. */
const orders = 1_200;

// Skipped without CITUS_URL: the owner's address of a database of the coordinator that knows its nodes.
describe.skipIf(!citusUrl)('searches on a distributed database, on the nodes at CITUS_URL', () => {
  const nodes = distributedDatabase();
  const own = testWeb({}, nodes);
  const people: Person[] = [];

  beforeAll(async () => {
    for (const name of ['Here', 'There']) {
      const [before] = people.slice(-1);
      if (before) await own.sql(nextAccountElsewhere, [before.accountId]);
      const person = await own.person(await own.account(name), 'account_admin');
      people.push(person);
      await fill(person);
    }
    const ports = await own.sql<{ node: number }>(nodesOfAccounts, [people.map(({ accountId }) => accountId)]);
    expect(new Set(ports.map(({ node }) => node)).size).toBe(2);
  });

  async function fill({ accountId }: Person): Promise<void> {
    const facts = Array.from({ length: orders }, (_, n) => ({
      source_order_number: `W-${n + 1}`,
      customer_name: n % 10 === 0 ? 'Flora Rose' : 'Flora Tide',
      city: n % 100 === 0 ? 'Rotterdam' : 'Austin',
    }));
    const ids = await addOrders(own, accountId, await addConnection(own, accountId), facts);
    await own.sql(
      `insert into order_lines (account_id, order_id, position, remote_line_id, sku, name, quantity, unit_price, is_charge)
       select $1, id, 1, '1', 'MUG', 'A harbour mug', 1, 1, false from unnest($2::bigint[]) as id`,
      [accountId, ids],
    );
    for (const table of ['products', 'raw_materials'])
      await own.sql(`insert into ${table} (account_id, sku, name) values ($1, 'BYRON-1', 'Byron paper')`, [accountId]);
    await own.sql(
      `insert into purchase_orders (account_id, source_number, vendor_name, ordered_at, checked_at)
       select $1, 'HK-' || n, 'Hong Kong Giftware', now(), now() from generate_series(1, 3) as n`,
      [accountId],
    );
    await own.sql(
      `insert into words_due (account_id, noun, record_ids)
       select account_id, 'purchase_orders', array_agg(id) from purchase_orders where account_id = $1 group by 1`,
      [accountId],
    );
    await indexWords(own, accountId);
  }
  const eachPerson = <T>(work: (tenant: Tenant) => Promise<T>) =>
    Promise.all(people.map(({ accountId, userId }) => inTenant(own.database, { accountId, userId }, work)));

  test.each([
    ['w-77', 11],
    ['flora', 50],
    ['flora rose', 50],
    ['rose rotterdam', 12],
    ['harbour rose w-1', 32],
    ['mug nobody', 0],
    ['nobody', 0],
  ])('of both accounts the box finds the orders that have “%s”', async (words, many) => {
    expect((await eachPerson((tenant) => searchOrders(tenant, words))).map(({ length }) => length)).toEqual([many, many]);
  });

  test('an order is found by its own number', async () => {
    const [first] = await own.sql<{ id: number }>('select min(id)::int as id from orders where account_id = $1', [people[0]?.accountId]);
    const [found] = await eachPerson((tenant) => searchOrders(tenant, `SO-${first?.id}`));
    expect(found?.[0]?.id).toBe(first?.id);
  });

  test.each([
    ['flora', orders],
    ['flora rose', orders / 10],
    ['tide flora', orders - orders / 10],
    ['rotterdam rose', orders / 100],
    ['flora nobody', 0],
  ])('of both accounts the list has every order that has “%s”', async (words, many) => {
    const found = await eachPerson((tenant) => findOrders(tenant, words, { most: 10_000, newest: 1_000 }));
    expect(found.map(({ ids, complete }) => [ids.length, complete])).toEqual([
      [many, true],
      [many, true],
    ]);
  });

  test('the box finds records of every noun', async () => {
    for (const person of people) {
      const get = async (url: string) => (await own.as(person, { url })).json();
      const counts = async (words: string) =>
        Object.entries<{ count: number }>(await get(`/api/search?q=${words}`)).map(([name, { count }]) => [name, count]);
      expect(await counts('byron')).toEqual([
        ['orders', 0],
        ['purchase_orders', 0],
        ['products', 1],
        ['raw_materials', 1],
      ]);
      expect(Object.fromEntries(await counts('hong%20kong'))).toMatchObject({ purchase_orders: 3 });
    }
  });

  test('each call that takes words replies', { timeout: 120_000 }, async () => {
    const failures: string[] = [];
    const calls = own.web.web.endpoints.flatMap(({ method, path, may, query }) => {
      const shape = (query as z.ZodObject | undefined)?.shape ?? {};
      const names = ['search', 'q'].filter((name) => name in shape);
      return method === 'GET' && may !== 'anyone' ? names.map((name) => ({ path, name })) : [];
    });
    for (const { path, name } of calls)
      for (const words of ['flora', 'flora rose', 'SO-1', '12', 'giftware hk-1', 'byron paper', 'nobody']) {
        const url = `${path.replace(/:\w+|\*/g, '1')}?${new URLSearchParams({ [name]: words })}`;
        const reply = await own.as(people[0] ?? null, { url });
        // 504 says that an export takes longer than the test waits.
        if (reply.statusCode >= 500 && reply.statusCode !== 504) failures.push(`${url}: ${reply.body}`);
      }
    expect(calls.length).toBeGreaterThan(10);
    expect(failures).toEqual([]);
  });
});
