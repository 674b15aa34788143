import { href } from 'react-router';
import { call } from '../../../../../platform/call.ts';
import { followRun } from '../../../../shared/runs/working/report-outcome.ts';
import type { Bulk, BulkTarget, Given } from '../../../../ui/list/declaration.ts';
import { type BulkAction, bulkActions, bulkLabel, isUndoable } from '../../../order-flow/contract/bulk-action.ts';
import { bulkActionCall, prepareBulkCall } from '../../../order-flow/contract/orders.ts';
import { requestExport } from '../../export/request.ts';
import { HoldFields } from '../../widgets/hold-fields.tsx';
import { listedBy } from '../listed-by.ts';
import type { LoadedOrders } from './listed-order.ts';

/** Bulk actions on the selected orders, or on all that the filter matches; `reload` reloads the list. */
export function orderBulk({ filter, accountId }: Pick<LoadedOrders, 'filter' | 'accountId'>, reload: () => void): Bulk {
  const actions = bulkActions.map((action) => ({
    label: bulkLabel[action],
    ...(action === 'cancel' && { verb: 'Cancel them', back: 'Keep them' }),
    danger: action === 'cancel' || action === 'delete',
    text: willHappen[action],
    ...(action === 'hold' && { Fields: HoldFields }),
    async run(target: BulkTarget, given: Given) {
      const chosen = 'ids' in target ? { ordersIds: target.ids.map(Number) } : { runId: target.runId };
      const reply = await call(bulkActionCall, { body: { action, ...chosen, ...given } });
      followRun({ reply, label: bulkLabel[action], undoable: isUndoable(action), reload });
    },
  }));
  return { actions: [...actions, exporting(filter, accountId)], prepare: () => call(prepareBulkCall, { body: { filter } }) };
}

/** Exports the ticked orders, or all that the filter matches. */
const exporting = (filter: LoadedOrders['filter'], accountId: number) => ({
  label: 'Export',
  text: 'They are written to a CSV file, a row an order. It is kept under Import/export, for everyone in the account.',
  run: (target: BulkTarget) =>
    requestExport(accountId, 'ids' in target ? { ordersIds: target.ids.map(Number) } : listedBy(filter), {
      label: 'See the file',
      to: href('/import-export'),
    }),
});

const willHappen: Record<BulkAction, string> = {
  'clear-errors': 'Their issues are checked again: those that are resolved are closed, the others stay with the current reason.',
  cancel: 'For orders at the warehouse, a cancellation is requested; the others are cancelled at once. Shipped orders stay as they are.',
  hold: 'They wait until they are taken off hold. For orders at the warehouse, a hold is requested. It can be undone from Activity.',
  unhold: 'Their hold ends: ready orders are sent to the warehouse. For orders that the warehouse holds, the end of the hold is requested.',
  archive: 'Those that are shipped, fulfilled or cancelled leave the list. It can be undone from Activity.',
  delete:
    'Those that the warehouse does not have are deleted, and sync does not bring them back. It can be undone for 30 days from Activity.',
};
