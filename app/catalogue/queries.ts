import { type RawBuilder, sql } from 'kysely';
import type { Paginated } from '../../platform/list/query.ts';
import { readPage } from '../../platform/list/read-page.ts';
import type { ListSource } from '../../platform/list/source.ts';
import type { Tenant } from '../../platform/tenant.ts';
import type { FoundItem, ItemQuery } from './contract.ts';
import { type Kind, kinds } from './kinds.ts';

/** The address of an item's picture: an uploaded one before the warehouse's. */
export const shownImage = sql<string | null>`coalesce('images/' || own_image_id, image_url)`;

/** One page of the catalogue by SKU, at a bounded cost: all items, or those that match a search. */
export function listItems(tenant: Tenant, kind: Kind, query: ItemQuery): Promise<Paginated<FoundItem>> {
  return readPage(tenant, { path: kinds[kind].api }, query, sourceOf(kind), (ids) => itemsOf(tenant, kind, ids));
}

const sourceOf = (table: Kind): ListSource<Kind, ItemQuery['orderBy']> => ({
  table,
  sorts: { sku: 'sku_key' },
  words: ['sku_key', 'name_key', 'upc'],
  beginnings: [{ column: 'sku_key', lower: true }, { column: 'name_key', lower: true }, { column: 'upc' }],
});

/** The page size of the search calls. */
const searchedAtOnce = 20;

/** For the search calls: one page of matches; null when nothing matches. */
export async function searchItems(
  tenant: Tenant,
  kind: Kind,
  { q, page }: { q: string; page: number },
): Promise<{ data: FoundItem[]; last_page: number } | null> {
  const query = { ...itemsBySku, search: q.trim(), page, perPage: searchedAtOnce };
  const { data, total, last_page } = await listItems(tenant, kind, query);
  return total === 0 && query.search !== '' ? null : { data, last_page };
}

/** The usual order of every list of items. */
export const itemsBySku = { orderBy: 'sku', orderDir: 'ASC' } as const;

async function itemsOf(tenant: Tenant, kind: Kind, ids: number[]): Promise<FoundItem[]> {
  const { rows } = await sql<FoundItem>`
    select ${itemColumns} from ${sql.table(kind)} i where account_id = ${tenant.accountId} and id = any(${ids}::bigint[])`.execute(
    tenant.db,
  );
  return rows;
}

/** No warehouse gives its items an address yet. */
const itemColumns: RawBuilder<unknown> = sql`id, sku, name, upc, ${shownImage} as image_url, quantity_available, quantity_on_hand, quantity_on_hold,
  warehouse_location, null::text as source_link`;
