import { useState } from 'react';
import { call } from '../../../platform/call.ts';
import { remedyLabel } from '../../shared/issues/issue.ts';
import type { RemedyIssue } from '../../shared/issues/remedy/remedy.ts';
import { PressButton } from '../../ui/buttons/row-button.tsx';
import { useDone } from '../../ui/hooks/use-save.ts';
import { countedWords } from '../../ui/words/counted-words.ts';
import { actOnOrderCall } from '../order-flow/contract/orders.ts';
import { clearPurchaseErrorsCall } from '../purchase-flow/contract/purchase-orders.ts';
import { issueRemedyCall } from './contract.ts';
import classes from './retry.module.css';
import { hasFailedAgain, rememberTried } from './tried.ts';

/**
 * Tries an order or purchase order again, or all that wait for the same cause. Where the issue is there afterwards, or comes back, it says
 * beside the button that it failed again, unless what is there may be another order that was not tried.
 */
export function RetryButton({ issue }: { issue: RemedyIssue }) {
  const done = useDone();
  const key = keyOf(issue);
  const [isTried, setTried] = useState(() => hasFailedAgain(key));
  const { orders = 1 } = issue;
  const run = async () => {
    setTried(false);
    const { message, tried } = await (orders > 1 ? retryCause(issue) : retryOrder(issue));
    rememberTried(key, { tried, waiting: orders });
    await done({ message });
    setTried(hasFailedAgain(key));
  };
  return (
    <>
      {isTried && (
        <span role="status" className={classes.failed}>
          It failed again.
        </span>
      )}
      <PressButton run={run}>{orders > 1 ? `${remedyLabel.retry}: ${orders.toLocaleString('en-US')}` : remedyLabel.retry}</PressButton>
    </>
  );
}

const keyOf = ({ type, subject, connection_id, order_id, purchase_order_id, orders = 1 }: RemedyIssue) =>
  [type, connection_id, subject, ...(orders > 1 ? [] : [order_id, purchase_order_id])].join(' ');

/** The sentence for the person, and how many were tried. */
type Tried = { message: string; tried: number };

async function retryOrder({ order_id, purchase_order_id }: RemedyIssue): Promise<Tried> {
  const { message } = purchase_order_id
    ? await call(clearPurchaseErrorsCall, { params: { id: purchase_order_id } })
    : await call(actOnOrderCall, { params: { id: order_id ?? 0, action: 'retry' } });
  return { message, tried: 1 };
}

/** The most orders per click. */
const most = 300;

/** Retries all that wait for this cause, oldest first, a few at a time. */
async function retryCause({ type, subject, connection_id }: RemedyIssue): Promise<Tried> {
  const tried = { order: new Set<number>(), 'purchase order': new Set<number>() };
  while (connection_id !== null && tried.order.size + tried['purchase order'].size < most) {
    const { order_ids, purchase_order_ids } = await call(issueRemedyCall, { query: { type, subject, connection_id } });
    const orders = order_ids.filter((id) => !tried.order.has(id));
    const purchases = purchase_order_ids.filter((id) => !tried['purchase order'].has(id));
    if (orders.length + purchases.length === 0) break;
    await Promise.all([
      ...orders.map((id) => call(actOnOrderCall, { params: { id, action: 'retry' } })),
      ...purchases.map((id) => call(clearPurchaseErrorsCall, { params: { id } })),
    ]);
    for (const id of orders) tried.order.add(id);
    for (const id of purchases) tried['purchase order'].add(id);
  }
  const parts = Object.entries(tried).flatMap(([noun, { size }]) => (size > 0 ? [countedWords(size, noun)] : []));
  return {
    message: `Trying ${parts.join(' and ') || 'no order'} again.`,
    tried: tried.order.size + tried['purchase order'].size,
  };
}
