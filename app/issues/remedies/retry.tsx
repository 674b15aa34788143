import { useRevalidator } from 'react-router';
import { call } from '../../../platform/call.ts';
import { actOnOrderCall } from '../../orders/contract.ts';
import { clearPurchaseErrorsCall } from '../../purchase-orders/contract.ts';
import { showAlert } from '../../ui/alerts/alerts.ts';
import { countedWords } from '../../ui/counted-words.ts';
import { PressButton } from '../../ui/row-button.tsx';
import { issueRemedyCall } from '../contract.ts';
import { remedyLabel } from '../issue.ts';
import type { RemedyIssue } from './remedy.ts';

/** Tries an order again, or every order that waits for the same cause. */
export function RetryButton({ issue }: { issue: RemedyIssue }) {
  const { revalidate } = useRevalidator();
  const { orders = 1 } = issue;
  const run = async () => {
    showAlert('success', await (orders > 1 ? retryCause(issue) : retryOrder(issue)));
    await revalidate();
  };
  return <PressButton run={run}>{orders > 1 ? `${remedyLabel.retry}: ${orders.toLocaleString('en-US')}` : remedyLabel.retry}</PressButton>;
}

async function retryOrder({ order_id, purchase_order_id }: RemedyIssue): Promise<string> {
  if (purchase_order_id) return (await call(clearPurchaseErrorsCall, { params: { id: purchase_order_id } })).message;
  return (await call(actOnOrderCall, { params: { id: order_id ?? 0, action: 'retry' } })).message;
}

/** The most orders per click. */
const most = 300;

/** Retries every order that waits for this cause, oldest first, a few at a time. Returns the sentence for the person. */
async function retryCause({ type, subject, connection_id }: RemedyIssue): Promise<string> {
  const tried = new Set<number>();
  while (connection_id !== null && tried.size < most) {
    const { order_ids } = await call(issueRemedyCall, { query: { type, subject, connection_id } });
    const next = order_ids.filter((id) => !tried.has(id));
    if (next.length === 0) break;
    await Promise.all(next.map((id) => call(actOnOrderCall, { params: { id, action: 'retry' } })));
    for (const id of next) tried.add(id);
  }
  return `Trying ${countedWords(tried.size, 'order')} again.`;
}
