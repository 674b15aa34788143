import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { refuse } from '../../../../platform/http/refusal.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { type UndoVerb, undoChanges } from '../../../base/changes/undo.ts';
import type { Undone } from '../../../shared/runs/bulk/undo.ts';
import { checkPurchaseOrders } from '../../purchase-flow/checking/check.ts';
import { recordForAll } from '../../purchase-flow/history.ts';
import { receipts, reportUnknown } from '../../purchase-flow/receipts/report-unknown.ts';
import { queueStockOfSkus } from '../../stock-out/queue.ts';
import { goodsIn, lockReceipt, type Receipt } from './receipt.ts';

/** The action of a run in which a person assigned a receipt, or set it aside: it can be undone. */
export const placing = 'place-receipt';

/** Undoes what a person decided about a receipt: it waits again. @throws Refusal 404; 409 where it is booked, or nothing was decided */
export async function takeReceiptBack(tenant: Tenant, receiptId: number): Promise<void> {
  const { rows } = await sql<Columns<'changes', 'group_id'>>`
    select c.group_id from changes c where ${inAccount(tenant, 'c')} and c.noun = ${receipts.name} and c.record_id = ${receiptId}
      and c.packed is null and c.undoes is null
      and not exists (select from changes undo where ${inAccount(tenant, 'undo')} and undo.undoes = c.id)
    order by c.id desc limit 1`.execute(tenant.db);
  const decision = rows[0];
  if (!decision) {
    await lockReceipt(tenant, receiptId);
    throw refuse(409, 'not_decided', 'Nobody has assigned this receipt or set it aside.');
  }
  await undoChanges(tenant, decision.group_id, [undoOf(tenant)]);
}

/** The same from Activity. @throws Refusal 404, 409 */
export async function undoPlacing(tenant: Tenant, group: number): Promise<Undone> {
  await undoChanges(tenant, group, [undoOf(tenant)]);
  return { message: 'The receipt waits for a decision again.', runId: null, total: 1 };
}

/** One receipt is decided about at a time. */
function undoOf(tenant: Tenant): UndoVerb<void> {
  let current: Receipt | undefined;
  const locked = () => {
    if (!current) throw new Error('The receipt is read first.');
    return current;
  };
  return {
    noun: { ...receipts, audited: (_tenant, changes) => changes.map(({ record }) => ({ verb: 'undid', noun: receipts.name, record })) },
    nameOf: (_tenant, changes) => new Map(changes.map(({ record_id }) => [record_id, locked().sku])),
    async read(_tenant, { changes }) {
      const id = changes[0]?.record_id ?? 0;
      await lockOrderOf(tenant, id);
      current = await lockReceipt(tenant, id);
      if (current.processed_at !== null || current.booking_id !== null)
        throw refuse(409, 'processed', 'This receipt is processed. Correct it at the source.');
      return new Map([[id, current]]);
    },
    async write() {
      const { id } = locked();
      await sql`delete from receipt_lines where ${inAccount(tenant)} and receipt_id = ${id}`.execute(tenant.db);
      await sql`update receipts set purchase_order_id = null, waits_for = null, accepted_at = null, accepted_by = null, set_aside_at = null,
        set_aside_by = null, set_aside_reason = null
        where ${inAccount(tenant)} and id = ${id}`.execute(tenant.db);
    },
    async follow() {
      const receipt = locked();
      await reportUnknown(tenant, receipt.connection_id, [receipt]);
      await queueStockOfSkus(tenant, [receipt.sku]);
      const order = receipt.purchase_order_id;
      if (order === null) return;
      await recordForAll(tenant, [order], 'received', { code: 'receipt_taken_off', ...goodsIn(receipt) });
      await checkPurchaseOrders(tenant, [order]);
    },
    changedSince: (_field, by) =>
      `${by ? `${by.who} decided anew about this receipt${by.on}` : 'This receipt has changed since'}, so this cannot be undone.`,
  };
}

/** Before the receipt, as every command locks them. */
async function lockOrderOf(tenant: Tenant, receiptId: number): Promise<void> {
  await sql`
    select from purchase_orders p where ${inAccount(tenant, 'p')}
      and p.id = (select purchase_order_id from receipts where ${inAccount(tenant)} and id = ${receiptId}) for update`.execute(tenant.db);
}
