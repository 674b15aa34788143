import { type RawBuilder, sql } from 'kysely';
import type { ListedTable, WordIndex } from '../../../../platform/list/source.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import type { Kind } from '../kinds.ts';

/** The numbers of these lists in `catalogue_terms`; a channel's products are in that of their connection. */
export const listOf = { products: 0, raw_materials: -1 } as const satisfies Record<Kind, number>;

/** How a list is asked for what has a word, and how the columns begin that are looked at for what has no terms yet. */
export function wordIndexOf<Table extends ListedTable>(
  { accountId }: Tenant,
  list: number | RawBuilder<number>,
  beginnings: WordIndex<Table>['beginnings'],
): WordIndex<Table> {
  const ofList = sql`account_id = ${accountId} and list = ${list}`;
  return {
    entries: sql`from catalogue_terms where ${ofList}`,
    due: sql`exists (select from catalogue_terms_due where ${ofList})`,
    beginnings,
  };
}

/** The same for the items of a kind. */
export const itemWords = (tenant: Tenant, kind: Kind): WordIndex<Kind> =>
  wordIndexOf(tenant, listOf[kind], [{ column: 'sku_key', lower: true }, { column: 'name_key', lower: true }, { column: 'upc' }]);

/**
 * Part of a statement that changes many items itself: has the items `changed`, a relation with their `id`, indexed again. With
 * `skipRowReindex` before it no trigger does it row by row.
 */
export const enqueueReindex = ({ accountId }: Tenant, kind: Kind, changed: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  insert into catalogue_terms_due (account_id, list, item_ids)
  select ${accountId}::bigint, ${sql.lit(listOf[kind])}, array_agg(id) from ${changed} group by id >> 13`;

/** Tells the triggers that the statements of this transaction use `enqueueReindex` wherever they change a name or UPC. */
export async function skipRowReindex({ db }: Tenant): Promise<void> {
  await sql`select set_config('crossdock.terms_noted', 'yes', true)`.execute(db);
}
