import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { notify } from '../../../../platform/events.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { recognisedUpc, upcsDiffer } from '../../catalogue/values/upcs.ts';
import { followLinksThere } from '../../mappings/saves/sent.ts';
import { enqueueCheck } from '../../order-flow/recheck.ts';
import { queueListingsAnew } from '../../stock-out/queue.ts';
import { ordersWaitingForLinks } from './waiting.ts';

/**
 * Links SKUs that are equal on both sides, of these or of all; not where their UPCs differ, a link ended by itself, or the channel no
 * longer lists them. A check and the
 * storing of a product that run at the same time do not see each other, so the sweep calls this for all SKUs.
 */
export async function linkSameSkus(tenant: Tenant, skus?: string[]): Promise<void> {
  const { rows } = await sql<Columns<'connector_products', 'connection_id' | 'connector_product_sku'>>`
    update connector_products cp set product_id = p.id, linked_at = now()
    from products p, connections c
    where ${inAccount(tenant, 'cp')} and cp.product_id is null and cp.linked_by is null and cp.deleted_at is null
      and (${skus ?? null}::text[] is null or cp.connector_product_sku = any(${skus ?? null}))
      and cp.doubt is null and ${inAccount(tenant, 'p')} and p.sku = cp.connector_product_sku
        and not ${upcsDiffer(recognisedUpc('p'), sql`cp.upc`)}
      and ${inAccount(tenant, 'c')} and c.id = cp.connection_id and c.link_same_skus
    returning cp.connector_product_sku, cp.connection_id`.execute(tenant.db);
  await enqueueCheck(tenant, await ordersWaitingForLinks(tenant, rows));
  for (const [connectionId, those] of Map.groupBy(rows, (row) => row.connection_id)) {
    const linked = those.map(({ connector_product_sku }) => connector_product_sku);
    await queueListingsAnew(tenant, connectionId, linked);
    await followLinksThere(tenant, connectionId, linked);
  }
  if (rows.length > 0) notify(tenant, 'issues');
}
