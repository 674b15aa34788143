import { expect, test } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { indexWords } from '../../test/index-words.ts';
import { purchaseFilling, purchasesInAll } from './purchase-orders.ts';

const own = testDatabase();
const rows = 1_000;

test('filling purchase orders by sets gives the words and counts that the product gives', async () => {
  await purchaseFilling.fill(own.url, rows, new Date().toISOString());
  const terms = () =>
    own.sql(
      `select s.account_id, s.record_id, s.terms, array_agg(t.term order by t.term) as entries
      from purchase_order_term_sets s join purchase_order_terms t on t.account_id = s.account_id and t.record_id = s.record_id group by 1, 2 order by 1, 2`,
    );
  const tallies = () =>
    own.sql(
      'select account_id, status, archived, has_issue, sum(n)::int as n from purchase_order_tallies group by 1, 2, 3, 4 order by 1, 2, 3, 4',
    );
  const filled = [await terms(), await tallies()];
  expect(filled[0]).toHaveLength(purchasesInAll(rows));
  await own.sql('truncate purchase_order_terms, purchase_order_term_sets, purchase_order_tallies');
  await own.sql(
    `insert into words_due (account_id, noun, record_ids) select account_id, 'purchase_orders', array_agg(id) from purchase_orders group by 1`,
  );
  for (const accountId of [1, 2]) await indexWords(own, accountId);
  // The product's own triggers, run once over all rows.
  await own.sql(`update purchase_orders set deleted_at = now()`);
  await own.sql('truncate purchase_order_tallies');
  await own.sql(`update purchase_orders set deleted_at = null`);
  expect([await terms(), await tallies()]).toEqual(filled);
});
