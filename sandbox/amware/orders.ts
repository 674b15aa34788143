import type { Feed } from './feed.ts';
import type { Floor } from './floor.ts';
import { type Refusal, refusalOf } from './refusals.ts';
import type { Shelves } from './shelves.ts';
import type { KeptOrder, OrderBody } from './wire.ts';

export type CancelOutcome = 'cancelled' | 'pending' | 'too_late';

/** What a caller may do with its orders. */
export type OrderDesk = {
  /** `isNew` is false when the reference was known: then nothing has changed. */
  submit: (body: OrderBody) => { order: KeptOrder; isNew: boolean } | Refusal;
  replace: (order: KeptOrder, body: OrderBody) => KeptOrder | Refusal;
  cancel: (order: KeptOrder) => CancelOutcome;
  hold: (order: KeptOrder, held: boolean) => 'done' | 'too_late';
  byReference: (reference: string) => KeptOrder | undefined;
  /** Those that carry it, the newest first, at most a hundred. */
  byNumber: (orderNumber: string) => KeptOrder[];
};

export type DeskParts = {
  now: () => number;
  orders: Feed<KeptOrder>;
  shelves: Shelves;
  floor: Floor;
  knowsSku: (sku: string) => boolean;
  isAsnReference: (reference: string) => boolean;
  changed: (orderId: string) => void;
};

const firstNumber = 100_001;

export function createOrderDesk(parts: DeskParts): OrderDesk {
  const { orders, shelves, floor } = parts;
  const references = new Map([...orders.rows.values()].map((order) => [order.body.reference, order.id]));
  const byReference = (reference: string) => orders.rows.get(references.get(reference) ?? '');
  return {
    byReference,
    byNumber: (number) =>
      [...orders.rows.values()]
        .filter(({ body }) => body.order_numbers.includes(number))
        .toReversed()
        .slice(0, 100),
    submit: (body) => {
      const existing = byReference(body.reference);
      const result = existing ? { order: existing, isNew: false } : accept(body, parts);
      if ('order' in result) references.set(body.reference, result.order.id);
      return result;
    },
    replace: (order, body) => replace(order, body, parts),
    cancel: (order) => {
      if (order.status === 'open') {
        shelves.release(order.allocations);
        change(order, { status: 'cancelled', cancelRequested: false, allocations: [], nextAt: null }, parts);
      } else if (order.status === 'picking' && !order.cancelRequested) change(order, { cancelRequested: true }, parts);
      return order.status === 'cancelled' ? 'cancelled' : order.status === 'picking' ? 'pending' : 'too_late';
    },
    hold: (order, held) => {
      if (order.status !== 'open' && order.status !== 'picking') return 'too_late';
      if (order.held === held) return 'done';
      change(order, { held, nextAt: null }, parts);
      if (!held) floor.plan(order);
      return 'done';
    },
  };
}

function change(order: KeptOrder, changes: Partial<KeptOrder>, { orders, changed }: DeskParts) {
  orders.change(order.id, order, changes);
  changed(order.id);
}

function accept(body: OrderBody, parts: DeskParts): { order: KeptOrder; isNew: boolean } | Refusal {
  if (parts.isAsnReference(body.reference)) return duplicate(body.reference);
  const allocations = allocate(body, parts);
  if (!Array.isArray(allocations)) return allocations;
  const id = `AMW-${firstNumber + parts.orders.rows.size}`;
  const order = parts.orders.enter(id, newOrder(id, body, allocations, parts.now()));
  parts.floor.plan(order);
  parts.changed(id);
  return { order, isNew: true };
}

function replace(order: KeptOrder, body: OrderBody, parts: DeskParts): KeptOrder | Refusal {
  if (order.status !== 'open') return tooLate(order);
  parts.shelves.release(order.allocations);
  const allocations = allocate(body, parts);
  if (Array.isArray(allocations)) {
    change(order, { body, allocations, lines: linesOf(body) }, parts);
    return order;
  }
  order.allocations = reallocate(order, parts.shelves);
  return allocations;
}

function allocate(body: OrderBody, { knowsSku, shelves }: DeskParts) {
  const refusal = refusalOf(body, knowsSku);
  if (refusal) return refusal;
  const allocations = shelves.allocate(body.lines, body.warehouse_id);
  if (Array.isArray(allocations)) return allocations;
  const { missing } = allocations;
  const message = `There is not enough of ${body.lines[missing]?.sku} on the shelves.`;
  return { status: 422, code: 'out_of_stock', message, field: `lines[${missing}].quantity` };
}

/** Allocates again what a refused replacement had released: it was in stock a moment ago. */
function reallocate(order: KeptOrder, shelves: Shelves) {
  const again = shelves.allocate(order.lines, order.body.warehouse_id);
  return Array.isArray(again) ? again : [];
}

function newOrder(id: string, body: OrderBody, allocations: KeptOrder['allocations'], now: number): Omit<KeptOrder, 'sequence' | 'at'> {
  return {
    id,
    status: 'open',
    held: false,
    cancelRequested: false,
    createdAt: new Date(now).toISOString(),
    body,
    lines: linesOf(body),
    allocations,
    parcels: 0,
    nextAt: null,
  };
}

const linesOf = (body: OrderBody) => body.lines.map(({ line_reference, sku, quantity }) => ({ line_reference, sku, quantity, shipped: 0 }));

export function duplicate(reference: string): Refusal {
  return { status: 409, code: 'duplicate', message: `${reference} is the reference of another kind of record.`, field: 'reference' };
}

function tooLate(order: KeptOrder): Refusal {
  return { status: 409, code: 'too_late', message: `The order is ${order.status.replace('_', ' ')} and can no longer be changed.` };
}
