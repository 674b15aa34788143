import { call } from '../../../../../platform/call.ts';
import { filesOf } from '../../../../shared/exports/files-of.ts';
import { followRun } from '../../../../shared/runs/working/report-outcome.ts';
import type { Bulk, BulkTarget } from '../../../../ui/list/declaration.ts';
import {
  isUndoable,
  type PurchaseBulkAction,
  purchaseBulkActions,
  purchaseBulkLabel,
} from '../../../purchase-flow/contract/bulk-action.ts';
import { listedBy, type PurchaseOrderFilter } from '../../../purchase-flow/contract/filter.ts';
import { preparePurchaseBulkCall, purchaseBulkCall } from '../../../purchase-flow/contract/purchase-orders.ts';
import { requestPurchaseExport } from '../../export/request.ts';

/** Bulk actions on the selected purchase orders, or on all that the filter matches; `reload` reloads the list. */
export function purchaseBulk(filter: PurchaseOrderFilter, reload: () => void): Bulk {
  const actions = purchaseBulkActions.map((action) => ({
    label: purchaseBulkLabel[action],
    ...(action === 'cancel' && { verb: 'Cancel them', back: 'Keep them' }),
    danger: action === 'cancel' || action === 'delete',
    text: willHappen[action],
    async run(target: BulkTarget) {
      const chosen = 'ids' in target ? { ordersIds: target.ids.map(Number) } : { runId: target.runId };
      const reply = await call(purchaseBulkCall, { body: { action, ...chosen } });
      followRun({ reply, label: purchaseBulkLabel[action], undoable: isUndoable(action), reload });
    },
  }));
  return { actions: [...actions, exporting(filter)], prepare: () => call(preparePurchaseBulkCall, { body: { filter } }) };
}

/** Exports the ticked purchase orders, or all that the filter matches. */
const exporting = (filter: PurchaseOrderFilter) => ({
  label: 'Export',
  text: 'They are written to a CSV file, a row a line, which can be imported again. It is kept under Import/export, for everyone in the account.',
  run: (target: BulkTarget) =>
    requestPurchaseExport('ids' in target ? { ordersIds: target.ids.map(Number) } : listedBy(filter), {
      label: 'See the file',
      to: filesOf('purchase_orders'),
    }),
});

const willHappen: Record<PurchaseBulkAction, string> = {
  'clear-errors': 'Their issues are checked again: those that are resolved are closed, the others stay with the current reason.',
  cancel: 'What is not announced is cancelled at once; for the others the warehouse is asked. What has been received stays as it is.',
  hold: 'They wait until they are taken off hold, and the warehouse is asked to stop expecting them. It can be undone from Activity.',
  archive: 'Those that are closed out or cancelled leave the list. It can be undone from Activity.',
  delete: 'Those that are pending are deleted, and sync does not bring them back. It can be undone for 30 days from Activity.',
};
