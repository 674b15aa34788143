import { whereItIs } from '../../order.ts';
import type { Order } from './order.ts';

/** Why an order can no longer be edited; null while it can. */
export const editingEnded = (order: Pick<Order, 'editable' | 'order_status'>): string | null =>
  order.editable ? null : `It ${whereItIs(order)} and can no longer be edited`;
