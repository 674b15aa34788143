import { type RawBuilder, sql } from 'kysely';
import { inAccount } from '../../../../platform/in-account.ts';
import { beginsWords } from '../../../../platform/list/indexed.ts';
import { scanLimit } from '../../../../platform/list/scan.ts';
import { hasAll } from '../../../../platform/list/words.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { byTagOf, conditionsOf, indexedConditions } from '../conditions.ts';
import type { Kind } from '../kinds.ts';
import { itemIndex } from '../words/item-words.ts';
import type { ItemFilter } from './contract.ts';

/** The ids of the items that a list's filter matches, by SKU. */
export async function matchingItems(tenant: Tenant, kind: Kind, filter: ItemFilter): Promise<RawBuilder<unknown>> {
  const { search, ...filters } = filter;
  const conditions = [
    inAccount(tenant),
    ...conditionsOf(tenant, kind, filters),
    ...(await asListed(tenant, kind, filter)),
    ...(search.trim() === '' ? [] : [hasAll({ words: ['sku_key', 'name_key', 'upc'] }, search.trim())]),
  ];
  return sql`select id from ${sql.table(kind)} where ${sql.join(conditions, sql` and `)} order by sku_key, id`;
}

/**
 * A large list finds less than words anywhere; nobody may change, or gets a file of, what it did not show. Large is what the list takes for
 * it: of tags, only those that an index finds narrow what it searches.
 */
async function asListed(tenant: Tenant, kind: Kind, { search, ...filters }: ItemFilter): Promise<RawBuilder<unknown>[]> {
  if (search.trim() === '') return [];
  const { indexed } = await byTagOf(tenant, kind, filters);
  const scope = sql.join([inAccount(tenant), ...indexedConditions(tenant, kind, filters), ...indexed], sql` and `);
  const { rows } = await sql`select from ${sql.table(kind)} where ${scope} offset ${scanLimit} limit 1`.execute(tenant.db);
  return rows.length === 0 ? [] : [beginsWords(tenant, itemIndex(kind), search)];
}
