import type { PathStep } from '../../../ui/blocks/path.tsx';
import type { OrderStatus } from '../../order-flow/order.ts';

type Moment = Date | string;
export type StepKey = 'arrived' | 'checked' | 'sent' | 'packed' | 'shipped' | 'confirmed';
export type Step = Pick<PathStep, 'state' | 'at'> & { key: StepKey };

export type OrderProgress = {
  order_status: OrderStatus;
  created_at: Moment;
  in_amware: number;
  warehouse_order_id: number | null;
  on_hold: boolean;
  locked: boolean;
  units_ordered: number;
  units_shipped: number;
  events: readonly { kind: string; at: Moment }[];
};

/**
 * The steps of an order. A step is done when the system concerned has confirmed it; the first that is not done is the current
 * one. Events from before the order was taken back from the warehouse do not count.
 */
export function stepsOf(order: OrderProgress): Step[] {
  const { order_status: status, units_shipped, units_ordered } = order;
  const events = order.events.slice(order.events.findLastIndex(({ kind }) => kind === 'recalled') + 1);
  const last = (kind: string) => events.findLast((event) => event.kind === kind)?.at ?? null;
  const isFulfilled = status === 'fulfilled';
  const hasAllShipped = units_shipped > 0 && units_shipped >= units_ordered;
  const reached: [StepKey, boolean, Moment | null][] = [
    ['arrived', true, order.created_at],
    ['checked', order.warehouse_order_id !== null || status === 'pending', last('released') ?? last('mended') ?? order.created_at],
    ['sent', order.in_amware === 1 || units_shipped > 0, last('accepted')],
    ['packed', last('packed') !== null || units_shipped > 0, last('packed')],
    ['shipped', hasAllShipped, last('shipped')],
    ['confirmed', isFulfilled, last('confirmed')],
  ];
  const stands = reached.findIndex(([, done]) => !done);
  const standing = standingOf(order);
  return reached.map(([key, done, at], place) => {
    if (done) return { key, state: 'done', at };
    if (isFulfilled) return { key, state: 'passed', at: null };
    if (place === stands) return { key, state: standing, at: null };
    return { key, state: 'ahead', at: null };
  });
}

function standingOf({ order_status: status, on_hold, locked }: OrderProgress): 'here' | 'held' | 'stopped' | 'ended' {
  if (status === 'cancelled') return 'ended';
  if (status === 'error') return 'stopped';
  return on_hold || locked ? 'held' : 'here';
}
