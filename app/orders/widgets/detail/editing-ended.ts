import type { Order } from './order.ts';

/** Why an order can no longer be edited; null while it can. */
export function editingEnded({ editable, order_status }: Pick<Order, 'editable' | 'order_status'>): string | null {
  if (editable) return null;
  if (order_status === 'cancelled' || order_status === 'fulfilled') return 'It has ended and can no longer be edited';
  return order_status === 'shipped' ? 'It has shipped and can no longer be edited' : 'It is with the warehouse and can no longer be edited';
}
