import type { DetailRow } from './order-row.ts';

type Asked = Pick<DetailRow, 'cancel_request' | 'cancel_requested_at' | 'cancel_outcome' | 'warehouse_gone' | 'source_name'>;

/** What an order waits for that is to be cancelled, by its channel's request or a person's; null where that is decided, or nobody asks. */
export function cancelWaits({ cancel_request, cancel_requested_at, cancel_outcome, warehouse_gone, source_name }: Asked): string | null {
  const isAsked = cancel_request !== null && cancel_request.outcome === null;
  if (isAsked && cancel_requested_at === null) return `Waits for a person, who decides about the request of ${source_name} to cancel it.`;
  if (!isAsked && cancel_outcome !== 'pending') return null;
  if (warehouse_gone !== null) return `Waits for ${warehouse_gone} to be connected again: it is asked to cancel the order then.`;
  return `Waits for the warehouse to say whether it cancels the order${isAsked ? `, as ${source_name} asks` : ''}.`;
}
