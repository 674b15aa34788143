/** An order's statuses, their transitions, and when it may be edited. Pure and browser-safe. */
export const orderStatuses = ['pending', 'packing', 'partially_shipped', 'shipped', 'fulfilled', 'error', 'cancelled'] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/** Allowed transitions. From `error` an order goes to whatever status its facts give it. */
export const next: Record<OrderStatus, readonly OrderStatus[]> = {
  pending: ['packing', 'partially_shipped', 'shipped', 'fulfilled', 'error', 'cancelled'],
  packing: ['partially_shipped', 'shipped', 'error', 'cancelled', 'pending'],
  partially_shipped: ['shipped', 'error', 'fulfilled'],
  shipped: ['fulfilled', 'error'],
  error: ['pending', 'packing', 'partially_shipped', 'shipped', 'fulfilled', 'cancelled'],
  // An ended order continues only when the channel that ended it withdraws that.
  fulfilled: ['pending', 'error', 'cancelled'],
  cancelled: ['pending', 'error', 'fulfilled'],
};

/** `isThere`: the warehouse has the order; `isUndone`: a person's decision that nothing of it leaves is undone. */
type Change = { isThere?: boolean; isUndone?: boolean };

/** What is cancelled while the warehouse has it comes back by the undo of that decision alone, which asks the warehouse again. */
export function mayBecome(from: OrderStatus, to: OrderStatus, { isThere = false, isUndone = false }: Change = {}): boolean {
  if (from === to) return true;
  if (from === 'cancelled' && isThere) return isUndone && (to === 'packing' || to === 'error');
  return next[from].includes(to);
}

/** The facts that a status is derived from. Each is set only by the system that knows it. */
export type OrderFacts = {
  cancelled: boolean;
  confirmed: boolean;
  blockingIssues: number;
  inAmware: boolean;
  unitsOrdered: number;
  unitsShipped: number;
};

/**
 * Derives the status; order-sql.ts has the same rule in SQL, and a test compares them. The first matching row decides:
 *
 * | cancelled | confirmed | blocking issue | units shipped | with the warehouse | status            |
 * |-----------|-----------|----------------|---------------|--------------------|-------------------|
 * | yes       |           |                |               |                    | cancelled         |
 * |           | yes       |                |               |                    | fulfilled         |
 * |           |           | yes            |               |                    | error             |
 * |           |           |                | all           |                    | shipped           |
 * |           |           |                | some          |                    | partially_shipped |
 * |           |           |                | none          | yes                | packing           |
 * |           |           |                | none          | no                 | pending           |
 */
export function statusOf(facts: OrderFacts): OrderStatus {
  if (facts.cancelled) return 'cancelled';
  if (facts.confirmed) return 'fulfilled';
  if (facts.blockingIssues > 0) return 'error';
  if (facts.unitsShipped > 0) return facts.unitsShipped >= facts.unitsOrdered ? 'shipped' : 'partially_shipped';
  return facts.inAmware ? 'packing' : 'pending';
}

export const isEditable = (order: { in_amware: number; order_status: string }) =>
  order.in_amware === 0 && order.order_status !== 'cancelled' && order.order_status !== 'fulfilled';

/** What release is decided by, as the table of orders holds it. */
export type ReleaseFacts = {
  order_status: string;
  source_state: string;
  blocking_issues: number;
  on_hold: boolean;
  locked: boolean;
  must_reread: boolean;
  /** What a link or mapping has just mended waits until then, so that it can be undone. */
  release_after: Date | null;
  shared_goods: string | null;
  gone_at: Date | null;
  warehouse_order_id: number | null;
  in_amware: number;
  cancelled_at: Date | null;
  confirmed_at: Date | null;
  deleted_at: Date | null;
};

/** Not handed to the warehouse, and not ended: the check still decides about it. In SQL: order-sql.ts. */
export const isUnreleased = (order: ReleaseFacts) =>
  order.warehouse_order_id === null &&
  order.in_amware === 0 &&
  order.cancelled_at === null &&
  order.confirmed_at === null &&
  order.deleted_at === null;

/** Nothing but a lock can keep it here: whoever edits it should know that it may leave at any moment. */
export const isReadyUnlessLocked = (order: Pick<ReleaseFacts, 'order_status' | 'source_state' | 'on_hold'>) =>
  order.order_status === 'pending' && order.source_state === 'ready' && !order.on_hold;

/** It goes to the warehouse as soon as both connections take part. In SQL: order-sql.ts. */
export const isReady = (order: ReleaseFacts, now = new Date()) =>
  isUnreleased(order) &&
  isReadyUnlessLocked(order) &&
  order.blocking_issues === 0 &&
  !order.locked &&
  !order.must_reread &&
  (order.release_after === null || order.release_after <= now) &&
  isOursToSend(order);

/** The channel still has it, and its goods are not also another order's; or a person decided to ship it. In SQL: order-sql.ts. */
const isOursToSend = ({ shared_goods, gone_at }: ReleaseFacts) =>
  shared_goods !== 'undecided' && (gone_at === null || shared_goods === 'ship');

/** The statuses of orders of which nothing has shipped: they can be held, and the warehouse asked to cancel them. */
export const unshippedStatuses: readonly OrderStatus[] = ['pending', 'error', 'packing'];

/** Why an order is not editable, for the sentence "It … and can no longer be edited." */
export function whereItIs({ order_status }: { order_status: string }): string {
  if (order_status === 'cancelled' || order_status === 'fulfilled') return order_status === 'cancelled' ? 'is cancelled' : 'is fulfilled';
  return order_status === 'shipped' ? 'has shipped' : 'is with the warehouse';
}
