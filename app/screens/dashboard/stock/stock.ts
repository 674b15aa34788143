import { type RawBuilder, sql } from 'kysely';
import { inAccount } from '../../../../platform/in-account.ts';
import { readPrepared } from '../../../../platform/prepared.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { isStock } from '../../../nouns/catalogue/conditions.ts';
import type { Kind } from '../../../nouns/catalogue/kinds.ts';

/** `more` where counting stopped. */
type Count = { count: number; more: boolean };
/** Items that there is too little of, by kind, each as many as the list of that filter has. */
export type StockCounts = Record<Kind, Record<'low' | 'out', Count>>;

const countedAtMost = 10_000;

/** How many products and raw materials are below their reorder point, and out of stock. From the indexes of those filters. */
export async function countLowStock(tenant: Tenant): Promise<StockCounts> {
  const counted = (kind: Kind, condition: RawBuilder<unknown>) => sql`(select count(*)::int from (
    select from ${sql.table(kind)} where ${inAccount(tenant)} and ${condition}
      limit ${sql.lit(countedAtMost + 1)}) as few)`;
  const of = (kind: Kind) => sql`json_build_object('low', ${counted(kind, isStock.low)}, 'out', ${counted(kind, isStock.out)})`;
  const [row] = await readPrepared(
    tenant,
    sql<Record<Kind, Record<'low' | 'out', number>>>`select ${of('products')} as products, ${of('raw_materials')} as raw_materials`,
  );
  const upTo = (count = 0) => ({ count: Math.min(count, countedAtMost), more: count > countedAtMost });
  const countsOf = (kind: Kind) => ({ low: upTo(row?.[kind].low), out: upTo(row?.[kind].out) });
  return { products: countsOf('products'), raw_materials: countsOf('raw_materials') };
}
