import type { Clock } from '../clock.ts';
import type { Schedule } from '../schedule.ts';
import { hash } from '../seeded.ts';
import type { Feed } from './feed.ts';
import type { CancelWins, Pace } from './pace.ts';
import { firstHalf, parcelOf } from './parcels.ts';
import type { Shelves } from './shelves.ts';
import type { Allocation, KeptOrder, OrderStatus, Shipment } from './wire.ts';

/** The people who pick, pack and ship: they move orders on as time passes. */
export type Floor = {
  /** Schedules the order's next state; called when it is accepted and after a restart. */
  plan: (order: KeptOrder) => void;
  /** Moves an order to its next state at once. */
  advance: (order: KeptOrder) => void;
};

export type FloorParts = {
  clock: Clock;
  schedule: Schedule;
  pace: () => Pace;
  cancelWins: () => CancelWins;
  orders: Feed<KeptOrder>;
  shipments: Feed<Shipment>;
  shelves: Shelves;
  /** Called for every change, for the webhooks. */
  changed: (event: 'order.changed' | 'shipment.created' | 'stock.changed', id: string) => void;
};

export function createFloor(parts: FloorParts): Floor {
  const { clock, schedule, orders } = parts;
  const wake = (id: string) => {
    const order = orders.rows.get(id);
    if (!order || order.held || order.nextAt === null || order.nextAt > clock.now()) return;
    advance(order);
  };
  const advance = (order: KeptOrder) => {
    let draft: KeptOrder = { ...order };
    do draft = step(draft, parts);
    while (!isOver(draft.status) && parts.pace()[draft.status] === 0);
    const nextAt = timeOf(draft, parts);
    const { status, cancelRequested, lines, allocations, parcels } = draft;
    orders.change(order.id, order, { status, cancelRequested, lines, allocations, parcels, nextAt });
    parts.changed('order.changed', order.id);
    if (nextAt !== null) schedule.at(nextAt, () => wake(order.id));
  };
  return {
    plan: (order) => {
      order.nextAt ??= timeOf(order, parts);
      if (order.nextAt !== null && !isOver(order.status)) schedule.at(order.nextAt, () => wake(order.id));
    },
    advance: (order) => {
      if (!isOver(order.status)) advance(order);
    },
  };
}

export function isOver(status: OrderStatus): status is 'shipped' | 'cancelled' {
  return status === 'shipped' || status === 'cancelled';
}

function timeOf(order: KeptOrder, { pace, clock }: FloorParts): number | null {
  if (isOver(order.status)) return null;
  const wait = pace()[order.status];
  return wait === null ? null : clock.now() + wait;
}

function step(order: KeptOrder, parts: FloorParts): KeptOrder {
  if (order.cancelRequested) {
    if (cancelSucceeds(order, parts.cancelWins())) {
      parts.shelves.release(order.allocations);
      return { ...order, status: 'cancelled', cancelRequested: false, allocations: [] };
    }
    return step({ ...order, cancelRequested: false }, parts);
  }
  if (order.status === 'open') return { ...order, status: 'picking' };
  if (order.status === 'picking') return { ...order, status: 'packed' };
  return ship(order, parts);
}

function cancelSucceeds(order: KeptOrder, wins: CancelWins): boolean {
  return wins === 'by_order' ? hash(order.id) % 2 === 0 : wins === 'always';
}

function ship(order: KeptOrder, parts: FloorParts): KeptOrder {
  const splits = order.status === 'packed' && hash(`parcels:${order.id}`) % 100 < parts.pace().twoParcelsPercent;
  const { now, later } = splits ? firstHalf(order.allocations) : { now: order.allocations, later: [] };
  const parcel = parcelOf(order, parts.shelves.ship(now), new Date(parts.clock.now()).toISOString());
  parts.shipments.enter(parcel.id, parcel);
  parts.changed('shipment.created', parcel.id);
  for (const { sku } of parcel.lines) parts.changed('stock.changed', sku);
  const lines = order.lines.map((line, index) => ({ ...line, shipped: line.shipped + unitsOf(now, index) }));
  return { ...order, lines, allocations: later, parcels: order.parcels + 1, status: later.length > 0 ? 'partially_shipped' : 'shipped' };
}

function unitsOf(allocations: Allocation[], line: number): number {
  return allocations.reduce((sum, allocation) => sum + (allocation.line === line ? allocation.quantity : 0), 0);
}
