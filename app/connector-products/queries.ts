import { sql } from 'kysely';
import type { Tenant } from '../../platform/tenant.ts';
import { shownImage } from '../catalogue/queries.ts';

export type Candidate = {
  id: number;
  sku: string;
  name: string;
  upc: string | null;
  image_url: string | null;
  quantity_available: number;
  warehouse_location: string | null;
};

/** The warehouse products that a channel's SKU most likely means, best first: similar by SKU, then by name. */
export async function likelyProducts(tenant: Tenant, { sku, name }: { sku: string; name: string }, most = 5): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    select id, sku, name, upc, ${shownImage} as image_url, quantity_available, warehouse_location from products
    where account_id = ${tenant.accountId} and (similarity(sku, ${sku}) > 0.3 or similarity(name, ${name}) > 0.3)
    order by similarity(sku, ${sku}) * 1.2 + similarity(name, ${name}) desc, id limit ${most}`.execute(tenant.db);
  return rows;
}
