import type { Tenant } from '../../../platform/tenant.ts';
import { type LinkedProducts, linkProducts } from '../links/saving/link-products.ts';
import { findEqual } from './queries.ts';

type Link = { connection_id: number; sku: string; product_id: number };

/**
 * Links SKUs to the equal products that a person saw and accepted. A pair that is no longer equal, or whose SKU was linked
 * meanwhile, is left out: that was not what the person saw.
 */
export async function linkEqual(tenant: Tenant, links: Link[]): Promise<LinkedProducts> {
  const keyOf = ({ connection_id, sku, product_id }: Link) => JSON.stringify([connection_id, sku, product_id]);
  const seen = new Set(links.map(keyOf));
  const accepted = new Map((await findEqual(tenant, links)).map((link) => [keyOf(link), link]));
  return linkProducts(
    tenant,
    [...accepted]
      .filter(([key]) => seen.has(key))
      .map(([, { connection_id: connectionId, sku, product_id: productId }]) => ({ connectionId, sku, productId })),
  );
}
