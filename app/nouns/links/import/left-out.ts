import { type RawBuilder, sql } from 'kysely';
import type { LeftOut } from '../../../shared/imports/entity.ts';
import type { OutcomeSentence } from '../../../shared/runs/outcome-sentences.ts';
import { keepsUnitsOfAnother, saysNoUnits, seenLink } from './judge.ts';

/** A row that was good when it was checked. `product`: the SKU that it says; `units`: what a sale takes by now. */
export type LeftOutLink = { id: number | null; sku: string; why: Why; product: string; units: number };
type Why = 'product' | 'linked' | 'pack' | 'unlinked' | 'changed';

/**
 * Why a row of `typedLinks` cannot be applied by now; null where it can. `otherLink`: it says something else than the link does now. `had`
 * is that link though it was deleted.
 */
export function whyLeftOut(columns: readonly string[], otherLink: RawBuilder<unknown>): RawBuilder<unknown> {
  const wasLinked = sql`(g.code = 'c' and cp.product_id is not null and cp.linked_by is not null)`;
  const isChanged = sql`(g.code = 'u' and g.seen is distinct from ${seenLink('cp')} and ${otherLink})`;
  if (!columns.includes('product_sku'))
    return sql`case when ${wasLinked} then 'linked' when cp.product_id is null then 'unlinked' when ${isChanged} then 'changed' end`;
  const isPack = sql`(${saysNoUnits(columns, 'g')} and ${keepsUnitsOfAnother(sql`had`, sql`p.id`)})`;
  return sql`case when ${wasLinked} then 'linked' when g.product_sku <> '' and p.id is null then 'product'
    when ${isPack} then 'pack' when ${isChanged} then 'changed' end`;
}

export const leftOutLink = ({ id, sku, ...row }: LeftOutLink): LeftOut => ({ id, label: sku, reason: reasonOf(row) });

function reasonOf({ why, product, units }: Pick<LeftOutLink, 'why' | 'product' | 'units'>): OutcomeSentence {
  if (why === 'product') return { code: 'no_product_by_now', sku: product };
  if (why === 'pack') return { code: 'pack_by_now', units };
  if (why === 'changed') return { code: 'changed_since_check' };
  return { code: why === 'linked' ? 'linked_since_check' : 'unlinked_since_check' };
}
