import { sql } from 'kysely';
import { writeAudit } from '../../../../platform/audit.ts';
import type { Columns } from '../../../../platform/columns.ts';
import { refuse } from '../../../../platform/http/refusal.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { closeIssues } from '../../../shared/issues/commands.ts';
import { subjectOfReceipt } from '../../../shared/issues/types/purchase-orders/unknown-receipt.ts';
import type { Undone } from '../../../shared/runs/bulk/undo.ts';
import { recordAction } from '../../../shared/runs/commands.ts';
import { checkPurchaseOrders } from '../../purchase-flow/checking/check.ts';
import { bringBackDeleted, waitReasonSql } from '../../purchase-flow/counting/adopt.ts';
import { recordForAll } from '../../purchase-flow/history.ts';
import { lockOne } from '../../purchase-flow/lock.ts';
import { reportUnknown } from '../../purchase-flow/receipts/report-unknown.ts';
import { placing } from './placing.ts';

type Receipt = Columns<
  'receipts',
  'id' | 'connection_id' | 'purchase_order_id' | 'sku' | 'quantity' | 'asn_id' | 'set_aside_at' | 'processed_at' | 'booking_id'
>;

/** Gives a receipt that belongs to no purchase order to one, where it counts like any other. Returns the order's number. @throws Refusal 404, 409 */
export async function assignReceipt(tenant: Tenant, receiptId: number, purchaseOrderId: number): Promise<string> {
  const { po_number: name } = await lockOne(tenant, purchaseOrderId);
  const receipt = await lockUnknown(tenant, receiptId);
  await sql`
    update receipts r set purchase_order_id = p.id, waits_for = ${waitReasonSql}
    from purchase_orders p where r.account_id = ${tenant.accountId} and r.id = ${receiptId} and p.account_id = r.account_id and p.id = ${purchaseOrderId}`.execute(
    tenant.db,
  );
  await bringBackDeleted(tenant, [purchaseOrderId]);
  await recordForAll(tenant, [purchaseOrderId], 'received', `${goodsOf(receipt)} were assigned to it.`);
  await place(tenant, receipt, `assigned to ${name}`, { purchase_order: name });
  await checkPurchaseOrders(tenant, [purchaseOrderId]);
  return name;
}

/** Nothing is done about it here, for the reason that a person gives. @throws Refusal 404, 409 */
export async function setReceiptAside(tenant: Tenant, receiptId: number, reason: string): Promise<void> {
  const receipt = await lockUnknown(tenant, receiptId);
  await sql`update receipts set set_aside_at = now(), set_aside_by = ${tenant.userId}, set_aside_reason = ${reason}
    where account_id = ${tenant.accountId} and id = ${receiptId}`.execute(tenant.db);
  await place(tenant, receipt, 'set aside', { reason });
}

/** Undoes either: a person is asked again. @throws Refusal 404; 409 where it is booked, or nothing was decided */
export async function takeReceiptBack(tenant: Tenant, receiptId: number): Promise<void> {
  const order = await lockOrderOf(tenant, receiptId);
  const receipt = await lockReceipt(tenant, receiptId);
  if (receipt.processed_at !== null || receipt.booking_id !== null)
    throw refuse(409, 'processed', 'This receipt is processed. Correct it at the source.');
  if (receipt.set_aside_at === null && !(await isAssigned(tenant, receiptId)))
    throw refuse(409, 'not_decided', 'Nobody has assigned this receipt or set it aside.');
  await sql`delete from receipt_lines where account_id = ${tenant.accountId} and receipt_id = ${receiptId}`.execute(tenant.db);
  await sql`update receipts set purchase_order_id = null, waits_for = null, accepted_at = null, accepted_by = null, set_aside_at = null, set_aside_by = null, set_aside_reason = null
    where account_id = ${tenant.accountId} and id = ${receiptId}`.execute(tenant.db);
  await sql`update runs set undone_at = now() where account_id = ${tenant.accountId} and action = ${placing} and undone_at is null and id in (
    select run_id from run_outcomes where account_id = ${tenant.accountId} and record_type = 'receipt' and record_id = ${receiptId})`.execute(
    tenant.db,
  );
  await reportUnknown(tenant, receipt.connection_id, [receipt]);
  await writeAudit(tenant, { verb: 'undid', noun: 'receipt', record: { id: receiptId, name: goodsOf(receipt) } });
  if (order === null) return;
  await recordForAll(tenant, [order], 'received', `${goodsOf(receipt)} were taken off it again.`);
  await checkPurchaseOrders(tenant, [order]);
}

