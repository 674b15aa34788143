import { type RawBuilder, sql } from 'kysely';
import { readPrepared } from '../../platform/prepared.ts';
import type { Tenant } from '../../platform/tenant.ts';

/** Items of both kinds that there is too little of. `more` where counting stopped. */
export type StockCounts = Record<'low' | 'out', { count: number; more: boolean }>;

const countedAtMost = 10_000;

/** How many products and raw materials are below their reorder point, and out of stock. From the indexes of those filters. */
export async function countLowStock(tenant: Tenant): Promise<StockCounts> {
  const few = (table: string, condition: RawBuilder<unknown>) => sql`
    (select from ${sql.table(table)} where account_id = ${tenant.accountId} and stock_taken_at is not null and ${condition} limit ${sql.lit(countedAtMost + 1)})`;
  const counted = (condition: RawBuilder<unknown>) => sql`
    (select count(*)::int from (${few('products', condition)} union all ${few('raw_materials', condition)}) as few)`;
  const [row] = await readPrepared(
    tenant,
    sql<{ low: number; out: number }>`
    select ${counted(sql`in_stock < reorder_point`)} as low, ${counted(sql`in_stock <= 0`)} as out`,
  );
  const upTo = (count = 0) => ({ count: Math.min(count, countedAtMost), more: count > countedAtMost });
  return { low: upTo(row?.low), out: upTo(row?.out) };
}
