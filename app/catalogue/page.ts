import { sql } from 'kysely';
import type { Tenant } from '../../platform/tenant.ts';
import type { Kind } from './kinds.ts';

export type ItemQuery = { search: string; page: number; perPage: number };

/** The ids of a page, and the total. */
export type PageOfItems = {
  ids: number[];
  total: number;
  /** False where the count stopped at its limit. */
  exact: boolean;
  /** How many were scanned, where that was not all of them: there may be more matches. */
  looked_at: number | null;
};

/** How many items are counted, paged, or scanned for part of a name. */
export const scanLimit = 10_000;
/** How many matches are read for each beginning. */
const prefixLimit = 1_000;

/** A page of all items. */
export async function pageOfAll(tenant: Tenant, kind: Kind, { page, perPage }: ItemQuery): Promise<PageOfItems> {
  const from = Math.min((page - 1) * perPage, scanLimit);
  // Counted in the index: the table is shared by all accounts.
  const all = sql`from ${sql.table(kind)} where account_id = ${tenant.accountId} order by sku_key, id`;
  const { rows } = await sql<{ total: number; ids: number[] }>`
    select (select count(*)::int from (select ${all} limit ${scanLimit + 1}) as near) as total,
      array_to_json(array(select id ${all} limit ${Math.min(perPage, scanLimit - from)} offset ${from})) as ids`.execute(tenant.db);
  const [{ total, ids } = { total: 0, ids: [] }] = rows;
  return { ids, total: Math.min(total, scanLimit), exact: total <= scanLimit, looked_at: null };
}

/**
 * A page of the items that match these words, exact SKUs first. In the first 10,000 items every word may stand anywhere in SKU,
 * name or UPC; of the others those match whose SKU, name or UPC begins with the words.
 */
export async function pageOfMatches(tenant: Tenant, kind: Kind, { search, page, perPage }: ItemQuery): Promise<PageOfItems> {
  const words = search.trim().toLowerCase();
  const parts = words.split(/\s+/).slice(0, 8);
  const table = sql.table(kind);
  const { rows } = await sql<{ total: number; looked_at: number; ids: number[] }>`
    with near as materialized (
      select id, sku_key, name_key, upc from ${table} where account_id = ${tenant.accountId} order by sku_key, id limit ${scanLimit + 1}
    ),
    found as materialized (
      select id, sku_key from near where concat_ws(' ', sku_key, name_key, lower(upc)) like all (${parts.map(anywhere)}::text[])
      union ${begins(tenant, kind, 'sku_key', words)} union ${begins(tenant, kind, 'name_key', words)} union ${begins(tenant, kind, 'upc', search.trim())}
    )
    select (select count(*)::int from found) as total, (select count(*)::int from near) as looked_at,
      array_to_json(array(select id from found order by sku_key = ${words} desc, sku_key, id limit ${perPage} offset ${(page - 1) * perPage})) as ids`.execute(
    tenant.db,
  );
  const [{ total, looked_at, ids } = { total: 0, looked_at: 0, ids: [] }] = rows;
  const all = looked_at <= scanLimit;
  return { ids, total, exact: all, looked_at: all ? null : scanLimit };
}

const begins = (tenant: Tenant, kind: Kind, column: 'sku_key' | 'name_key' | 'upc', word: string) => sql`
  (select id, sku_key from ${sql.table(kind)} where account_id = ${tenant.accountId}
    and ${sql.ref(column)} collate "C" >= ${word} and ${sql.ref(column)} collate "C" < ${word} || U&'\\+10FFFF'
    order by ${sql.ref(column)} collate "C", id limit ${prefixLimit})`;

const anywhere = (word: string) => `%${word.replace(/[\\%_]/g, '\\$&')}%`;
