import type { RemedyIssue } from '../../../../../shared/issues/remedy/remedy.ts';
import { ConfirmDialog } from '../../../../../ui/dialog/confirm-dialog.tsx';
import { useSave } from '../../../../../ui/hooks/use-save.ts';
import { expectNoMoreCall } from '../../../../purchase-flow/contract/purchase-orders.ts';

/** Has the warehouse expect no more of a purchase order that its source has ended. */
export default function ExpectNoMore({ issue, onClose }: { issue: RemedyIssue; onClose: () => void }) {
  const { purchase_order_id: id, purchase_order_number: number } = issue;
  const save = useSave();
  return (
    <ConfirmDialog
      title={`Ask the warehouse to stop expecting ${number ?? 'it'}?`}
      text="What has come stays on the order. It ends when the warehouse has replied; what still comes then waits for a decision here."
      verb="Stop expecting it"
      run={() => save(expectNoMoreCall, { params: { id: id ?? 0 } })}
      onClose={onClose}
    />
  );
}
