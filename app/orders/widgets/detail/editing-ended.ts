import type { Order } from './order.ts';

/** Why an order can no longer be edited; null while it can. */
export function editingEnded({ editable, in_amware }: Pick<Order, 'editable' | 'in_amware'>): string | null {
  if (editable) return null;
  return in_amware === 1 ? 'It is with the warehouse and can no longer be edited' : 'It has ended and can no longer be edited';
}
