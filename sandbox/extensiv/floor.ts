import type { Collection, Kept } from '../kit/collection.ts';
import type { Parts } from '../kit/stand-in.ts';
import type { Allocation, Credentials, Delivery, Item, Order, OrderLine, Receiver, SentLine } from './records.ts';

/** What a customer has at the 3PL, and what its people do with it. */
export type Floor = {
  items: Collection<Item>;
  deliveries: Collection<Delivery>;
  orders: Collection<Order>;
  receivers: Collection<Receiver>;
  /** How long an order or receiver waits for each step by itself; null: until somebody does it. */
  pace: { stepMs: number | null };
  itemOf: (sku: string) => Kept<Item> | undefined;
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
  const pace: Floor['pace'] = { stepMs: 4_000 };
  const itemOf = (sku: string) => items.find((item) => item.sku === sku);
  const taken = (id: number) =>
    orders
      .all()
      .filter(({ status }) => status === 0)
      .flatMap(({ lines }) => lines.flatMap(({ allocations }) => allocations))
      .reduce((sum, { delivery, quantity }) => sum + (delivery === id ? quantity : 0), 0);
  const free: Floor['free'] = ({ id, onHand }) => onHand - taken(id);
  const nextId = counter(orders, receivers);
  const change: Floor['change'] = (records, record, changes) => records.change(record, { ...changes, version: record.version + 1 });

  function allocationsFor({ sku, quantity }: OrderLine, facility: number): Allocation[] {
    let left = quantity;
    return deliveries.all().flatMap((each) => {
      const units = each.sku === sku && each.facility === facility ? Math.min(left, free(each)) : 0;
      left -= units;
      return units > 0 ? [{ delivery: each.id, quantity: units }] : [];
    });
  }
  const floor: Floor = {
    ...{ items, deliveries, orders, receivers, pace, itemOf, free, nextId, change },
    stock: (delivery) => deliveries.add({ ...delivery, itemId: itemOf(delivery.sku)?.id ?? 0 }),
    linesOf: (sent) =>
      sent.map(({ readOnly, itemIdentifier: { sku }, externalId = null, qty: quantity }) => ({
        ...{ id: readOnly?.orderItemId || nextId(), sku, externalId, quantity, allocations: [] },
      })),
    allocate(order) {
      orders.patch(order, { lines: order.lines.map((line) => ({ ...line, allocations: [] })) });
      for (const [at, line] of order.lines.entries()) {
        const allocations = allocationsFor(line, order.facility);
        orders.patch(order, { lines: order.lines.with(at, { ...line, allocations }) });
      }
    },
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
    receive(receiver, share) {
      const lines = receiver.lines.map((line) => {
        const expected = line.expected ?? line.quantity;
        return { ...line, expected, quantity: Math.floor(expected * share) };
      });
      change(receivers, receiver, { lines, arrivedAt: clock.now() });
    },
    close(receiver) {
      for (const { sku, lot, quantity } of receiver.lines)
        floor.stock({ sku, facility: receiver.facility, place: 'DOCK', lot, expires: null, onHand: quantity });
      change(receivers, receiver, { status: 1 });
    },
  };
  goOnByThemselves(floor, schedule, clock.now);
  return floor;
}

/** An order is picked and shipped, and a receiver comes, a step at a time, unless somebody holds or cancels it. */
function goOnByThemselves(floor: Floor, schedule: Parts['schedule'], now: () => number): void {
  const wake = (step: () => boolean) => {
    if (floor.pace.stepMs !== null) schedule.at(now() + floor.pace.stepMs, () => step() && wake(step));
  };
  const ship = (order: Kept<Order>) => () => {
    if (order.status !== 0) return false;
    if (order.held !== null) return true;
    if (order.picked) floor.ship(order);
    else floor.pick(order);
    return true;
  };
  const receive = (receiver: Kept<Receiver>) => () => {
    if (receiver.status !== 0) return false;
    const hasCome = receiver.lines.every(({ expected }) => expected !== null);
    if (hasCome) floor.close(receiver);
    else floor.receive(receiver, 1);
    return !hasCome;
  };
  for (const order of floor.orders.all()) wake(ship(order));
  for (const receiver of floor.receivers.all()) wake(receive(receiver));
  floor.orders.onChange((happening, order) => happening === 'created' && wake(ship(order)));
  floor.receivers.onChange((happening, receiver) => happening === 'created' && wake(receive(receiver)));
}

function counter(orders: Collection<Order>, receivers: Collection<Receiver>): () => number {
  const used = [...orders.all().flatMap(({ lines, cartons }) => [...lines, ...cartons]), ...receivers.all().flatMap(({ lines }) => lines)];
  let last = Math.max(50_000, ...used.map(({ id }) => id));
  return () => {
    last += 1;
    return last;
  };
}
