import type { Tenant } from '../../../../platform/tenant.ts';
import { recordChanges } from '../../../base/changes/record.ts';
import type { PurchaseOrderChange, PurchaseOrderEdit } from '../../purchase-flow/bodies.ts';
import { checkPurchaseOrders } from '../../purchase-flow/checking/check.ts';
import { closeAndRetry } from './clear-errors.ts';
import { purchaseOrders } from './edit-noun.ts';
import { readForEdit } from './edit-read.ts';
import type { EditRefusal } from './edit-refusal.ts';
import { writeHeads, writeLines } from './edit-write.ts';
import { type EditPlan, planEdit } from './plan-edit.ts';

/**
 * Saves what a person edited: sync does not overwrite it. It clears the error and its message, and checks again.
 * @throws Refusal 404; 409 where somebody else saved it since, or it is locked by another person; Invalid
 */
export async function savePurchaseOrder(tenant: Tenant, id: number, edit: PurchaseOrderEdit): Promise<void> {
  const refusal = (await savePurchaseOrders(tenant, [{ ...edit, id }])).get(id);
  if (refusal) throw refusal.reply;
}

/**
 * The same for several purchase orders, each named once, in so many statements as for one. Those that are refused stay as they are. Returns
 * why, by their ids. `beforeCheck`: what else is written of those that are saved. `isPacked`: the ledger has it in the import's own form.
 */
export async function savePurchaseOrders(
  tenant: Tenant,
  edits: readonly PurchaseOrderChange[],
  { isPacked = false, beforeCheck }: { isPacked?: boolean; beforeCheck?: (ids: number[]) => Promise<void> } = {},
): Promise<Map<number, EditRefusal>> {
  const facts = await readForEdit(tenant, edits);
  const planned = edits.map((edit) => ({ id: edit.id, plan: planEdit(facts, edit) }));
  const plans = planned.flatMap(({ plan }) => (plan instanceof Error ? [] : [plan]));
  const ids = plans.map(({ order }) => order.id);
  if (ids.length > 0) {
    await writeHeads(tenant, plans);
    await writeLines(tenant, plans);
    await beforeCheck?.(ids);
    await closeAndRetry(tenant, ids);
    await record(tenant, plans, isPacked);
    await checkPurchaseOrders(tenant, ids);
  }
  return new Map(planned.flatMap(({ id, plan }) => (plan instanceof Error ? [[id, plan]] : [])));
}

function record(tenant: Tenant, plans: EditPlan[], isPacked: boolean): Promise<number | null> {
  const side = ({ changes }: EditPlan, name: 'from' | 'to') =>
    Object.fromEntries(Object.entries(changes).map(([field, change]) => [field, change[name]]));
  return recordChanges(
    tenant,
    purchaseOrders,
    plans.map((plan) => ({ record: { id: plan.order.id, name: plan.order.po_number }, was: side(plan, 'from'), is: side(plan, 'to') })),
    { verb: 'edited', isPacked },
  );
}
