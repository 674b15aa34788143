import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { closeIssues } from '../../../shared/issues/commands.ts';
import { subjectOfReceipt } from '../../../shared/issues/types/purchase-orders.ts';

/**
 * Gives these purchase orders the receipts that came before we knew of their announcement. The check does it, because a receipt may be
 * stored at the moment in which the announcement becomes known, and neither sees the other. What a person had set aside, as of no order, is
 * of one after all.
 */
export async function adoptReceipts(tenant: Tenant, ids: number[]): Promise<void> {
  const { rows } = await sql<Columns<'receipts', 'id' | 'connection_id'>>`
    update receipts r set purchase_order_id = p.id, waits_for = ${waitReasonSql}, set_aside_at = null, set_aside_by = null,
      set_aside_reason = null
    from asns a join purchase_orders p on ${inAccount(tenant, 'p')} and p.id = a.purchase_order_id
    where ${inAccount(tenant, 'a')} and a.purchase_order_id = any(${ids}::bigint[]) and a.remote_id is not null
      and ${inAccount(tenant, 'r')} and r.connection_id = a.connection_id and r.asn_id = a.remote_id and r.purchase_order_id is null
    returning r.id, r.connection_id`.execute(tenant.db);
  if (rows.length === 0) return;
  await bringBackDeleted(tenant, ids);
  for (const { id, connection_id } of rows)
    await closeIssues(tenant, { connectionId: connection_id, types: ['unknown_receipt'], subjects: [subjectOfReceipt(id)] });
}

/** Why a receipt for a purchase order `p` waits for a person; null where it counts. */
export const waitReasonSql = sql`case when p.deleted_at is not null then 'deleted' when p.cancelled_at is not null then 'cancelled'
  when p.closed_at is not null then 'closed_out' when p.on_hold then 'held' end`;

/** Goods came for them: a tombstone would hide these. */
export async function bringBackDeleted(tenant: Tenant, ids: number[]): Promise<void> {
  await sql`update purchase_orders p set deleted_at = null where ${inAccount(tenant, 'p')}
    and p.id = any(${ids}::bigint[]) and p.deleted_at is not null
    and exists (select from receipts r where ${inAccount(tenant, 'r')} and r.purchase_order_id = p.id)`.execute(tenant.db);
}
