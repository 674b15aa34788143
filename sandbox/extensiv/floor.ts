import type { Collection, Kept } from '../kit/collection.ts';
import type { Parts } from '../kit/stand-in.ts';
import { goOnByThemselves, type Pace } from '../kit/steps.ts';
import {
  type Allocation,
  type Credentials,
  type Delivery,
  type Item,
  isAllocated,
  type Order,
  type OrderLine,
  type Receiver,
  type SentLine,
} from './records.ts';

/** What a customer has at the 3PL, and what its people do with it. */
export type Floor = {
  items: Collection<Item>;
  deliveries: Collection<Delivery>;
  orders: Collection<Order>;
  receivers: Collection<Receiver>;
  /** How long an order or receiver waits for each step by itself; null: until somebody does it. */
  pace: Pace;
  itemOf: (sku: string) => Kept<Item> | undefined;
  /** 0: it has none. */
  idOf: (sku: string) => number;
  stock: (delivery: Omit<Delivery, 'itemId'>) => Kept<Delivery>;
  /** What is unallocated of a delivery. */
  free: (delivery: Kept<Delivery>) => number;
  /** The lines of a body; those that have an id keep it. */
  linesOf: (sent: SentLine[]) => OrderLine[];
  allocate: (order: Kept<Order>) => void;
  change: <T extends Order | Receiver>(collection: Collection<T>, record: Kept<T>, changes: Partial<T>) => void;
  pick: (order: Kept<Order>) => void;
  /** Packs what is allocated into one carton, and closes the order. */
  ship: (order: Kept<Order>) => void;
  /** Counts what came so far; nothing of it is in stock before the receiver is closed. */
  receive: (receiver: Kept<Receiver>, share: number) => void;
  close: (receiver: Kept<Receiver>) => void;
  nextId: () => number;
};

export function openFloor(_: Credentials, { collection, clock, schedule }: Parts): Floor {
  const [items, deliveries] = [collection<Item>('items', 11), collection<Delivery>('deliveries', 901)];
  const [orders, receivers] = [collection<Order>('orders', 5001), collection<Receiver>('receivers', 7001)];
  const pace: Pace = { stepMs: 4_000 };
  const itemOf = (sku: string) => items.find((item) => item.sku === sku);
  const idOf = (sku: string) => itemOf(sku)?.id ?? 0;
  const nextId = counter(orders, receivers);
  const change: Floor['change'] = (records, record, changes) => records.change(record, { ...changes, version: record.version + 1 });
  const stock: Floor['stock'] = (delivery) => deliveries.add({ ...delivery, itemId: idOf(delivery.sku) });
  const parts = { orders, receivers, deliveries, clock, nextId, change, stock };
  const floor: Floor = {
    ...{ items, deliveries, orders, receivers, pace, itemOf, idOf, nextId, change, stock },
    linesOf: (sent) =>
      sent.map(({ readOnly, itemIdentifier: { sku }, externalId = null, qty: quantity }) => ({
        ...{ id: readOnly?.orderItemId || nextId(), sku, externalId, quantity, allocations: [] },
      })),
    ...allocating(parts),
    ...shipping(parts),
    ...receiving(parts),
  };
  live(floor, { schedule, clock });
  return floor;
}

type Shared = Pick<Floor, 'orders' | 'receivers' | 'deliveries' | 'nextId' | 'change' | 'stock'> & Pick<Parts, 'clock'>;

function allocating({ orders, deliveries }: Shared): Pick<Floor, 'free' | 'allocate'> {
  const taken = (id: number) =>
    orders
      .all()
      .filter(({ status }) => status === 0)
      .flatMap(({ lines }) => lines.flatMap(({ allocations }) => allocations))
      .reduce((sum, { delivery, quantity }) => sum + (delivery === id ? quantity : 0), 0);
  const free: Floor['free'] = ({ id, onHand }) => onHand - taken(id);
  function allocationsFor({ sku, quantity }: OrderLine, facility: number): Allocation[] {
    let left = quantity;
    return deliveries.all().flatMap((each) => {
      const units = left > 0 && each.sku === sku && each.facility === facility ? Math.min(left, free(each)) : 0;
      left -= units;
      return units > 0 ? [{ delivery: each.id, quantity: units }] : [];
    });
  }
  return {
    free,
    allocate(order) {
      orders.patch(order, { lines: order.lines.map((line) => ({ ...line, allocations: [] })) });
      for (const [at, line] of order.lines.entries()) {
        const allocations = allocationsFor(line, order.facility);
        orders.patch(order, { lines: order.lines.with(at, { ...line, allocations }) });
      }
    },
  };
}

const shipping = ({ orders, deliveries, clock, nextId, change }: Shared): Pick<Floor, 'pick' | 'ship'> => ({
  pick: (order) => change(orders, order, { picked: true }),
  ship(order) {
    const contents = order.lines.flatMap(({ id: line, allocations }) => allocations.map((each) => ({ line, ...each })));
    for (const { delivery, quantity } of contents) {
      const from = deliveries.get(delivery);
      if (from) deliveries.change(from, { onHand: from.onHand - quantity });
    }
    const carton = { id: nextId(), trackingNumber: `1Z${order.id}`, contents };
    change(orders, order, { picked: true, status: 1, closedAt: clock.now(), cartons: [carton] });
  },
});

const receiving = ({ receivers, clock, change, stock }: Shared): Pick<Floor, 'receive' | 'close'> => ({
  receive(receiver, share) {
    const lines = receiver.lines.map((line) => {
      const expected = line.expected ?? line.quantity;
      return { ...line, expected, quantity: Math.floor(expected * share) };
    });
    change(receivers, receiver, { lines, arrivedAt: clock.now() });
  },
  close(receiver) {
    for (const { sku, lot, quantity } of receiver.lines)
      stock({ sku, facility: receiver.facility, place: 'DOCK', lot, expires: null, onHand: quantity });
    change(receivers, receiver, { status: 1 });
  },
});

/** An order is picked and shipped, and a receiver comes, a step at a time, unless somebody holds or cancels it or goods are missing. */
function live(floor: Floor, world: Pick<Parts, 'schedule' | 'clock'>): void {
  goOnByThemselves(floor.orders, world, floor.pace, (order) => {
    if (order.status !== 0) return false;
    if (!order.lines.every(isAllocated)) floor.allocate(order);
    else if (order.held === null && order.picked) floor.ship(order);
    else if (order.held === null) floor.pick(order);
    return true;
  });
  goOnByThemselves(floor.receivers, world, floor.pace, (receiver) => {
    if (receiver.status !== 0) return false;
    const hasCome = receiver.lines.every(({ expected }) => expected !== null);
    if (hasCome) floor.close(receiver);
    else floor.receive(receiver, 1);
    return !hasCome;
  });
}

function counter(orders: Collection<Order>, receivers: Collection<Receiver>): () => number {
  const used = [...orders.all().flatMap(({ lines, cartons }) => [...lines, ...cartons]), ...receivers.all().flatMap(({ lines }) => lines)];
  let last = Math.max(50_000, ...used.map(({ id }) => id));
  return () => {
    last += 1;
    return last;
  };
}
