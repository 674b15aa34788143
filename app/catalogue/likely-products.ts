import { sql } from 'kysely';
import type { Tenant } from '../../platform/tenant.ts';
import type { LikelyProduct } from './contract.ts';
import { shownImage } from './queries.ts';

/** The warehouse products that a channel's SKU most likely means, best first: equal by SKU, UPC or name, then similar by SKU, then by name. */
export async function likelyProducts(
  tenant: Tenant,
  { sku, name, upc }: { sku: string; name: string; upc: string | null },
  most = 5,
): Promise<LikelyProduct[]> {
  const { rows } = await sql<LikelyProduct>`
    select id, sku, name, upc, ${shownImage} as image_url, quantity_available, warehouse_location from products
    where account_id = ${tenant.accountId} and (similarity(sku, ${sku}) > 0.3 or similarity(name, ${name}) > 0.3 or upc = ${upc})
    order by (sku = ${sku} or lower(name) = lower(${name}) or coalesce(upc = ${upc}, false)) desc, similarity(sku, ${sku}) * 1.2 + similarity(name, ${name}) desc, id limit ${most}`.execute(
    tenant.db,
  );
  return rows;
}