const goodsOf = ({ quantity, sku, asn_id }: Receipt) => `${quantity} of ${sku} of announcement ${asn_id}`;

async function place(tenant: Tenant, receipt: Receipt, what: string, to: Record<string, string>): Promise<void> {
  const { id, connection_id: connectionId } = receipt;
  await closeIssues(tenant, { connectionId, types: ['unknown_receipt'], subjects: [subjectOfReceipt(id)] });
  await writeAudit(tenant, {
    verb: 'decided about',
    noun: 'receipt',
    record: { id, name: goodsOf(receipt) },
    to: { decision: what, ...to },
  });
  await recordAction(tenant, {
    ...{ subject: `${goodsOf(receipt)}: ${what}`, entity: 'purchase_orders', action: placing, undoable: true },
    record: { type: 'receipt', id, label: goodsOf(receipt) },
  });
}

async function lockUnknown(tenant: Tenant, receiptId: number): Promise<Receipt> {
  const receipt = await lockReceipt(tenant, receiptId);
  if (receipt.purchase_order_id !== null || receipt.set_aside_at !== null)
    throw refuse(409, 'decided', 'Somebody else has decided about this receipt meanwhile.');
  return receipt;
}

async function lockReceipt(tenant: Tenant, receiptId: number): Promise<Receipt> {
  const { rows } = await sql<Receipt>`
    select id, connection_id, purchase_order_id, sku, quantity, asn_id, set_aside_at, processed_at, booking_id
    from receipts where account_id = ${tenant.accountId} and id = ${receiptId} for update`.execute(tenant.db);
  const [receipt] = rows;
  if (!receipt) throw refuse(404, 'not_found', 'This receipt does not exist.');
  return receipt;
}

/** Before the receipt, as every command locks them. */
async function lockOrderOf(tenant: Tenant, receiptId: number): Promise<number | null> {
  const { rows } = await sql<Columns<'purchase_orders', 'id'>>`
    select p.id from purchase_orders p where p.account_id = ${tenant.accountId}
      and p.id = (select purchase_order_id from receipts where account_id = ${tenant.accountId} and id = ${receiptId}) for update`.execute(
    tenant.db,
  );
  return rows[0]?.id ?? null;
}

/** Its purchase order was never announced as what it came for: a person assigned it. */
async function isAssigned(tenant: Tenant, receiptId: number): Promise<boolean> {
  const { rows } = await sql`
    select from receipts r where r.account_id = ${tenant.accountId} and r.id = ${receiptId} and r.purchase_order_id is not null
      and not exists (select from asns a where a.account_id = r.account_id and a.purchase_order_id = r.purchase_order_id and a.remote_id = r.asn_id)`.execute(
    tenant.db,
  );
  return rows.length > 0;
}

/** A receipt that was assigned or set aside waits for a person again. @throws Refusal 404, 409 */
export async function undoPlacing(tenant: Tenant, runId: number): Promise<Undone> {
  const placed = await tenant.db
    .selectFrom('run_outcomes')
    .select('record_id')
    .where('account_id', '=', tenant.accountId)
    .where('run_id', '=', runId)
    .executeTakeFirst();
  await takeReceiptBack(tenant, placed?.record_id ?? 0);
  return { message: 'The receipt waits for a decision again.', runId: null, total: 1 };
}
