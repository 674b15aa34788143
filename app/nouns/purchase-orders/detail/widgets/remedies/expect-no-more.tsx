import { remedyLabel } from '../../../../../shared/issues/issue.ts';
import type { RemedyIssue } from '../../../../../shared/issues/remedy/remedy.ts';
import { RowButton } from '../../../../../ui/buttons/row-button.tsx';
import { WithQuestion } from '../../../../../ui/dialog/with-question.tsx';
import { useSave } from '../../../../../ui/hooks/use-save.ts';
import { expectNoMoreCall } from '../../../../purchase-flow/contract/purchase-orders.ts';

/** Has the warehouse expect no more of a purchase order that its source has ended. */
export function ExpectNoMoreButton({ issue: { purchase_order_id: id, purchase_order_number: number } }: { issue: RemedyIssue }) {
  const save = useSave();
  if (!id) return null;
  return (
    <WithQuestion
      button={(ask) => (
        <RowButton aria-haspopup="dialog" onClick={ask}>
          {remedyLabel.expect_no_more}
        </RowButton>
      )}
      title={`Ask the warehouse to stop expecting ${number ?? 'it'}?`}
      text="What has come stays on the order. It ends when the warehouse has replied; what still comes then waits for a decision here."
      verb="Stop expecting it"
      run={() => save(expectNoMoreCall, { params: { id } })}
    />
  );
}
