import { sql } from 'kysely';
import type { Reply } from '../../../platform/endpoint.ts';
import { existing } from '../../../platform/http/refusal.ts';
import { inAccount } from '../../../platform/in-account.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { likelyProducts } from '../catalogue/values/likely-products.ts';
import { hasSku } from '../order-flow/conditions.ts';
import { countNotLeft } from '../order-flow/release/take-back.ts';
import type { readLinkCall } from './contract.ts';

type Link = Reply<typeof readLinkCall>;

/** What a channel's SKU is linked to, by whom, and how many orders would stop without the link. @throws Refusal 404 */
export async function readLink(tenant: Tenant, { connectionId, sku }: { connectionId: number; sku: string }): Promise<Link> {
  const { rows } = await sql<Omit<Link, 'sku' | 'stops' | 'candidates'>>`
    select cp.id, cp.name, nullif(btrim(cp.upc), '') as upc, c.name as connection_name, cp.units_per_sale, cp.linked_at,
      u.name as linked_by,
      case when p.id is not null then json_build_object('id', p.id, 'sku', p.sku, 'name', p.name) end as product
    from connector_products cp
    join connections c on ${inAccount(tenant, 'c')} and c.id = cp.connection_id
    left join products p on ${inAccount(tenant, 'p')} and p.id = cp.product_id
    left join users u on u.id = cp.linked_by
    where ${inAccount(tenant, 'cp')} and cp.connection_id = ${connectionId} and cp.connector_product_sku = ${sku}`.execute(tenant.db);
  const link = existing(rows[0], 'This SKU is not known here.');
  const candidates = await likelyProducts(tenant, { sku, name: link.name ?? sku, upc: link.upc });
  return {
    ...link,
    sku,
    stops: link.product ? await countNotLeft(tenant, { connectionId, condition: hasSku(tenant, [sku]) }) : 0,
    candidates: candidates.filter(({ id }) => id !== link.product?.id),
  };
}
