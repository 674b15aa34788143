import { sql } from 'kysely';
import { inAccount } from '../../../platform/in-account.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { firstUpc, recognisedUpc } from '../catalogue/values/upcs.ts';
import { type LinkedProducts, linkProducts } from '../links/saving/link-products.ts';
import type { SeenLink } from './contract.ts';
import { type Found, whyLeftOut } from './left-out.ts';
import { listed, oldestIssue } from './sold.ts';

type LeftOut = { at: number; sku: string | null; why: string };

/**
 * Links SKUs to the products that a person saw beside them. A pair of which anything that the person saw has changed since is left
 * out, and so is what was linked since: other goods would leave.
 */
export async function linkSeen(tenant: Tenant, links: readonly SeenLink[]): Promise<LinkedProducts & { leftOut: LeftOut[] }> {
  const found = new Map((await findLinks(tenant, links)).map((row) => [row.at, row]));
  const named = new Set<string>();
  const leftOut: LeftOut[] = [];
  const accepted: { connectionId: number; sku: string; productId: number; units: number }[] = [];
  for (const [at, link] of links.entries()) {
    const { connection_id: connectionId, sku, product_id: productId } = link;
    const key = JSON.stringify([connectionId, sku]);
    const why = named.has(key) ? 'it is named twice' : whyLeftOut(found.get(at), link.seen);
    named.add(key);
    if (why === null) accepted.push({ connectionId, sku, productId, units: link.seen.units_per_sale });
    else leftOut.push({ at, sku: found.get(at)?.sku ?? null, why });
  }
  return { ...(await linkProducts(tenant, accepted)), leftOut };
}

/** What these SKUs and products are now; nothing of connections of others. */
async function findLinks(tenant: Tenant, links: readonly SeenLink[]): Promise<(Found & { at: number })[]> {
  const given = links.map(({ connection_id, sku, product_id }, at) => ({ at, connection_id, sku, product_id }));
  const { rows } = await sql<Found & { at: number }>`
    select r.at, r.sku, listing.name, ${firstUpc(sql`oldest.upc`, sql`listing.listed_upc`)} as upc, listing.units_per_sale,
      oldest.opened_at,
      (select linked.sku from products linked where ${inAccount(tenant, 'linked')} and linked.id = listing.product_id) as linked_to,
      p.sku as product_sku, p.name as product_name, ${recognisedUpc('p')} as product_upc
    from json_to_recordset(${JSON.stringify(given)}::json) as r (at int, connection_id bigint, sku text, product_id bigint)
    join connections c on ${inAccount(tenant, 'c')} and c.id = r.connection_id
    cross join lateral (${listed(tenant)}) as listing
    left join lateral (${oldestIssue(tenant)}) as oldest on true
    left join products p on ${inAccount(tenant, 'p')} and p.id = r.product_id
    where listing.is_listed or oldest.opened_at is not null`.execute(tenant.db);
  return rows;
}
