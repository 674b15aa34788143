import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { refuse } from '../../../../platform/http/refusal.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import type { ChangeNoun } from '../../../base/changes/noun.ts';
import { type StoredChange, type UndoVerb, undoChanges } from '../../../base/changes/undo.ts';
import type { Undone } from '../../../shared/runs/bulk/undo.ts';
import { queueStockOfSkus } from '../../stock-out/queue.ts';
import { requestWithdrawal } from '../asn/withdraw.ts';
import { checkPurchaseOrders } from '../checking/check.ts';
import { recordForAll } from '../history.ts';
import { type LockedPurchaseOrder, lockOne, recordOf } from '../lock.ts';

/** The action of a run in which a person accepted a receipt that waited: it can be undone. */
export const acceptingReceipt = 'accept-receipt';

/** A receipt that waited for a person, and what its acceptance changed of its order. */
export const acceptedReceipt: ChangeNoun = { name: 'accepted receipt' };

/** Undoes that from where it was done, or from Activity. @throws Refusal 404; 409 where it is processed, or others came since */
export async function undoAcceptedReceipt(tenant: Tenant, group: number): Promise<Undone> {
  await undoChanges(tenant, group, [undoOf(tenant)]);
  return { message: 'The receipt waits for a decision again.', runId: null, total: 1 };
}

/** What accepting a receipt changes, of it and of its order. */
export type Acceptance = Columns<'receipts', 'waits_for' | 'accepted_at' | 'accepted_by'> &
  Columns<'purchase_orders', 'on_hold' | 'cancelled_at' | 'closed_at' | 'close_reason' | 'archived_at'>;

/** That as it is now; undefined where the receipt is of no order. Call it with the order locked. */
export async function acceptanceOf(tenant: Tenant, receiptId: number): Promise<Acceptance | undefined> {
  const { rows } = await sql<Acceptance>`
    select r.waits_for, r.accepted_at, r.accepted_by, p.on_hold, p.cancelled_at, p.closed_at, p.close_reason,
      p.archived_at
    from receipts r join purchase_orders p on ${inAccount(tenant, 'p')} and p.id = r.purchase_order_id
    where ${inAccount(tenant, 'r')} and r.id = ${receiptId}`.execute(tenant.db);
  return rows[0];
}

type Receipt = Columns<'receipts', 'id' | 'sku' | 'quantity' | 'purchase_order_id' | 'processed_at' | 'booking_id'>;

const tooLate = 'This receipt is being processed, or is by now, so it stays accepted. Correct it at the source.';
const othersCame = 'Other receipts of this order came or were accepted since, so it goes on, and this one stays accepted.';

/** One receipt is decided about at a time. */
function undoOf(tenant: Tenant): UndoVerb<void> {
  let current: { order: LockedPurchaseOrder; receipt: Receipt; is: Acceptance } | undefined;
  let isHeldAgain = false;
  const locked = () => {
    if (!current) throw new Error('The receipt is read first.');
    return current;
  };
  const goods = () => `${locked().receipt.quantity} of ${locked().receipt.sku}`;
  const audited: ChangeNoun['audited'] = () => [
    { verb: 'undid', noun: 'purchase order', record: recordOf(locked().order), to: { receipt: goods(), decision: 'receipt_accepted' } },
  ];
  return {
    noun: { ...acceptedReceipt, audited },
    nameOf: (_tenant, changes) => new Map(changes.map(({ record_id }) => [record_id, goods()])),
    async read(_tenant, { changes: [change] }) {
      const id = change?.record_id ?? 0;
      current = await lockAccepted(tenant, id);
      if (!change || !current) return new Map();
      const { receipt, is } = current;
      if (receipt.processed_at !== null || receipt.booking_id !== null) throw refuse(409, 'processed', tooLate);
      if (endsOrder(change) && (await othersSince(tenant, receipt, change.at))) throw refuse(409, 'changed_since', othersCame);
      return new Map([[id, is]]);
    },
    async write(_tenant, { changes: [change] }) {
      const { receipt, is } = locked();
      const was = { ...is, ...change?.was };
      await putBack(tenant, receipt, was);
      isHeldAgain = was.on_hold && !is.on_hold;
    },
    async follow() {
      const { order, receipt } = locked();
      await queueStockOfSkus(tenant, [receipt.sku]);
      await recordForAll(tenant, [order.id], 'accepted', { code: 'receipt_waits_again', units: receipt.quantity, sku: receipt.sku });
      if (isHeldAgain) await withdrawAgain(tenant, order.id);
      await checkPurchaseOrders(tenant, [order.id]);
    },
    changedSince: (_field, by) =>
      `${by ? `${by.who} decided anew about this receipt${by.on}` : 'This receipt or its order has changed since'}, so this cannot be undone.`,
  };
}

/** When the order went on, it was expected again. */
async function withdrawAgain(tenant: Tenant, orderId: number): Promise<void> {
  const { requested } = await requestWithdrawal(tenant, [orderId]);
  await recordForAll(tenant, requested, 'cancel_requested', { code: 'withdrawal_requested' });
}

/** Locks the order before the receipt, as every command does. Undefined where the receipt is of no order by now. */
async function lockAccepted(tenant: Tenant, id: number) {
  const found = await sql<Pick<Receipt, 'purchase_order_id'>>`
    select purchase_order_id from receipts where ${inAccount(tenant)} and id = ${id}`.execute(tenant.db);
  const orderId = found.rows[0]?.purchase_order_id ?? null;
  if (orderId === null) return undefined;
  const order = await lockOne(tenant, orderId);
  const { rows } = await sql<Receipt>`
    select id, sku, quantity, purchase_order_id, processed_at, booking_id from receipts
    where ${inAccount(tenant)} and id = ${id} and purchase_order_id = ${orderId} for update`.execute(tenant.db);
  const [receipt] = rows;
  const is = await acceptanceOf(tenant, id);
  return receipt && is ? { order, receipt, is } : undefined;
}

/** The order was held, cancelled or closed out before, and is again. */
const endsOrder = ({ is }: StoredChange) => ['on_hold', 'cancelled_at', 'closed_at'].some((field) => is && field in is);

/** What came, or was decided about, while the order was open: in one that is held or has ended again nobody could process it. */
async function othersSince(tenant: Tenant, { id, purchase_order_id }: Receipt, at: Date): Promise<boolean> {
  const { rows } = await sql<Columns<'receipts', 'id'>>`
    select id from receipts where ${inAccount(tenant)} and purchase_order_id = ${purchase_order_id} and id <> ${id}
      and (waits_for is null or waits_for in ('changed', 'unknown_sku')) and (processed_at is null or processed_at >= ${at})
    limit 1`.execute(tenant.db);
  return rows.length > 0;
}

async function putBack(tenant: Tenant, { id, purchase_order_id }: Receipt, was: Acceptance): Promise<void> {
  // The line that a person named; the others it counts to as soon as it is accepted again.
  if (was.waits_for === 'unknown_sku')
    await sql`delete from receipt_lines where ${inAccount(tenant)} and receipt_id = ${id}`.execute(tenant.db);
  await sql`update receipts set waits_for = ${was.waits_for}, accepted_at = ${was.accepted_at}, accepted_by = ${was.accepted_by}
    where ${inAccount(tenant)} and id = ${id}`.execute(tenant.db);
  await sql`update purchase_orders set on_hold = ${was.on_hold}, cancelled_at = ${was.cancelled_at}, closed_at = ${was.closed_at},
    close_reason = ${was.close_reason}, archived_at = ${was.archived_at} where ${inAccount(tenant)} and id = ${purchase_order_id}`.execute(
    tenant.db,
  );
}
