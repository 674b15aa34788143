import type { Tenant } from '../../../platform/tenant.ts';
import { recordAction } from '../../shared/runs/commands.ts';
import { wordOutcome } from '../../shared/runs/outcome-sentences.ts';
import { isUndoable } from '../purchase-flow/contract/bulk-action.ts';
import { type LockedPurchaseOrder, lockFor } from '../purchase-flow/lock.ts';
import { clearErrors } from './actions/clear-errors.ts';
import { remove } from './actions/delete.ts';
import { archive, cancel, hold, unarchive, unhold } from './actions/flags.ts';

export type SingleAction = 'hold' | 'unhold' | 'cancel' | 'archive' | 'unarchive' | 'clear-errors' | 'delete';

/** Performs one action on one purchase order. Returns the sentence for the alert bar. @throws Refusal 404, 409 */
export async function actOnPurchaseOrder(tenant: Tenant, id: number, action: SingleAction): Promise<string> {
  const order = await lockFor(tenant, id, action);
  const message = await perform[action](tenant, [order]);
  await recordAction(tenant, {
    subject: `${order.po_number}: ${labels[action]}`,
    entity: 'purchase_orders',
    action,
    undoable: isUndoable(action),
    record: { type: 'purchase_order', id, label: order.po_number },
  });
  return message;
}

const labels: Record<SingleAction, string> = {
  hold: 'Hold',
  unhold: 'Unhold',
  cancel: 'Cancel',
  archive: 'Archive',
  unarchive: 'Unarchive',
  'clear-errors': 'Clear errors',
  delete: 'Delete',
};

const perform: Record<SingleAction, (tenant: Tenant, orders: LockedPurchaseOrder[]) => Promise<string>> = {
  async hold(tenant, orders) {
    await hold(tenant, orders);
    return 'The order is on hold.';
  },
  async unhold(tenant, orders) {
    await unhold(tenant, orders);
    return 'The order is off hold.';
  },
  async cancel(tenant, orders) {
    const { requested } = await cancel(tenant, orders);
    return requested.length > 0
      ? 'The warehouse has been asked to stop expecting it. Its reply will show here.'
      : 'The order is cancelled.';
  },
  async archive(tenant, orders) {
    await archive(tenant, orders);
    return 'The order is archived.';
  },
  async unarchive(tenant, orders) {
    await unarchive(tenant, orders);
    return 'The order is out of the archive.';
  },
  async 'clear-errors'(tenant, orders) {
    const { left } = await clearErrors(tenant, orders);
    const [first] = left.values();
    return first ? `Checked again. What is left: ${wordOutcome(first)}` : 'The errors are cleared.';
  },
  async delete(tenant, orders) {
    await remove(tenant, orders);
    return 'The order is deleted.';
  },
};
