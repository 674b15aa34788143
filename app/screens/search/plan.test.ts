import { beforeAll, expect, test } from 'vitest';
import { type Tenant, withoutPerson } from '../../../platform/tenant.ts';
import { addAccount } from '../../../test/build.ts';
import { testDatabase } from '../../../test/database.ts';
import { indexWords } from '../../../test/index-words.ts';
import { addConnection } from '../../../test/shop/rows.ts';
import { orderFilter } from '../../nouns/order-flow/contract/filter.ts';
import { listOrders } from '../../nouns/orders/list/queries.ts';
import { searchOrders } from '../../nouns/orders/words/search-orders.ts';

const own = testDatabase();
const orders = 10_000;
let accountId = 0;

beforeAll(async () => {
  accountId = (await addAccount(own)).accountId;
  const connectionId = await addConnection(own, accountId);
  await own.sql(
    `insert into orders (account_id, connection_id, remote_id, source_order_number, source_status, source_state, order_date, imported_day,
      currency, customer_name,
      customer_email, address, city, postal_code, country, shipping_cost, tax_cost, total_cost, content_hash, remote_modified_at, checked_at)
    select $1, $2, n, 'W-' || n, 'x', 'ready', now() - n * interval '1 minute', current_date, 'USD', 'Ann' || n % 500 || ' Smith' || n % 7,
      'buyer' || n || '@example.com', '1 Main Street', 'Austin', '78701', 'US', 0, 0, 10, 'x', now(), now()
        from generate_series(1, $3) as n`,
    [accountId, connectionId, orders],
  );
  await own.sql(
    `insert into order_lines (account_id, order_id, position, remote_line_id, sku, name, quantity, unit_price, is_charge)
    select account_id, id, 1, '1', 'SKU-' || id % 50, 'White hanging heart', 1, 1, false from orders`,
  );
  // Without it, the planner takes the tables for empty, and indexing them takes six times as long.
  await own.sql('analyze');
  await indexWords(own, accountId);
  await own.sql('analyze');
});

/** The rows that a search read and the tables that it scanned, as counted by EXPLAIN ANALYZE. */
async function readBy(search: (tenant: Tenant) => Promise<unknown>): Promise<{ scans: string[]; rows: number }> {
  return withoutPerson(own.database, accountId, async (tenant) => {
    const before = await countsSoFar(tenant);
    await search(tenant);
    const after = await countsSoFar(tenant);
    const grown = after.map(({ table, scans, rows }, at) => ({
      table,
      scans: scans - (before[at]?.scans ?? 0),
      rows: rows - (before[at]?.rows ?? 0),
    }));
    return {
      scans: grown.filter(({ scans }) => scans > 0).map(({ table }) => table),
      rows: grown.reduce((sum, { rows }) => sum + rows, 0),
    };
  });
}

const countsSoFar = (tenant: Tenant) =>
  tenant.prepared<{ table: string; scans: number; rows: number }>(
    'counts',
    `select t.relname as table, t.seq_scan::int as scans, (coalesce(t.seq_tup_read, 0)
        + (select coalesce(sum(pg_stat_get_xact_tuples_returned(indexrelid)), 0) from pg_index i where i.indrelid = t.relid))::int as rows
      from pg_stat_xact_user_tables t where t.relname in ('orders', 'order_terms', 'order_term_sets', 'order_lines', 'shipments')
        order by 1`,
    [],
  );

test.each([
  ['a number', 'SO-9017', 20],
  ['part of our number', 'SO-17', 450],
  ['a street', 'main street', 3_000],
  ['a postcode', '78701', 2_000],
  ['a product', 'hanging heart', 3_000],
  ['an e-mail address', 'buyer777@example.com', 20],
  ['part of a name', 'ann499', 300],
  ['two words, one of them in every seventh order', 'ann499 smith3', 300],
  ['a miss', 'nobody', 10],
  ['a miss in its second word', 'ann499 nobody', 200],
])('%s is found without walking through any table', async (_, query, most) => {
  const { scans, rows } = await readBy((tenant) => searchOrders(tenant, query));
  expect(scans).toEqual([]);
  expect(rows).toBeLessThan(most);
});

test('a word that thousands of orders have costs as much as the page that is shown', async () => {
  const { scans, rows } = await readBy((tenant) => searchOrders(tenant, 'smith3'));
  expect(scans).toEqual([]);
  expect(rows).toBeLessThan(2_000);
});

test('the text filter of the list reads the same index', async () => {
  const { scans, rows } = await readBy((tenant) => listOrders(tenant, orderFilter.parse({ search: 'ann499' })));
  expect(scans).toEqual([]);
  expect(rows).toBeLessThan(2_000);
});
