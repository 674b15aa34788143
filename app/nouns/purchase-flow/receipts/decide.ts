import { sql } from 'kysely';
import { writeAudit } from '../../../../platform/audit.ts';
import type { Column, Columns } from '../../../../platform/columns.ts';
import { existing, refuse } from '../../../../platform/http/refusal.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { recordChange } from '../../../base/changes/record.ts';
import { closeIssues } from '../../../shared/issues/commands.ts';
import { recordAction } from '../../../shared/runs/commands.ts';
import { unitsOver } from '../../catalogue/items/purchased-units.ts';
import { queueStockOfSkus } from '../../stock-out/queue.ts';
import { checkPurchaseOrders } from '../checking/check.ts';
import type { GoodsSeen } from '../contract/purchase-orders.ts';
import { countAnew, insertReceiptLines } from '../counting/count-to-lines.ts';
import { recordForAll } from '../history.ts';
import { type LockedPurchaseOrder, lockAlsoDeleted, lockOne } from '../lock.ts';
import { moveReceipt, orderNamed } from './move.ts';
import { acceptedUnits, acceptingUnits } from './take-back-accepted.ts';
import { type Acceptance, acceptanceOf, acceptedReceipt, acceptingReceipt } from './take-back-receipt.ts';

type Receipt = Columns<'receipts', 'id' | 'sku' | 'quantity' | 'waits_for' | 'processed_at' | 'booking_id'>;

/**
 * A person accepts a receipt that waits for one: it counts, and an order that was held, cancelled or closed out goes on. One whose SKU
 * is on no line counts to the line that they name; without one it is kept here and is not booked to the source. One that the warehouse
 * corrected after it was booked counts as it is now, for the order that it is of now: its correction at the source is theirs. Returns the
 * run by which it is undone; null where it is processed with that, which is final.
 * @throws Refusal 404, 409
 */
export async function acceptReceipt(
  tenant: Tenant,
  id: number,
  receiptId: number,
  lineId: number | null,
  seen?: GoodsSeen,
): Promise<number | null> {
  const named = await orderNamed(tenant, receiptId);
  if (named !== null) await lockAlsoDeleted(tenant, [id, named]);
  const order = await lockOne(tenant, id);
  const receipt = await receiptOf(tenant, id, receiptId);
  if ((await orderNamed(tenant, receiptId)) !== named) throw otherSince('The warehouse has corrected this receipt.');
  requireSeen(receipt, seen, 'accepted');
  if (receipt.waits_for === null) throw refuse(409, 'not_waiting', 'This receipt does not wait for a decision.');
  if (receipt.waits_for === 'changed' && receipt.processed_at === null)
    throw refuse(409, 'under_way', 'This receipt is being processed at this moment.');
  const was = await acceptanceOf(tenant, receiptId);
  if (lineId !== null) await countTo(tenant, id, receipt, lineId);
  if (receipt.waits_for === 'changed' && named === null) await countAnew(tenant, id, receiptId);
  const keptHere = receipt.waits_for === 'changed' || (receipt.waits_for === 'unknown_sku' && lineId === null);
  await sql`update receipts set waits_for = null, accepted_at = now(), accepted_by = ${tenant.userId},
      processed_at = (select case when ${keptHere} then coalesce(processed_at, now()) else processed_at end)
    where ${inAccount(tenant)} and id = ${receiptId}`.execute(tenant.db);
  await sql`update purchase_orders set on_hold = false, cancelled_at = null, closed_at = null, close_reason = null,
      archived_at = null
    where ${inAccount(tenant)} and id = ${id} and ${receipt.waits_for} in ('held', 'cancelled', 'closed_out')`.execute(tenant.db);
  if (named !== null) await moveReceipt(tenant, receiptId, id, named);
  await queueStockOfSkus(tenant, [receipt.sku]);
  await record(tenant, order, receipt, lineId === null ? 'receipt_accepted' : 'receipt_accepted_for_line');
  return keptHere || !was ? null : recordAcceptance(tenant, order, receipt, was);
}

