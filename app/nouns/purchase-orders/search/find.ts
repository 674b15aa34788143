import { sql } from 'kysely';
import { inAccount } from '../../../../platform/in-account.ts';
import { readPrepared } from '../../../../platform/prepared.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { foundAmong, type SearchNoun, type Waiting } from '../../../shared/noun/search.ts';
import type { FoundPurchaseOrder } from '../../purchase-flow/contract/purchase-orders.ts';
import { statusLabel } from '../../purchase-flow/purchase-order.ts';
import { foundPurchaseOrders } from '../../purchase-flow/words/matching.ts';
import { listedPurchaseOrders, type UntaggedRow } from '../list/queries.ts';

export const purchaseOrderSearch: SearchNoun<FoundPurchaseOrder> = {
  find: async (tenant, words, most) => foundAmong(await searchPurchaseOrders(tenant, words, most + 1), most),
  waiting: async (tenant, ids) => (await listedPurchaseOrders(tenant, ids)).flatMap(waitingOf),
};

const waitingOf = ({ id, issue, connection_id, source, open_issues }: UntaggedRow): Waiting[] =>
  issue ? [{ id, issue: { ...issue, connection_id, slug: source, purchase_order_id: id }, others: open_issues - 1 }] : [];

/**
 * The purchase orders that a search finds by number, vendor, SKU, lot or announcement, archived ones included: those with exactly
 * this number first, then the newest.
 */
async function searchPurchaseOrders(tenant: Tenant, query: string, most: number): Promise<(FoundPurchaseOrder & { is_equal: boolean })[]> {
  const rows = await readPrepared(
    tenant,
    sql<Omit<FoundPurchaseOrder, 'status_label'> & { is_equal: boolean }>`
    with found as materialized (${foundPurchaseOrders(tenant, query, most)})
    select p.id, p.po_number, p.source_number, p.status, coalesce(c.slug, 'manual') as source, coalesce(c.name, 'Made here') as source_name,
      p.vendor_name,
      p.warehouse_reference_number, p.ordered_at, p.expected_at, typed.is_equal
    from purchase_orders p left join connections c on ${inAccount(tenant, 'c')} and c.id = p.connection_id
    cross join lateral (select coalesce(lower(${query.trim()}::text) in (lower(p.po_number), lower(p.source_number),
      lower(p.warehouse_reference_number)), false) as is_equal) as typed
    where ${inAccount(tenant, 'p')} and p.id = any(array(select unnest(ids) from found)) and p.deleted_at is null
    order by typed.is_equal desc, p.ordered_at desc, p.id desc limit ${sql.lit(most)}`,
  );
  return rows.map((row) => ({ ...row, status_label: { label: row.status, humanReadable: statusLabel[row.status] } }));
}
