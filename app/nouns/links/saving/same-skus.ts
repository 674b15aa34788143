import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { notify } from '../../../../platform/events.ts';
import { idsOf } from '../../../../platform/ids.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { packsDiffer } from '../../catalogue/values/pack.ts';
import { recognisedUpc, upcsDiffer } from '../../catalogue/values/upcs.ts';
import { followLinksThere } from '../../mappings/saves/sent.ts';
import { enqueueCheck } from '../../order-flow/recheck.ts';
import { queueListingsAnew } from '../../stock-out/queue.ts';
import { ordersWaitingForLinks } from './waiting.ts';

/**
 * Links SKUs that are equal on both sides, of these or of all; not where their UPCs differ, their names say other numbers of units, it was
 * a pack, a link ended by itself, or the channel no longer lists them. A check and the storing of a product that run at the same time do
 * not see each other, so the sweep calls this for all SKUs.
 */
export async function linkSameSkus(tenant: Tenant, skus?: string[]): Promise<void> {
  const ids = await withSameSku(tenant, skus);
  if (ids.length === 0) return;
  const { rows } = await sql<Columns<'connector_products', 'connection_id' | 'connector_product_sku'>>`
    update connector_products cp set product_id = p.id, linked_at = now()
    from products p, connections c
    where ${inAccount(tenant, 'cp')} and cp.id = any(${ids}::bigint[]) and ${inAccount(tenant, 'p')} and ${inAccount(tenant, 'c')}
      and ${mayBeLinked}
    returning cp.connector_product_sku, cp.connection_id`.execute(tenant.db);
  await enqueueCheck(tenant, await ordersWaitingForLinks(tenant, rows));
  for (const [connectionId, those] of Map.groupBy(rows, (row) => row.connection_id)) {
    const linked = those.map(({ connector_product_sku }) => connector_product_sku);
    await queueListingsAnew(tenant, connectionId, linked);
    await followLinksThere(tenant, connectionId, linked);
  }
  if (rows.length > 0) notify(tenant, 'issues');
}

/** Of a listing `cp` of a connection `c`, and a product `p`. */
const mayBeLinked = sql`cp.product_id is null and cp.linked_by is null and cp.deleted_at is null and cp.doubt is null
  and cp.units_per_sale = 1 and p.sku = cp.connector_product_sku and not ${upcsDiffer(recognisedUpc('p'), sql`cp.upc`)}
  and c.id = cp.connection_id and c.link_same_skus`;

/** The ids of listings that may be linked, and whose names say no other number of units. */
async function withSameSku(tenant: Tenant, skus: string[] | undefined): Promise<number[]> {
  const { rows } = await sql<Columns<'connector_products', 'id' | 'name'> & { product: Columns<'products', 'name'> }>`
    select cp.id, cp.name, json_build_object('name', p.name) as product from connector_products cp, products p, connections c
    where ${inAccount(tenant, 'cp')} and (${skus ?? null}::text[] is null or cp.connector_product_sku = any(${skus ?? null}))
      and ${inAccount(tenant, 'p')} and ${inAccount(tenant, 'c')} and ${mayBeLinked}`.execute(tenant.db);
  return idsOf(rows.filter((listing) => !packsDiffer(listing.product, listing)));
}
