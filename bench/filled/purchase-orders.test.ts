import { expect, test } from 'vitest';
import { indexPurchaseOrders } from '../../app/nouns/purchase-flow/terms.ts';
import { inTenant } from '../../platform/tenant.ts';
import { testDatabase } from '../../test/database.ts';
import { purchaseFilling, purchasesInAll } from './purchase-orders.ts';

const own = testDatabase();
const rows = 1_000;

test('filling purchase orders by sets gives the words and counts that the product gives', async () => {
  await purchaseFilling.fill(own.url, rows, new Date().toISOString());
  const terms = () =>
    own.sql(
      'select account_id, purchase_order_id, array_agg(term order by term) as terms from purchase_order_terms group by 1, 2 order by 1, 2',
    );
  const tallies = () =>
    own.sql(
      'select account_id, status, archived, has_issue, sum(n)::int as n from purchase_order_tallies group by 1, 2, 3, 4 order by 1, 2, 3, 4',
    );
  const filled = [await terms(), await tallies()];
  expect(filled[0]).toHaveLength(purchasesInAll(rows));
  await own.sql('truncate purchase_order_terms, purchase_order_tallies');
  for (const accountId of [1, 2]) {
    const ids = (await own.sql<{ id: string }>('select id from purchase_orders where account_id = $1', [accountId])).map(({ id }) =>
      Number(id),
    );
    await inTenant(own.database, { accountId, userId: null }, (tenant) => indexPurchaseOrders(tenant, ids));
  }
  // The product's own triggers, run once over all rows.
  await own.sql(`update purchase_orders set deleted_at = now()`);
  await own.sql('truncate purchase_order_tallies');
  await own.sql(`update purchase_orders set deleted_at = null`);
  expect([await terms(), await tallies()]).toEqual(filled);
});
