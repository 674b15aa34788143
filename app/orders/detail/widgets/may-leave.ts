import type { Order } from './order.ts';

type Facts = Pick<Order, 'order_status' | 'source_state' | 'on_hold'>;

/** Whether an order may be released at any moment unless it is locked: whoever edits it should know. */
export const mayLeave = ({ order_status, source_state, on_hold }: Facts): boolean =>
  order_status === 'pending' && source_state === 'ready' && !on_hold;
