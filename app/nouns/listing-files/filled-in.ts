import { sql } from 'kysely';
import type { Listing } from '../../../connectors/contract.ts';
import type { Column, Columns } from '../../../platform/columns.ts';
import { inAccount } from '../../../platform/in-account.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import type { FiledListing } from './read.ts';

type Stored = Columns<'connector_products', 'name' | 'upc' | 'image_url' | 'source_link'> & {
  sku: Column<'connector_products', 'connector_product_sku'>;
  id: Column<'connector_products', 'listed_id'>;
};

/**
 * The products of a file, with id, name, UPC, link and picture as they are stored where the file has none: one of quantities alone
 * says nothing of what an article is.
 */
export async function filledIn(tenant: Tenant, connectionId: number, filed: readonly FiledListing[]): Promise<Listing[]> {
  const { rows } = await sql<Stored>`
    select connector_product_sku as sku, coalesce(listed_id, connector_product_id) as id, name, upc, image_url, source_link
    from connector_products
    where ${inAccount(tenant)} and connection_id = ${connectionId}
      and connector_product_sku = any(${filed.map(({ sku }) => sku)}::text[])`.execute(tenant.db);
  const stored = new Map(rows.map((row) => [row.sku, row]));
  return filed.map((listing) => asListing(listing, stored.get(listing.sku)));
}

function asListing({ sku, remoteId, name, upc, quantity, location, stockId, url }: FiledListing, stored: Stored | undefined): Listing {
  return {
    ...{ sku, remoteId: remoteId ?? stored?.id ?? sku, name: name ?? stored?.name ?? sku, upc: upc ?? stored?.upc ?? null },
    ...{ imageUrl: stored?.image_url ?? null, url: url ?? stored?.source_link ?? null, raw: null },
    ...{ ...(quantity !== null && { quantity }), ...(location && { location }), ...(stockId && { stockId }) },
  };
}
