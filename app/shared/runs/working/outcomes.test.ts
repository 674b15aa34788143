import { expect, test } from 'vitest';
import { buildShop } from '../../../../test/build.ts';
import { testDatabase } from '../../../../test/database.ts';
import { listOutcomes } from '../queries.ts';

const own = testDatabase();

test('what failed comes first, then what was skipped, then what was done, on every page of them', async () => {
  const shop = await buildShop(own, { connected: false });
  const [run] = await own.sql<{ id: string }>(
    `insert into runs (account_id, kind, subject, state, finished_at) values ($1, 'bulk', '{"code": "many", "noun": "orders", "verb": "hold"}', 'done', now()) returning id`,
    [shop.accountId],
  );
  await own.sql(
    `insert into run_outcomes (account_id, run_id, outcome, record_type, label)
    select $1, $2, outcome, 'order', n::text from unnest(array['done', 'skipped', 'failed', 'done', 'skipped', 'failed']) with ordinality as
      o (outcome, n)`,
    [shop.accountId, run?.id],
  );
  const from = async (after?: number) => shop.inTenant((tenant) => listOutcomes(tenant, Number(run?.id), after));
  const all = await from();
  expect(all.map(({ label }) => label)).toEqual(['3', '6', '2', '5', '1', '4']);
  expect((await from(all[2]?.id)).map(({ label }) => label)).toEqual(['5', '1', '4']);
});
