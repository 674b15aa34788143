import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import type { UnknownReceipt } from '../../purchase-flow/contract/unknown-receipts.ts';
import { statusLabel } from '../../purchase-flow/purchase-order.ts';

const mostCandidates = 20;
type Candidate = UnknownReceipt['candidates'][number];

/** A receipt that belongs to no purchase order and is not set aside; undefined where there is none. */
export async function getUnknownReceipt(tenant: Tenant, receiptId: number): Promise<UnknownReceipt | undefined> {
  const { rows } = await sql<Columns<'receipts', 'id' | 'sku' | 'quantity' | 'lot_number' | 'expires_on' | 'asn_id' | 'received_at'>>`
    select id, sku, quantity, lot_number, expires_on, asn_id, received_at from receipts
    where ${inAccount(tenant)} and id = ${receiptId} and purchase_order_id is null and set_aside_at is null`.execute(tenant.db);
  const [receipt] = rows;
  return receipt && { ...receipt, candidates: await candidatesFor(tenant, receipt.sku) };
}

async function candidatesFor(tenant: Tenant, sku: string): Promise<Candidate[]> {
  const { rows } = await sql<Omit<Candidate, 'status_label'>>`
    select p.id, p.po_number, p.source_number, p.status, coalesce(c.slug, 'manual') as source, coalesce(c.name, 'Made here') as source_name,
      p.vendor_name,
      p.warehouse_reference_number, p.ordered_at, p.expected_at
    from purchase_orders p left join connections c on ${inAccount(tenant, 'c')} and c.id = p.connection_id
    where ${inAccount(tenant, 'p')} and p.deleted_at is null and p.archived_at is null and p.status in ('pending', 'hold', 'received')
      and p.id = any(array(select l.purchase_order_id from purchase_order_lines l where ${inAccount(tenant, 'l')}
        and l.mapped_sku collate "C" = ${sku}
        order by l.mapped_sku collate "C" desc, l.purchase_order_id desc limit 1000))
    order by p.expected_at nulls last, p.id limit ${mostCandidates}`.execute(tenant.db);
  return rows.map((row) => ({ ...row, status_label: { label: row.status, humanReadable: statusLabel[row.status] } }));
}
