import { sql } from 'kysely';
import { page } from '../../../../platform/http/page.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';

const most = 300;
const columns = { skus: 'sku', lots: 'lot_number' } as const;

/** The SKUs or lots of purchase orders, as choices of a filter: by skipping from one to the next in their index. */
export const loader = page('work', async ({ tenant, params }) => {
  const column = params.of === 'lots' ? columns.lots : columns.skus;
  return (await distinct(tenant, column)).map((value) => ({ value, label: value }));
});

async function distinct(tenant: Tenant, column: (typeof columns)[keyof typeof columns]): Promise<string[]> {
  const text = sql`${sql.ref(column)} collate "C"`;
  const next = (after: string) =>
    sql`(select ${text} from purchase_order_lines where ${inAccount(tenant)} and ${text} > ${sql.raw(after)} order by ${text} limit 1)`;
  const { rows } = await sql<{ value: string }>`
    with recursive used (value) as (select ${next(`''`)} union all select ${next('used.value')} from used where used.value is not null)
    select value from used where value is not null limit ${most}`.execute(tenant.db);
  return rows.map(({ value }) => value);
}
