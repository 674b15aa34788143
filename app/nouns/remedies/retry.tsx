import { useState } from 'react';
import { call } from '../../../platform/call.ts';
import { remedyLabel } from '../../shared/issues/issue.ts';
import type { RemedyIssue } from '../../shared/issues/remedy/remedy.ts';
import { PressButton } from '../../ui/buttons/row-button.tsx';
import { useDone } from '../../ui/hooks/use-save.ts';
import { actOnOrderCall } from '../order-flow/contract/orders.ts';
import { clearPurchaseErrorsCall } from '../purchase-flow/contract/purchase-orders.ts';
import classes from './retry.module.css';
import { hasFailedAgain, rememberTried, type Tried } from './tried.ts';

/**
 * Tries an order or purchase order again, or all that wait for the same cause. Where the issue is there afterwards, or comes back, it says
 * beside the button that it failed again, unless what is there is another order that was not tried.
 */
export function RetryButton({ issue }: { issue: RemedyIssue }) {
  const done = useDone();
  const [isTrying, setTrying] = useState(false);
  const { orders = 1 } = issue;
  const run = async () => {
    setTrying(true);
    try {
      const { message, tried } = await (orders > 1 ? retryAll(issue) : retryOrder(issue));
      rememberTried(tried);
      await done({ message });
    } finally {
      setTrying(false);
    }
  };
  return (
    <>
      {!isTrying && hasFailedAgain(issue) && (
        <span role="status" className={classes.failed}>
          It failed again.
        </span>
      )}
      <PressButton run={run}>{orders > 1 ? `${remedyLabel.retry}: ${orders.toLocaleString('en-US')}` : remedyLabel.retry}</PressButton>
    </>
  );
}

const retryAll = async (issue: RemedyIssue): Promise<Tried> => (await import('./retry-cause.ts')).retryCause(issue);

async function retryOrder({ order_id, purchase_order_id }: RemedyIssue): Promise<Tried> {
  const { message } = purchase_order_id
    ? await call(clearPurchaseErrorsCall, { params: { id: purchase_order_id } })
    : await call(actOnOrderCall, { params: { id: order_id ?? 0, action: 'retry' } });
  return { message, tried: [{ order_id, purchase_order_id }] };
}
