import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { type Tenant, withoutPerson } from '../../../../platform/tenant.ts';
import { lookedAt, type Plan } from '../../../../test/looked-at.ts';
import { addConnection } from '../../../../test/shop/rows.ts';
import { testWeb } from '../../../../test/web.ts';
import { judgeLinks } from './judge.ts';

const own = testWeb();
const count = 2_000;

const columns = ['channel_sku', 'product_sku', 'units_per_sale'];

async function planOf(tenant: Tenant, connectionId: number, channelSku: string, productSku: string): Promise<Plan> {
  const job = { importId: 1, group: 0, connectionId, columns, createCategories: false, trustsCheck: false };
  const { rows } = await sql<{ 'QUERY PLAN': { Plan: Plan }[] }>`
    explain (analyze, format json) with input as (
      select n, false as is_wrong, replace(${channelSku}, '#', n::text) as channel_sku, replace(${productSku}, '#', n::text) as product_sku,
        '1' as units_per_sale
      from generate_series(1, ${count}::int) as n)
    ${judgeLinks(tenant, job)}`.execute(tenant.db);
  return rows[0]?.['QUERY PLAN'][0]?.Plan ?? {};
}

// What was filled a moment ago has no statistics, so nobody knows how much there is; a little later there are some, and after the first
// account they are of the others.
test.each([
  ['is listed', 'CH-#', 'SKU-#'],
  ['is new', 'NEW-#', 'SKU-#'],
  ['differs by case', 'ch-#', 'sku-#'],
  ['has lost zeros', '#', '#'],
])('a row that %s is not looked for among everything that there is', async (_, channelSku, productSku) => {
  const accountId = await own.account();
  const id = await addConnection(own, accountId);
  await own.sql(
    `insert into products (account_id, sku, name) select $1, p || n, 'A mug' from generate_series(1, $2::int) n,
      unnest('{SKU-,00}'::text[]) p`,
    [accountId, count],
  );
  await own.sql(
    `insert into connector_products (account_id, connection_id, connector_product_sku) select $1, $2, p || n
      from generate_series(1, $3::int) n, unnest('{CH-,00}'::text[]) p`,
    [accountId, id, count],
  );
  const looked = async () => lookedAt(await withoutPerson(own.database, accountId, (tenant) => planOf(tenant, id, channelSku, productSku)));
  expect(await looked()).toBeLessThan(count);
  await own.sql('analyze products, connector_products');
  expect(await looked()).toBeLessThan(count);
});
