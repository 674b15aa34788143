import { sql } from 'kysely';
import type { Tenant } from '../../platform/tenant.ts';

export type Candidate = {
  id: number;
  sku: string;
  name: string;
  upc: string | null;
  image_url: string | null;
  quantity_available: number;
  warehouse_location: string | null;
};

/** Warehouse products that a channel's SKU most likely means, best first: alike by SKU, then by name. */
export async function likelyProducts(tenant: Tenant, { sku, name }: { sku: string; name: string }, most = 5): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    select id, sku, name, upc, image_url, quantity_available, warehouse_location from products
    where account_id = ${tenant.accountId} and (similarity(sku, ${sku}) > 0.3 or similarity(name, ${name}) > 0.3)
    order by similarity(sku, ${sku}) * 1.2 + similarity(name, ${name}) desc, id limit ${most}`.execute(tenant.db);
  return rows;
}

/** A candidate with what is on the shelves: `quantity_on_hand - quantity_on_hold` is what may be promised. */
export type FoundProduct = Candidate & { quantity_on_hand: number; quantity_on_hold: number };

/** Warehouse products by SKU, name or UPC. */
export async function searchProducts(
  tenant: Tenant,
  words: string,
  page: number,
  perPage = 20,
): Promise<{ data: FoundProduct[]; last_page: number }> {
  const like = `%${words.trim().replace(/[\\%_]/g, '\\$&')}%`;
  const { rows } = await sql<FoundProduct & { total: number }>`
    select id, sku, name, upc, image_url, quantity_available, quantity_on_hand, quantity_on_hold, warehouse_location, (count(*) over ())::int as total from products
    where account_id = ${tenant.accountId} and (sku ilike ${like} or name ilike ${like} or upc ilike ${like})
    order by lower(sku) = lower(${words.trim()}) desc, sku limit ${perPage} offset ${(page - 1) * perPage}`.execute(tenant.db);
  // Behind the last page there is no row to say how many there are.
  if (rows.length === 0 && page > 1) return { data: [], last_page: (await searchProducts(tenant, words, 1, perPage)).last_page };
  return { data: rows.map(({ total: _, ...row }) => row), last_page: Math.max(1, Math.ceil((rows[0]?.total ?? 0) / perPage)) };
}
