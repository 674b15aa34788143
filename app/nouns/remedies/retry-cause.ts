import { call } from '../../../platform/call.ts';
import type { RemedyIssue } from '../../shared/issues/remedy/remedy.ts';
import { countedWords } from '../../ui/words/counted-words.ts';
import { actOnOrderCall } from '../order-flow/contract/orders.ts';
import { clearPurchaseErrorsCall } from '../purchase-flow/contract/purchase-orders.ts';
import { issueRemedyCall } from './contract.ts';
import type { Tried } from './tried.ts';

/** The most orders per click. */
const most = 300;

/** Retries all that wait for this cause, oldest first, a few at a time. */
export async function retryCause({ type, subject, connection_id }: RemedyIssue): Promise<Tried> {
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
    tried: [
      ...[...tried.order].map((order_id) => ({ order_id })),
      ...[...tried['purchase order']].map((id) => ({ purchase_order_id: id })),
    ],
  };
}

export async function retryOrder({ order_id, purchase_order_id }: RemedyIssue): Promise<Tried> {
  const { message } = purchase_order_id
    ? await call(clearPurchaseErrorsCall, { params: { id: purchase_order_id } })
    : await call(actOnOrderCall, { params: { id: order_id ?? 0, action: 'retry' } });
  return { message, tried: [{ order_id, purchase_order_id }] };
}
