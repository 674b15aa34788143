import { Stack } from '@mantine/core';
import { remedyFor } from '../../../../shared/issues/issue.ts';
import { RemedyButton } from '../../../../shared/issues/remedy/remedy-button.tsx';
import { Notice } from '../../../../ui/blocks/notice.tsx';
import { SubmitButton } from '../../../../ui/buttons/submit-button.tsx';
import { useSave } from '../../../../ui/hooks/use-save.ts';
import { clearPurchaseErrorsCall } from '../../../purchase-flow/contract/purchase-orders.ts';
import { isInFull, type Order } from './order.ts';
import { RunningNotice } from './running-notice.tsx';
import classes from './tables.module.css';

/** What its remedy leads to this page for is mended in the tables below, or by editing it. */
const isMendedHere = (issue: Order['issues'][number]) => remedyFor(issue) === 'open_purchase_order';

/** What stands in its way, each with what mends it. */
export function PurchaseNotices({ order }: { order: Order }) {
  const save = useSave();
  const { id, issues, connection_id, connector_source } = order;
  return (
    <Stack gap={8} className={classes.notices}>
      {order.status === 'hold' && <Notice tone="warning">Order is on hold</Notice>}
      {issues.map((issue) => (
        <Notice
          key={issue.id}
          tone="danger"
          actions={
            !isMendedHere(issue) && (
              <RemedyButton issue={{ ...issue, connection_id, slug: connector_source.name, purchase_order_id: id }} primary />
            )
          }
        >
          {issue.sentence}
        </Notice>
      ))}
      {order.error && (
        <div>
          <SubmitButton variant="default" size="xs" run={() => save(clearPurchaseErrorsCall, { params: { id } })}>
            Clear Errors
          </SubmitButton>
        </div>
      )}
      {order.cancel_requested_at && <Notice>The warehouse has been asked to stop expecting it. It has not replied yet.</Notice>}
      {order.withdraw_outcome === 'too_late' && (
        <Notice tone="warning">
          {order.close_reason
            ? 'The warehouse goes on expecting the rest. What still comes waits for a decision here.'
            : 'The warehouse was asked too late: goods have begun to arrive.'}
        </Notice>
      )}
      {order.close_reason && order.status !== 'closed_out' && (
        <Notice>
          {isInFull(order) ? 'Closed' : 'Closed short'}: {order.close_reason}{' '}
          {order.close_asked
            ? 'The warehouse has been asked to expect nothing more, and has not replied yet.'
            : 'It is closed out when every receipt is processed.'}
        </Notice>
      )}
      {order.running !== null && <RunningNotice runId={order.running} />}
    </Stack>
  );
}
