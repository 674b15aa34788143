import { type RawBuilder, sql } from 'kysely';
import { inAccount } from '../../../platform/in-account.ts';
import type { Paginated } from '../../../platform/list/query.ts';
import { readPage } from '../../../platform/list/read-page.ts';
import type { ListSource } from '../../../platform/list/source.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { recordTypeOf } from '../../base/nouns.ts';
import { withTags } from '../../shared/tags/tags.ts';
import { byTagOf, indexedConditions } from './conditions.ts';
import type { FoundItem, ItemQuery, ListedItem } from './contract.ts';
import { type Kind, kinds } from './kinds.ts';
import { itemIndex } from './words/item-words.ts';

/** The address of an item's picture: an uploaded one, or our copy of the one that a person named by address, or the warehouse's. */
export const shownImage = sql<string | null>`coalesce('images/' || own_image_id, case
  when picture_address(image_url, warehouse_values) is null then image_url
  when picture_address(image_url, warehouse_values) = fetched_address then 'images/' || fetched_image_id end)`;

/** One page of the catalogue, at a bounded cost: all items, or those that filters and a search leave. */
export async function listItems(tenant: Tenant, kind: Kind, query: ItemQuery): Promise<Paginated<ListedItem>> {
  const page = await readPage(tenant, { path: kinds[kind].api }, query, await sourceOf(tenant, kind, query), {
    query: (rows) => sql<Omit<ListedItem, 'tags'>>`select ${listColumns(tenant, kind, query)} from ${rows} as i`,
  });
  return { ...page, data: await withTags(tenant, recordTypeOf(kind), page.data) };
}

/** The same with what a search shows. */
export async function findItems(tenant: Tenant, kind: Kind, query: ItemQuery): Promise<Paginated<FoundItem>> {
  return readPage(tenant, { path: kinds[kind].api }, query, await sourceOf(tenant, kind, query), {
    query: (rows) => sql<FoundItem>`select ${searchColumns} from ${rows} as i`,
  });
}

const sorts: Record<ItemQuery['orderBy'], 'sku_key' | 'name_key' | 'in_stock'> = {
  sku: 'sku_key',
  name: 'name_key',
  available: 'in_stock',
};

/** Read in the order of the sort that is asked for, which has an index, as every filter has but those of what many or no tags are on. */
async function sourceOf(tenant: Tenant, table: Kind, { orderBy, ...query }: ItemQuery): Promise<ListSource<Kind, ItemQuery['orderBy']>> {
  const conditions = indexedConditions(tenant, table, query);
  return {
    table,
    sorts: { [orderBy]: sorts[orderBy] } as Record<ItemQuery['orderBy'], (typeof sorts)[ItemQuery['orderBy']]>,
    words: ['sku_key', 'name_key', 'upc'],
    wordIndex: itemIndex(table),
    ...(conditions.length > 0 && { scope: sql.join(conditions, sql` and `) }),
    ...(await byTagOf(tenant, table, query)),
  };
}

/** The page size of the search calls. */
const searchedAtOnce = 20;

/** For the search calls: one page of matches; null when nothing matches. */
export async function searchItems(
  tenant: Tenant,
  kind: Kind,
  { q, page }: { q: string; page: number },
): Promise<{ data: FoundItem[]; last_page: number } | null> {
  const query = { ...itemsBySku, search: q.trim(), page, perPage: searchedAtOnce };
  const { data, total, last_page } = await findItems(tenant, kind, query);
  return total === 0 && query.search !== '' ? null : { data, last_page };
}

/** The usual order of every list of items. */
export const itemsBySku = { orderBy: 'sku', orderDir: 'ASC' } as const;

/** No warehouse gives its items an address yet. */
const searchColumns: RawBuilder<unknown> = sql`id, sku, name, upc, ${shownImage} as image_url, quantity_available, quantity_on_hand,
  quantity_on_hold, warehouse_location, null::text as source_link, gone_at`;

const listColumns = (
  tenant: Tenant,
  kind: Kind,
  { category }: ItemQuery,
  // Looked up once where all are of one category.
) => sql`${searchColumns}, (select c.name from categories c where ${inAccount(tenant, 'c')}
  and c.id = ${typeof category === 'number' ? category : sql`i.category_id`}) as category,
  reorder_point, stock_taken_at is not null as is_counted,
  ${kind === 'products' ? sql.ref('is_linked') : sql`false`} as is_linked, updated_at`;
