import type { PurchaseOrderDetail, PurchaseOrderItem } from '../../../purchase-flow/contract/detail.ts';

type Item = Pick<PurchaseOrderItem, 'id' | 'open' | 'over' | 'over_accepted' | 'received' | 'lot_number'>;
type Order = Pick<PurchaseOrderDetail, 'asn_state' | 'close_reason' | 'receipts'>;

/** Whether nothing more will come: what is missing is no longer open, but short. */
export const isOver = ({ asn_state, close_reason }: Pick<Order, 'asn_state' | 'close_reason'>) =>
  asn_state === 'closed' || close_reason !== null;

/**
 * What came of a line beside what was ordered, in words: `20 short`, `4 over`, `wrong lot`; null where they agree so far. What is over and
 * waits for a person is said by its issue, above the lines.
 */
export function differenceOf(
  { id, open, over, over_accepted, received, lot_number }: Item,
  { asn_state, close_reason, receipts }: Order,
): string | null {
  const nothingMore = isOver({ asn_state, close_reason });
  const lots = receipts.filter(({ lines }) => lines.some(({ line_id }) => line_id === id)).map((receipt) => receipt.lot_number);
  const parts = [
    over > 0 && over <= over_accepted && `${over.toLocaleString('en-US')} over`,
    open > 0 && received > 0 && nothingMore && `${open.toLocaleString('en-US')} short`,
    open > 0 && received === 0 && nothingMore && 'never came',
    lot_number !== null && lots.some((lot) => lot !== lot_number) && 'wrong lot',
  ];
  return parts.filter(Boolean).join(', ') || null;
}
