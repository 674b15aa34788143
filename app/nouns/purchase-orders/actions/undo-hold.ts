import type { Tenant } from '../../../../platform/tenant.ts';
import { flagUndo } from '../../../base/changes/flags.ts';
import { undoEach } from '../../../base/changes/undo.ts';
import type { OutcomeSentence } from '../../../shared/runs/outcome-sentences.ts';
import { lockPurchaseOrders } from '../../purchase-flow/lock.ts';
import { endHold } from './flags.ts';

/** Ends the holds of a group of changes, as far as they stand. Returns why some do not. */
export const undoHolds = (tenant: Tenant, ids: readonly number[], group: number): Promise<Map<number, OutcomeSentence>> =>
  undoEach(tenant, group, ids, inverse);

const inverse = flagUndo<OutcomeSentence>({
  ...{ noun: 'purchase order', field: 'on_hold' },
  async lock(tenant, ids) {
    const orders = await lockPurchaseOrders(tenant, ids);
    return orders.map(({ id, on_hold: is }) => ({ id, is }));
  },
  // Only holds have a group by which they are undone, so this ends them.
  turn: async (tenant, ids) => endHold(tenant, await lockPurchaseOrders(tenant, ids)),
  changedSince: (_field, by) => (by ? { code: 'changed_by', ...by.kept } : { code: 'purchase_not_on_hold' }),
});