/** With what is needed to undo it, once the check has said what is of it. */
async function recordAcceptance(tenant: Tenant, order: LockedPurchaseOrder, { id, sku, quantity }: Receipt, was: Acceptance) {
  const change = { record: { id, name: sku }, was, is: (await acceptanceOf(tenant, id)) ?? null };
  const changeGroup = await recordChange(tenant, acceptedReceipt, change, { isAudited: false });
  return recordRun(tenant, order, { sku, quantity }, { action: acceptingReceipt, changeGroup });
}

/** The press was about other goods than there are now. */
const otherSince = (sentence: string, done: 'accepted' | 'marked' = 'accepted') =>
  refuse(409, 'changed_since', `${sentence} Nothing was ${done}.`);

/** @throws Refusal 409 where the warehouse has corrected the receipt since a person saw it */
function requireSeen({ sku, quantity }: Receipt, seen: GoodsSeen | undefined, done: 'accepted' | 'marked'): void {
  if (seen && (seen.sku !== sku || seen.quantity !== quantity))
    throw otherSince(`The warehouse has corrected this receipt: it is ${quantity} of ${sku} now.`, done);
}

type Accepted = Columns<'purchase_order_lines', 'sku'> & Record<'quantity' | 'before', Column<'purchase_order_lines', 'over_accepted'>>;

/**
 * A person accepts that more came of a line than was ordered. `seen`: how many they were shown, where that is known. Returns the run by
 * which it is undone. @throws Refusal 404, 409
 */
export async function acceptOver(tenant: Tenant, id: number, lineId: number, seen?: number): Promise<number> {
  const order = await lockOne(tenant, id);
  const { rows } = await sql<Accepted>`
    update purchase_order_lines l set over_accepted = ${unitsOver('l')}
    where ${inAccount(tenant, 'l')} and l.purchase_order_id = ${id} and l.id = ${lineId} and ${unitsOver('l')} > l.over_accepted
    returning l.sku, l.over_accepted as quantity, old.over_accepted as before`.execute(tenant.db);
  const [line] = rows;
  if (!line) throw refuse(409, 'not_over', 'Nothing came of this line beyond what was ordered or accepted.');
  if (seen !== undefined && seen !== line.quantity) throw otherSince(`${line.quantity} of ${line.sku} are over by now.`);
  return recordAccepted(tenant, order, lineId, line, 'over_accepted');
}

/**
 * A person accepts that the source is not told of units that are no whole pack. `seen`: how many they were shown. Returns the run by
 * which it is undone. @throws Refusal 404, 409
 */
export async function acceptLoose(tenant: Tenant, id: number, lineId: number, seen: number): Promise<number> {
  const order = await lockOne(tenant, id);
  const { rows } = await sql<Accepted>`
    update purchase_order_lines set loose_accepted = quantity_received % units_per_sale
    where ${inAccount(tenant)} and purchase_order_id = ${id} and id = ${lineId} and quantity_received % units_per_sale > 0
    returning coalesce(mapped_sku, sku) as sku, loose_accepted as quantity, old.loose_accepted as before`.execute(tenant.db);
  const [line] = rows;
  if (!line) throw refuse(409, 'nothing_to_decide', 'All that came of this line are whole packs.');
  if (seen !== line.quantity) throw otherSince(`${line.quantity} of ${line.sku} are no whole pack by now.`);
  return recordAccepted(tenant, order, lineId, line, 'loose_accepted');
}

/** With what is needed to undo it. */
async function recordAccepted(
  tenant: Tenant,
  order: LockedPurchaseOrder,
  lineId: number,
  { sku, quantity, before }: Accepted,
  column: 'over_accepted' | 'loose_accepted',
): Promise<number> {
  const change = { record: { id: lineId, name: sku }, was: { [column]: before }, is: { [column]: quantity } };
  const changeGroup = await recordChange(tenant, acceptedUnits, change, { isAudited: false });
  await record(tenant, order, { sku, quantity }, column);
  return recordRun(tenant, order, { sku, quantity }, { action: acceptingUnits, changeGroup });
}

