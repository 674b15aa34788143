import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { withoutPerson } from '../../../../platform/tenant.ts';
import { addAccount } from '../../../../test/build.ts';
import { testDatabase } from '../../../../test/database.ts';
import { indexWords } from '../../../../test/index-words.ts';
import { addConnection, addOrders } from '../../../../test/shop/rows.ts';
import { findOrders, hasWords, matchesSearch } from './find-orders.ts';

const own = testDatabase();
const most = 10;
let accountId = 0;
let ids: number[] = [];

beforeAll(async () => {
  accountId = (await addAccount(own)).accountId;
  const facts = Array.from({ length: 40 }, (_, n) => ({
    source_order_number: `W-${n}`,
    customer_name: `${n % 8 === 0 ? 'Ida' : 'Ann'} Smith${n % 2}`,
    address: `${n} Mugwort Lane`,
  }));
  ids = await addOrders(own, accountId, await addConnection(own, accountId), facts);
  await indexWords(own, accountId);
});

const within = <T>(work: Parameters<typeof withoutPerson<T>>[2]) => withoutPerson(own.database, accountId, work);
const found = (query: string) => within((tenant) => findOrders(tenant, query, { most, newest: 3 }));
const those = (fits: (n: number) => boolean) => ids.filter((_, n) => fits(n));
const sorted = (list: number[]) => [...list].sort((a, b) => a - b);

test('a word that few orders have finds all of them, and says so', async () => {
  expect(await found('ida')).toEqual({ ids: those((n) => n % 8 === 0).reverse(), complete: true });
  expect(await found('w-39')).toEqual({ ids: ids.slice(39), complete: true });
  expect(await found('nobody')).toEqual({ ids: [], complete: true });
  expect(await found('%')).toEqual({ ids: [], complete: true });
});

test('a word that many orders have finds the newest, and says that there are more', async () => {
  const { ids: some, complete } = await found('smith');
  expect(complete).toBe(false);
  expect(sorted(some)).toEqual(ids.slice(-3));
});

test('two words that each are common are not claimed to be all', async () => {
  expect((await found('ann smith1')).complete).toBe(false);
  expect(await found('w-39 smith1')).toEqual({ ids: ids.slice(39), complete: true });
});

test.each(['ida', 'smith', 'ann smith1', 'w-39 smith1', 'w-39 ida', 'nobody', '%', 'SO-1', 'so1', '2', 'mug smith1', ''])(
  'a bulk action and the count of what is new mean all that %j means',
  async (query) => {
    const words = query
      .toLowerCase()
      .split(' ')
      .filter((word) => /\w/.test(word));
    const expected = those((n) => {
      const terms = [`w-${n}`, n % 8 === 0 ? 'ida' : 'ann', `smith${n % 2}`, `${n}`, 'mugwort', 'lane', 'austin', '78701'];
      const own = [`so-${ids[n]}`, `so${ids[n]}`, `${ids[n]}`];
      return words.length > 0 && words.every((word) => [...terms, ...own].some((term) => term.startsWith(word)));
    });
    const meant = (by: ReturnType<typeof hasWords>) =>
      within(async (tenant) => {
        const { rows } = await sql<{
          id: number;
        }>`select o.id from orders o where o.account_id = ${accountId} and ${by} order by 1`.execute(tenant.db);
        return rows.map(({ id }) => id);
      });
    expect(await meant(hasWords({ accountId }, query))).toEqual(expected);
    expect(await meant(await within(async (tenant) => matchesSearch(tenant, query)))).toEqual(expected);
  },
);
