import { sql } from 'kysely';
import type { WarehouseReceipt } from '../../../../connectors/contract.ts';
import type { Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';

type Known = Columns<
  'receipts',
  'remote_id' | 'asn_id' | 'type' | 'received_at' | 'not_before' | 'sku' | 'lot_number' | 'carrier' | 'freight_number' | 'raw'
>;

/**
 * A piece that is told as a whole, and not as before: what it no longer names, as the units of a lot that was entered later, did not come
 * under that id. Returns these earlier receipts, as of no units. Of a piece that is stored in parts each part is on its `page`.
 */
export async function correctedToNone(
  tenant: Tenant,
  connectionId: number,
  receipts: WarehouseReceipt[],
  page: WarehouseReceipt[],
): Promise<WarehouseReceipt[]> {
  const wholes = [...new Set(receipts.flatMap(({ wholeOf }) => wholeOf ?? []))];
  if (wholes.length === 0) return [];
  const asnIds = [...new Set(receipts.flatMap(({ wholeOf, asnId }) => (wholeOf && asnId ? asnId : [])))];
  const { rows } = await sql<Known>`
    select r.remote_id, r.asn_id, r.type, r.received_at, r.not_before, r.sku, r.lot_number, r.carrier, r.freight_number, r.raw
    from receipts r where ${inAccount(tenant, 'r')} and r.connection_id = ${connectionId} and r.asn_id = any(${asnIds}::text[])
      and (r.purchase_order_id is null or r.purchase_order_id in (select a.purchase_order_id from asns a
        where ${inAccount(tenant, 'a')} and a.connection_id = ${connectionId} and a.remote_id = any(${asnIds}::text[])))
      and r.quantity <> 0 and r.remote_id <> all(${page.map(({ remoteId }) => remoteId)}::text[])
      and exists (select from unnest(${wholes}::text[]) as w (prefix) where starts_with(r.remote_id, w.prefix))
    order by r.id`.execute(tenant.db);
  return rows.map((row) => ({
    ...{ remoteId: row.remote_id, asnId: row.asn_id, type: row.type, receivedAt: row.received_at, sku: row.sku, quantity: 0 },
    ...{ lot: row.lot_number, carrier: row.carrier, freightNumber: row.freight_number, raw: row.raw },
    ...(row.not_before && { notBefore: row.not_before }),
  }));
}
