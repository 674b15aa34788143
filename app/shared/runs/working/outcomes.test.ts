import { expect, test } from 'vitest';
import { withoutPerson } from '../../../../platform/tenant.ts';
import { addAccount, buildShop } from '../../../../test/build.ts';
import { testDatabase } from '../../../../test/database.ts';
import { rowsRead } from '../../../../test/rows-read.ts';
import type { Outcome } from '../contract.ts';
import { listOutcomes } from '../queries.ts';

const own = testDatabase();

/** A run with these outcomes, each called by its place. Returns what reads a page of them. */
async function runOf(outcomes: readonly string[]) {
  const shop = await buildShop(own, { connected: false });
  const [run] = await own.sql<{ id: string }>(
    `insert into runs (account_id, kind, subject, state, finished_at) values ($1, 'bulk', '{"code": "many", "noun": "orders", "verb": "hold"}', 'done', now()) returning id`,
    [shop.accountId],
  );
  await own.sql(
    `insert into run_outcomes (account_id, run_id, outcome, record_type, label)
    select $1, $2, outcome, 'order', n::text from unnest($3::text[]) with ordinality as o (outcome, n) order by o.n`,
    [shop.accountId, run?.id, outcomes],
  );
  return (after?: number) => shop.inTenant((tenant) => listOutcomes(tenant, Number(run?.id), after));
}

test('what failed comes first, then what was skipped, then what was done, on every page of them', async () => {
  const from = await runOf(['done', 'skipped', 'failed', 'done', 'skipped', 'failed']);
  const all = await from();
  expect(all.map(({ label }) => label)).toEqual(['3', '6', '2', '5', '1', '4']);
  expect((await from(all[2]?.id)).map(({ label }) => label)).toEqual(['5', '1', '4']);
});

test('the pages of a long run have each of its rows once, where one kind of outcome ends as well as within one', async () => {
  const from = await runOf(Array.from({ length: 900 }, (_, at) => (at === 500 ? 'failed' : at % 2 === 0 ? 'skipped' : 'done')));
  const labels: string[] = [];
  const sizes: number[] = [];
  for (let after: number | undefined = 0; after !== undefined; ) {
    const page: Outcome[] = await from(after);
    labels.push(...page.map(({ label }) => label));
    sizes.push(page.length);
    after = page.at(-1)?.id;
  }
  const places = Array.from({ length: 900 }, (_, at) => at + 1);
  const skipped = places.filter((place) => place % 2 === 1 && place !== 501);
  const done = places.filter((place) => place % 2 === 0);
  expect(labels).toEqual([501, ...skipped, ...done].map(String));
  expect(sizes).toEqual([200, 200, 200, 200, 100, 0]);
});

test('of a long run no page reads many more rows than it shows, also where what was skipped ends and what was done begins', async () => {
  const { accountId } = await addAccount(own);
  const [run] = await own.sql<{ id: number }>(
    `insert into runs (account_id, kind, subject, state, finished_at)
     values ($1, 'bulk', '{"code": "many", "noun": "orders", "verb": "hold"}', 'done', now()) returning id::int`,
    [accountId],
  );
  const runId = run?.id ?? 0;
  await own.sql(
    `insert into run_outcomes (account_id, run_id, outcome, record_type, label)
     select $1::bigint, $2::bigint, case when n = 15000 then 'failed' when n % 60 = 0 then 'skipped' else 'done' end, 'order', n::text
     from generate_series(1, 20000) as n`,
    [accountId, runId],
  );
  await own.sql('vacuum analyze run_outcomes');
  const kinds: string[] = [];
  let after = 0;
  for (const page of ['first', 'second', 'third']) {
    const read = await rowsRead(own, 'run_outcomes', (database) =>
      withoutPerson(database, accountId, async (tenant) => {
        const rows = await listOutcomes(tenant, runId, after);
        kinds.push([...new Set(rows.map(({ outcome }) => outcome))].join());
        after = rows.at(-1)?.id ?? 0;
      }),
    );
    expect(read, page).toBeLessThan(500);
  }
  expect(kinds).toEqual(['failed,skipped', 'skipped,done', 'done']);
});
