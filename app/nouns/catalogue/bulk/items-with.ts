import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import type { RowOutcome } from '../../../shared/runs/commands.ts';
import type { Kind } from '../kinds.ts';

/** What a bulk action can set. */
export type BulkColumns = Columns<'products', 'category_id' | 'reorder_point'>;
type Item = Columns<'products', 'id' | 'sku'> & BulkColumns;

export const recordType: Record<Kind, string> = { products: 'product', raw_materials: 'raw_material' };

/** Those of these items that are there, in the order in which everybody locks them. */
export async function itemsWith(tenant: Tenant, kind: Kind, ids: number[]): Promise<Item[]> {
  const { rows } = await sql<Item>`
    select id, sku, category_id, reorder_point from ${sql.table(kind)}
    where account_id = ${tenant.accountId} and id = any(${ids}::bigint[]) order by sku collate "C" for no key update`.execute(tenant.db);
  return rows;
}

/** How an item is called that could not be worked on. */
export async function labelOf(tenant: Tenant, kind: Kind, id: number): Promise<Pick<RowOutcome, 'recordType' | 'label'>> {
  const [item] = await itemsWith(tenant, kind, [id]);
  return { recordType: recordType[kind], label: item?.sku ?? String(id) };
}
