import type { OrderDetail } from '../../../order-flow/contract/detail.ts';
import { whereItIs } from '../../../order-flow/order.ts';

/** An order in the widgets of its page. */
export type Order = OrderDetail;

/** Why an order can no longer be edited; null while it can. */
export const editingEnded = (order: Pick<Order, 'editable' | 'order_status'>): string | null =>
  order.editable ? null : `It ${whereItIs(order)} and can no longer be edited`;

/** The channel's price of one unit; null on a line that was added here. */
export const priceOf = ({ source_quantity, unit_price }: { source_quantity: number | null; unit_price: string }): string | null =>
  source_quantity === 0 && Number(unit_price) === 0 ? null : unit_price;

/** The warehouse is not asked to go on before somebody has decided about what changed since it has the order. */
export const isHeldUntilDecided = ({ warehouse_order_id, hold_outcome, issues }: Order) =>
  warehouse_order_id !== null &&
  hold_outcome !== null &&
  issues.some(({ type }) => type === 'changed_after_release' || type === 'new_address');
export const heldUntilDecided =
  'The warehouse goes on holding it until you have decided about what changed since it was sent. Then it goes on by itself.';
