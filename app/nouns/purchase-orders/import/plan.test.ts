import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { type Tenant, withoutPerson } from '../../../../platform/tenant.ts';
import { lookedAt, type Plan } from '../../../../test/looked-at.ts';
import { testWeb } from '../../../../test/web.ts';
import { keepToIndexes } from '../../../shared/imports/keep-to-indexes.ts';
import { withRecords } from './records.ts';

const own = testWeb();
const count = 1_000;

async function planOf(tenant: Tenant, number: string): Promise<Plan> {
  await keepToIndexes(tenant);
  const job = { columns: ['source_number', 'line', 'sku'] };
  const { rows } = await sql<{ 'QUERY PLAN': { Plan: Plan }[] }>`
    explain (analyze, format json) select o.id, l.id
    from (select replace(${number}, '#', n::text) as source_number, '1' as line, 'MUG' as sku from generate_series(1, ${count}::int) n) i
      ${withRecords(tenant, job)}`.execute(tenant.db);
  return rows[0]?.['QUERY PLAN'][0]?.Plan ?? {};
}

// What an import made a moment ago has no statistics, so nobody knows how much there is.
test.each([
  ['there', 'P-#'],
  ['new', 'NEW-#'],
])('a purchase order that is %s is not looked for among all of the account', async (_, number) => {
  const accountId = await own.account();
  const plan = await withoutPerson(own.database, accountId, async (tenant) => {
    await sql`insert into purchase_orders (account_id, source_number) select ${accountId}, 'P-' || n
      from generate_series(1, ${count}::int) n`.execute(tenant.db);
    await sql`insert into purchase_order_lines (account_id, purchase_order_id, position, sku, name, quantity)
      select account_id, id, 1, 'MUG', 'A mug', 1 from purchase_orders where account_id = ${accountId}`.execute(tenant.db);
    return planOf(tenant, number);
  });
  expect(lookedAt(plan)).toBeLessThan(10 * count);
});
