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
