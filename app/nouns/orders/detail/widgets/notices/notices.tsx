import { Stack } from '@mantine/core';
import { href, Link } from 'react-router';
import { Notice } from '../../../../../ui/blocks/notice.tsx';
import { isReadyUnlessLocked } from '../../../../order-flow/order.ts';
import { heldUntilDecided, isHeldUntilDecided, type Order } from '../order.ts';
import { hasSharedGoods, SharedGoodsNotices } from '../shared-goods.tsx';
import { isSecondLeft, SplitNotice } from '../splitting/split-notice.tsx';
import { CancelRequestNotice } from './cancel-request.tsx';
import { IssuesBar } from './issues-bar.tsx';
import { LockHint } from './lock-hint.tsx';
import { LockNotice } from './lock-notice.tsx';
import { NextButton, useNextWaiting } from './next-waiting.tsx';
import classes from './notices.module.css';

/**
 * The order's issues with their remedies, then open requests to the warehouse and the orders that it was split from, merged or combined
 * with.
 */
export function OrderNotices({ order, isEdited }: { order: Order; isEdited: boolean }) {
  const { issues, orders_combined_with: combined } = order;
  const requests = requestsToWarehouse(order);
  const next = useNextWaiting(order);
  const isAtRisk = isEdited && isReadyUnlessLocked(order);
  const isQuiet =
    issues.length === 0 && !next && combined.length === 0 && !order.cancel_request && requests.length === 0 && !isSecondLeft(order);
  if (isQuiet && !isAtRisk && !order.locked && !hasSharedGoods(order)) return null;
  return (
    <Stack gap={6} mt={6} mb={10} className={classes.notices} data-edited={isEdited || undefined}>
      <IssuesBar order={order} next={next && !isEdited && <NextButton next={next} />} />
      {issues.length === 0 && next && !isEdited && (
        <Notice actions={<NextButton next={next} />}>This order no longer needs attention.</Notice>
      )}
      <CancelRequestNotice order={order} />
      {requests.map((sentence) => (
        <Notice key={sentence} tone="warning">
          {sentence}
        </Notice>
      ))}
      {order.locked && !isAtRisk && <LockNotice order={order} />}
      {isAtRisk && <LockHint order={order} />}
      <SharedGoodsNotices order={order} />
      <SplitNotice order={order} />
      {combined.length > 0 && (
        <Notice>
          Sent to the warehouse together with{' '}
          {combined.map(({ id, source_number }, place) => (
            <span key={id}>
              {place > 0 && ', '}
              <Link to={href('/orders/:id', { id: String(id) })} className="mono">
                {source_number}
              </Link>
            </span>
          ))}
          : they ship to the same address.
        </Notice>
      )}
    </Stack>
  );
}

function requestsToWarehouse(order: Order): string[] {
  const { cancel_request, cancel_requested_at, cancel_outcome, hold_outcome, on_hold, order_status, warehouse_gone } = order;
  const sentences: string[] = [];
  const requestOf = (task: string) =>
    warehouse_gone === null
      ? `The warehouse has been asked to ${task}. Its reply will show here.`
      : `${warehouse_gone} is disconnected: it will be asked to ${task} once it is connected again.`;
  const isAsked = cancel_request !== null && cancel_request.outcome === null;
  if (cancel_requested_at && order_status !== 'cancelled' && !isAsked)
    sentences.push(
      cancel_outcome === 'too_late' ? 'The warehouse could not cancel it: it is already on its way out.' : requestOf('cancel it'),
    );
  if (hold_outcome === 'too_late') sentences.push('The warehouse could not hold it: it is already on its way out.');
  if (hold_outcome === 'pending' && !on_hold && isHeldUntilDecided(order)) sentences.push(heldUntilDecided);
  else if (hold_outcome === 'pending') sentences.push(requestOf(on_hold ? 'hold it' : 'end the hold'));
  return sentences;
}
