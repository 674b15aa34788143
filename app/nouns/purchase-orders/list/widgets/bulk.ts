import { call } from '../../../../../platform/call.ts';
import { listLabels } from '../../../../base/verbs/list-labels.ts';
import { assigning } from '../../../../shared/comments/assigning/action.ts';
import { requestExport } from '../../../../shared/exports/request-export.ts';
import { type VerbActions, verbActions } from '../../../../shared/runs/bulk/verb-actions.ts';
import { tagging } from '../../../../shared/tags/many/action.ts';
import type { Bulk, BulkTarget } from '../../../../ui/list/declaration.ts';
import type { PurchaseBulkAction } from '../../../purchase-flow/contract/bulk-action.ts';
import { listedBy, type PurchaseOrderFilter } from '../../../purchase-flow/contract/filter.ts';
import { preparePurchaseBulkCall, purchaseBulkCall } from '../../../purchase-flow/contract/purchase-orders.ts';
import { exportPurchaseOrdersCall } from '../../export/contract.ts';

/** Bulk actions on the selected purchase orders, or on all that the filter matches; `reload` reloads the list. */
export function purchaseBulk(filter: PurchaseOrderFilter, reload: () => void): Bulk {
  const actions = verbActions(
    offered,
    (action, { ids: ordersIds, runId }) => call(purchaseBulkCall, { body: { action, ordersIds, runId } }),
    reload,
  );
  return {
    actions: [...actions, assigning('purchase_order', reload), ...tagging('purchase_order', reload), exporting(filter)],
    prepare: () => call(preparePurchaseBulkCall, { body: { filter } }),
  };
}

/** Exports the ticked purchase orders, or all that the filter matches. */
const exporting = (filter: PurchaseOrderFilter) => ({
  label: 'Export',
  text: 'They are written to a CSV file, a row a line, which can be imported again. It is kept under Import/export, for everyone in the account.',
  run: (target: BulkTarget) =>
    requestExport({ of: 'purchase_orders', away: true }, exportPurchaseOrdersCall, {
      body: 'ids' in target ? { ordersIds: target.ids.map(Number) } : listedBy(filter),
    }),
});

const offered: VerbActions<PurchaseBulkAction> = {
  'clear-errors': {
    ...{ label: listLabels['clear-errors'], main: true },
    text: 'Their issues are checked again: those that are resolved are closed, the others stay with the current reason.',
  },
  cancel: {
    ...{ label: listLabels.cancel, verb: 'Cancel them', back: 'Keep them', danger: true },
    text: 'What is not announced is cancelled at once; for the others the warehouse is asked. What has been received stays as it is.',
  },
  hold: {
    ...{ label: listLabels.hold, main: true },
    text: 'They wait until they are taken off hold, and the warehouse is asked to stop expecting them. It can be undone from Activity.',
  },
  archive: {
    ...{ label: listLabels.archive },
    text: 'Those that are closed out or cancelled leave the list. It can be undone from Activity.',
  },
  delete: {
    ...{ label: listLabels.delete, danger: true },
    text: 'Those that are pending are deleted, and sync does not bring them back. It can be undone for 30 days from Activity.',
  },
};