type Goods = Pick<Receipt, 'sku' | 'quantity'>;

const recordRun = (
  tenant: Tenant,
  { id, po_number: label }: LockedPurchaseOrder,
  { sku, quantity }: Goods,
  how: { action: string; changeGroup: number | null },
): Promise<number> =>
  recordAction(tenant, {
    ...{ subject: { code: 'accepted', order: label, quantity, sku }, entity: 'purchase_orders', undoable: true, ...how },
    record: { type: 'purchase_order', id, label },
  });

/** A person booked it at the source by hand, as the page showed it, or it is not to be booked. @throws Refusal 404, 409 */
export async function markProcessed(tenant: Tenant, id: number, receiptId: number, seen?: GoodsSeen): Promise<void> {
  const order = await lockOne(tenant, id);
  const receipt = await receiptOf(tenant, id, receiptId);
  if (receipt.processed_at !== null) throw refuse(409, 'processed', 'This receipt is processed already.');
  if (receipt.booking_id !== null) throw refuse(409, 'under_way', 'This receipt is being processed at this moment.');
  if (receipt.waits_for !== null) throw refuse(409, 'waiting', 'Accept this receipt first.');
  requireSeen(receipt, seen, 'marked');
  await sql`update receipts set processed_at = now(), accepted_by = ${tenant.userId}, accepted_at = (select coalesce(accepted_at, now()))
    where ${inAccount(tenant)} and id = ${receiptId}`.execute(tenant.db);
  await queueStockOfSkus(tenant, [receipt.sku]);
  await closeRefusal(tenant, id);
  await record(tenant, order, receipt, 'receipt_marked');
}

/** That the source refused to book is a matter for a person until all receipts are processed: each may have to be marked. */
async function closeRefusal(tenant: Tenant, id: number): Promise<void> {
  const { rows } = await sql`
    select from receipts where ${inAccount(tenant)} and purchase_order_id = ${id} and processed_at is null limit 1`.execute(tenant.db);
  if (rows.length === 0) await closeIssues(tenant, { purchaseOrderIds: [id], types: ['rejected_by_source'] });
}

type Decision = 'receipt_accepted' | 'receipt_accepted_for_line' | 'over_accepted' | 'loose_accepted' | 'receipt_marked';

async function record(
  tenant: Tenant,
  { id, po_number: name }: { id: number; po_number: string },
  { sku, quantity }: Goods,
  code: Decision,
): Promise<void> {
  await recordForAll(tenant, [id], 'accepted', { code, units: quantity, sku });
  await writeAudit(tenant, {
    verb: 'decided about',
    noun: 'purchase order',
    record: { id, name },
    to: { receipt: sku, quantity, decision: code },
  });
  await checkPurchaseOrders(tenant, [id]);
}

async function receiptOf(tenant: Tenant, id: number, receiptId: number): Promise<Receipt> {
  const { rows } = await sql<Receipt>`
    select id, sku, quantity, waits_for, processed_at, booking_id from receipts
    where ${inAccount(tenant)} and purchase_order_id = ${id} and id = ${receiptId} for update`.execute(tenant.db);
  return existing(rows[0], 'This receipt does not exist.');
}

async function countTo(tenant: Tenant, id: number, { id: receiptId, quantity, waits_for }: Receipt, lineId: number): Promise<void> {
  const { rows } = await sql`
    select from purchase_order_lines where ${inAccount(tenant)} and purchase_order_id = ${id} and id = ${lineId}`.execute(tenant.db);
  if (rows.length === 0) throw refuse(404, 'not_found', 'This line does not exist.');
  if (waits_for !== 'unknown_sku') throw refuse(409, 'has_line', 'This receipt counts to a line already.');
  await insertReceiptLines(tenant, [{ receipt_id: receiptId, line_id: lineId, quantity }]);
}
