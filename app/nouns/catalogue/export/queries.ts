import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { fold } from '../../../../platform/words/fold.ts';
import type { Kind } from '../kinds.ts';

const mostListed = 1_000;

/** The first items by SKU, or those whose SKU or name begins with these letters, for a choice of them. */
export async function itemsToChoose(tenant: Tenant, kind: Kind, q: string): Promise<Columns<'products', 'id' | 'sku' | 'name'>[]> {
  const from = q.trim().toLowerCase();
  const name = fold(q.trim());
  const { rows } = await sql<Columns<'products', 'id' | 'sku' | 'name'>>`
    select id, sku, name from ${sql.table(kind)}
    where ${inAccount(tenant)} and (${from} = '' or sku_key >= ${from} collate "C" and sku_key < (${`${from}\uffff`}) collate "C"
      or name_key >= ${name} collate "C" and name_key < (${`${name}\uffff`}) collate "C")
    order by sku_key, id limit ${mostListed}`.execute(tenant.db);
  return rows;
}
