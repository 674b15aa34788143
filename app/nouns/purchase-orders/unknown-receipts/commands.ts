import { sql } from 'kysely';
import { refuse } from '../../../../platform/http/refusal.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { recordChange } from '../../../base/changes/record.ts';
import { closeIssues } from '../../../shared/issues/commands.ts';
import { subjectOfReceipt } from '../../../shared/issues/types/purchase-orders.ts';
import { recordAction } from '../../../shared/runs/commands.ts';
import type { RunSubject } from '../../../shared/runs/words/subjects.ts';
import { checkPurchaseOrders } from '../../purchase-flow/checking/check.ts';
import { bringBackDeleted, waitReasonSql } from '../../purchase-flow/counting/adopt.ts';
import { recordForAll } from '../../purchase-flow/history.ts';
import { lockOne } from '../../purchase-flow/lock.ts';
import { receipts } from '../../purchase-flow/receipts/report-unknown.ts';
import { queueStockOfSkus } from '../../stock-out/queue.ts';
import { goodsIn, lockReceipt, type Receipt } from './receipt.ts';
import { placing } from './take-back.ts';

/** Gives a receipt that is of no purchase order to one, where it counts like any other. Returns its number. @throws Refusal 404, 409 */
export async function assignReceipt(tenant: Tenant, receiptId: number, purchaseOrderId: number): Promise<string> {
  const { po_number: name } = await lockOne(tenant, purchaseOrderId);
  const receipt = await lockUnknown(tenant, receiptId);
  await sql`
    update receipts r set purchase_order_id = p.id, waits_for = ${waitReasonSql}
    from purchase_orders p where ${inAccount(tenant, 'r')} and r.id = ${receiptId} and ${inAccount(tenant, 'p')}
      and p.id = ${purchaseOrderId}`.execute(tenant.db);
  await bringBackDeleted(tenant, [purchaseOrderId]);
  await recordForAll(tenant, [purchaseOrderId], 'received', { code: 'receipt_assigned', ...goodsIn(receipt) });
  const subject = { code: 'assigned_receipt', order: name, ...goodsIn(receipt) } as const;
  await place(tenant, receipt, subject, { purchase_order_id: purchaseOrderId }, { decision: 'assigned', purchase_order: name });
  await checkPurchaseOrders(tenant, [purchaseOrderId]);
  return name;
}

/** Nothing is done about it here, for the reason that a person gives. @throws Refusal 404, 409 */
export async function setReceiptAside(tenant: Tenant, receiptId: number, reason: string): Promise<void> {
  const receipt = await lockUnknown(tenant, receiptId);
  await sql`update receipts set set_aside_at = now(), set_aside_by = ${tenant.userId}, set_aside_reason = ${reason}
    where ${inAccount(tenant)} and id = ${receiptId}`.execute(tenant.db);
  const subject = { code: 'receipt_set_aside', ...goodsIn(receipt) } as const;
  await place(tenant, receipt, subject, { set_aside_reason: reason }, { decision: 'set_aside', reason });
}

type Placed = { purchase_order_id: number } | { set_aside_reason: string };

async function place(tenant: Tenant, receipt: Receipt, subject: RunSubject, is: Placed, to: Record<string, string>): Promise<void> {
  const { id, connection_id: connectionId, sku, quantity, asn_id: announcement } = receipt;
  const record = { id, name: sku };
  await queueStockOfSkus(tenant, [sku]);
  await closeIssues(tenant, { connectionId, types: ['unknown_receipt'], subjects: [subjectOfReceipt(id)] });
  const audited = () => [{ verb: 'decided about' as const, noun: receipts.name, record, to: { quantity, announcement, ...to } }];
  const changeGroup = await recordChange(tenant, { ...receipts, audited }, { record, was: {}, is });
  await recordAction(tenant, {
    ...{ subject, entity: 'purchase_orders', action: placing, undoable: true, changeGroup },
    record: { type: 'receipt', id, label: sku },
  });
}

async function lockUnknown(tenant: Tenant, receiptId: number): Promise<Receipt> {
  const receipt = await lockReceipt(tenant, receiptId);
  if (receipt.purchase_order_id !== null || receipt.set_aside_at !== null)
    throw refuse(409, 'decided', 'Somebody else has decided about this receipt.');
  return receipt;
}
