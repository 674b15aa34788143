import { type RawBuilder, sql } from 'kysely';
import type { Tenant } from '../../platform/tenant.ts';
import type { FoundItem } from './contract.ts';
import type { Kind } from './kinds.ts';
import { type ItemQuery, type PageOfItems, pageOfAll, pageOfMatches } from './page.ts';

export type ItemList = Omit<PageOfItems, 'ids'> & { data: FoundItem[]; last_page: number };

/** The address of an item's picture: an uploaded one before the warehouse's. */
export const shownImage = sql<string | null>`coalesce('images/' || own_image_id, image_url)`;

/** One page of the catalogue by SKU, at a bounded cost: all items, or those that match a search. */
export async function listItems(tenant: Tenant, kind: Kind, begun: ItemQuery): Promise<ItemList> {
  const { ids, ...cut } = begun.search.trim() ? await pageOfMatches(tenant, kind, begun) : await pageOfAll(tenant, kind, begun);
  return { data: await itemsOf(tenant, kind, ids), ...cut, last_page: Math.max(1, Math.ceil(cut.total / begun.perPage)) };
}

/** The page size of the search calls. */
const perPage = 20;

/** For the search calls: one page of matches; null when nothing matches. */
export async function searchItems(
  tenant: Tenant,
  kind: Kind,
  { q, page }: { q: string; page: number },
): Promise<{ data: FoundItem[]; last_page: number } | null> {
  const { data, total, last_page } = await listItems(tenant, kind, { search: q, page, perPage });
  return total === 0 && q.trim() !== '' ? null : { data, last_page };
}

/** These items in this order. */
async function itemsOf(tenant: Tenant, kind: Kind, ids: number[]): Promise<FoundItem[]> {
  const { rows } = await sql<FoundItem>`
    select ${itemColumns} from ${sql.table(kind)} i where account_id = ${tenant.accountId} and id = any(${ids}::bigint[])`.execute(
    tenant.db,
  );
  const found = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => found.get(id) ?? []);
}

/** No warehouse gives its items an address yet. */
const itemColumns: RawBuilder<unknown> = sql`id, sku, name, upc, ${shownImage} as image_url, quantity_available, quantity_on_hand, quantity_on_hold,
  warehouse_location, null::text as source_link`;
