import type { Tenant } from '../../../platform/tenant.ts';
import { recordAction } from '../../shared/runs/commands.ts';
import { wordOutcome } from '../../shared/runs/outcome-sentences.ts';
import { isUndoable } from '../purchase-flow/contract/bulk-action.ts';
import { type LockedPurchaseOrder, lockFor } from '../purchase-flow/lock.ts';
import { clearErrors } from './actions/clear-errors.ts';
import { remove } from './actions/delete.ts';
import { archive, cancel, hold, unarchive, unhold } from './actions/flags.ts';

type Act<Result> = (tenant: Tenant, orders: LockedPurchaseOrder[]) => Promise<Result>;

/** What each action does, and says when it is done. `groupOf`: the changes by which it is undone. */
const action = <Result>(
  act: Act<Result>,
  sentence: string | ((result: Result) => string),
  groupOf: (result: Result) => number | null = () => null,
) => ({
  async perform(tenant: Tenant, orders: LockedPurchaseOrder[]): Promise<{ message: string; changeGroup: number | null }> {
    const result = await act(tenant, orders);
    return { message: typeof sentence === 'string' ? sentence : sentence(result), changeGroup: groupOf(result) };
  },
});

const actions = {
  hold: action(hold, 'The order is on hold.', ({ group }) => group),
  unhold: action(unhold, 'The order is off hold.'),
  cancel: action(cancel, ({ requested }) =>
    requested.length > 0 ? 'The warehouse has been asked to stop expecting it. Its reply will show here.' : 'The order is cancelled.',
  ),
  archive: action(archive, 'The order is archived.', ({ group }) => group),
  unarchive: action(unarchive, 'The order is out of the archive.'),
  'clear-errors': action(clearErrors, ({ left }) => {
    const [first] = left.values();
    return first ? `Checked again. What is left: ${wordOutcome(first)}` : 'The errors are cleared.';
  }),
  delete: action(remove, 'The order is deleted.', ({ group }) => group),
};
export type SingleAction = keyof typeof actions;

/**
 * Performs one action on one purchase order. Returns the sentence for the alert bar, and the run by which it is undone, where it can be.
 * @throws Refusal 404, 409
 */
export async function actOnPurchaseOrder(
  tenant: Tenant,
  id: number,
  name: SingleAction,
): Promise<{ message: string; runId: number | null; ranAs: number }> {
  const order = await lockFor(tenant, id, name);
  const { message, changeGroup } = await actions[name].perform(tenant, [order]);
  const ranAs = await recordAction(tenant, {
    ...{
      subject: { code: 'one', name: order.po_number, action: name },
      entity: 'purchase_orders',
      action: name,
      undoable: isUndoable(name),
    },
    changeGroup,
    record: { type: 'purchase_order', id, label: order.po_number },
  });
  return { message, runId: isUndoable(name) ? ranAs : null, ranAs };
}
