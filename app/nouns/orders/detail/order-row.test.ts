import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { withoutPerson } from '../../../../platform/tenant.ts';
import { addAccount } from '../../../../test/build.ts';
import { testDatabase } from '../../../../test/database.ts';
import { addConnection, addOrders } from '../../../../test/shop/rows.ts';
import { readOrderRow } from './order-row.ts';

const own = testDatabase();

type Plan = { 'Node Type': string; 'Relation Name'?: string; 'Index Name'?: string; Plans?: Plan[] };
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

test('what an order still sends is found by the order, also with a plan that was made while nothing waited', async () => {
  const { accountId } = await addAccount(own);
  const many = Array.from({ length: 2_000 }, () => ({}));
  const [order = 0] = await addOrders(own, accountId, await addConnection(own, accountId), many);
  await own.sql(`insert into outbox (account_id, connection_id, kind, order_id, key, state)
    select account_id, connection_id, 'confirm', id, id || '-' || n, 'done' from orders, generate_series(1, 5) as n`);
  await own.sql('vacuum analyze outbox');
  const indexes = await withoutPerson(own.database, accountId, async (tenant) => {
    await sql`set local plan_cache_mode = force_generic_plan`.execute(tenant.db);
    await readOrderRow(tenant, order);
    const { rows } = await sql<{ name: string; statement: string }>`select name, statement from pg_prepared_statements`.execute(tenant.db);
    const read = rows.find(({ statement }) => statement.includes('from outbox'));
    const explained = await sql<{ 'QUERY PLAN': [{ Plan: Plan }] }>`
      explain (format json) execute ${sql.id(read?.name ?? '')} (${sql.lit(accountId)}, ${sql.lit(order)})`.execute(tenant.db);
    const nodes = explained.rows.flatMap((row) => nodesOf(row['QUERY PLAN'][0].Plan));
    return nodes.flatMap((node) => (node['Index Name']?.startsWith('outbox') ? [node['Index Name']] : [])).toSorted();
  });
  expect([...new Set(indexes)]).toEqual(['outbox_of_order', 'outbox_of_warehouse_order']);
});
