import { call } from '../../../../../platform/call.ts';
import { listLabels } from '../../../../base/verbs/list-labels.ts';
import { assigning } from '../../../../shared/comments/assigning/action.ts';
import { type VerbActions, verbActions } from '../../../../shared/runs/bulk/verb-actions.ts';
import { tagging } from '../../../../shared/tags/many/action.ts';
import { lazily } from '../../../../ui/lazily.tsx';
import type { Bulk, BulkTarget, FieldsProps } from '../../../../ui/list/declaration.ts';
import { type BulkAction, changedTogether } from '../../../order-flow/contract/bulk-action.ts';
import { bulkActionCall, prepareBulkCall } from '../../../order-flow/contract/orders.ts';
import { startOrdersExportCall } from '../../export/contract.ts';
import { acceptingAddresses } from '../../widgets/accepting-addresses.ts';
import { filterBody } from '../filter-body.ts';
import type { LoadedOrders } from './loaded.ts';

/** Bulk actions on the selected orders, or on all that the filter matches; `reload` reloads the list. */
export function orderBulk({ filter, accountId }: Pick<LoadedOrders, 'filter' | 'accountId'>, reload: () => void): Bulk {
  const actions = verbActions(
    offered,
    (action, { ids: ordersIds, runId }, given) =>
      call(bulkActionCall, { body: { action, ordersIds, runId, ...(action === 'change' ? { set: given } : given) } }),
    reload,
  );
  return {
    actions: [
      ...actions,
      acceptingAddresses(reload),
      assigning('order', reload),
      ...tagging('order', reload),
      exporting(filter, accountId),
    ],
    prepare: () => call(prepareBulkCall, { body: { filter } }),
  };
}

/** Exports the ticked orders, or all that the filter matches. */
const exporting = (filter: LoadedOrders['filter'], accountId: number) => ({
  label: 'Export',
  text: <Text of="export" />,
  async run(target: BulkTarget) {
    // Fetched when it is confirmed, rather than with the list.
    const { requestExport } = await import('../../../../shared/exports/request-export.ts');
    return requestExport({ of: 'orders', away: true }, startOrdersExportCall, {
      params: { accountId },
      body: 'ids' in target ? { ordersIds: target.ids.map(Number) } : filterBody(filter),
    });
  },
});

/** Their inputs and what is said of them come when orders are to be held or changed, rather than with the list. */
const HoldFields = lazily<FieldsProps>(async () => ({ default: (await import('../../widgets/hold-fields.tsx')).HoldFields }));
const ChangeFields = lazily<FieldsProps>(() => import('../../widgets/change-fields.tsx'));

const Text = lazily<{ of: BulkAction | 'export' }>(() => import('./bulk-text.tsx'));

const offered: VerbActions<BulkAction> = {
  'clear-errors': { ...{ label: listLabels['clear-errors'], main: true }, text: <Text of="clear-errors" /> },
  cancel: { ...{ label: listLabels.cancel, verb: 'Cancel them', back: 'Keep them', danger: true }, text: <Text of="cancel" /> },
  hold: { ...{ label: listLabels.hold, main: true, Fields: HoldFields }, text: <Text of="hold" /> },
  unhold: { label: listLabels.unhold, text: <Text of="unhold" /> },
  change: {
    ...{ label: listLabels.change, Fields: ChangeFields, needs: changedTogether, lacking: 'Choose what to change.' },
    text: <Text of="change" />,
  },
  archive: { label: listLabels.archive, text: <Text of="archive" /> },
  delete: { ...{ label: listLabels.delete, danger: true }, text: <Text of="delete" /> },
};
