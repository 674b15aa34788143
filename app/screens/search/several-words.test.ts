import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { inTenant } from '../../../platform/tenant.ts';
import { addAccount } from '../../../test/build.ts';
import { testDatabase } from '../../../test/database.ts';

const own = testDatabase();
const orders = 1_500;
let actor: { accountId: number; userId: number };

beforeAll(async () => {
  actor = await addAccount(own);
  await own.sql(
    `insert into order_term_sets (account_id, record_id, terms)
    select $1, n, array['smith', case when n % 2 = 0 then 'adam' else 'ada' end, 'w-' || n, case when n % 7 = 0 then 'tea'
      else 'mug-' || n % 3 end] from generate_series(1, ${orders}) as n`,
    [actor.accountId],
  );
  await own.sql('insert into order_terms (account_id, term, record_id) select account_id, unnest(terms), record_id from order_term_sets');
  await own.sql('analyze');
});

test.each([
  ['smith ada', orders],
  ['smith adam', orders / 2],
  ['adam smith mug', 643],
  ['smith adam w-12', 56],
  ['smith tea adam', 107],
  ['smith mug-1 w-', 428],
  ['smith nobody', 0],
])('%s: thousands of orders are compared and none is lost', async (query, many) => {
  const words = query.split(' ');
  const found = await inTenant(own.database, actor, async ({ db }) => {
    const { rows } = await sql<{
      id: number;
    }>`select unnest(ids) as id from orders_of_words(${words}::text[], ${2 * orders}, true)`.execute(db);
    return rows.map(({ id }) => id);
  });
  const meant = await own.sql<{ id: string }>(
    `select record_id as id from order_term_sets where not exists (
      select from unnest($1::text[]) as wanted (word) where not exists (select from unnest(terms) as had (term)
        where starts_with(had.term, wanted.word)))
    order by 1 desc`,
    [words],
  );
  expect(found).toEqual(meant.map(({ id }) => Number(id)));
  expect(found).toHaveLength(many);
});

test('a word that twelve thousand have is looked for among all orders of the rarer one, the oldest too', async () => {
  const busy = await addAccount(own);
  await own.sql(
    `insert into order_terms (account_id, term, record_id)
    select $1, unnest(case when n % 20 = 1 then array['tea', 'parcel'] else array['parcel'] end), n from generate_series(1, 12000) as n`,
    [busy.accountId],
  );
  const found = await inTenant(own.database, busy, async ({ db }) => {
    const { rows } = await sql<{
      ids: string[];
      complete: boolean;
    }>`select * from orders_of_words(array['parcel', 'tea'], 1000, false)`.execute(db);
    return rows[0];
  });
  expect(found?.ids.map(Number)).toEqual(Array.from({ length: 600 }, (_, at) => 11_981 - 20 * at));
  expect(found?.complete).toBe(true);
});
