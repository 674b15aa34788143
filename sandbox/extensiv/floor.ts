import type { Collection, Kept } from '../kit/collection.ts';
import { openShelves, type Shelf, unitsOf } from '../kit/shelves.ts';
import type { Parts } from '../kit/stand-in.ts';
import { goOnByThemselves } from '../kit/steps.ts';
import type { Credentials, Item, Order, OrderLine, Paper, Receiver, ReceiverLine, SentLine } from './records.ts';

export type Floor = ReturnType<typeof openFloor>;

/** What a customer has at the 3PL, and what its people do with it. */
export function openFloor(_: Credentials, parts: Parts) {
  const goods = openGoods(parts);
  const floor = { ...goods, ...floorOf(goods, parts), ...dockOf(goods, parts) };
  // Step by step, unless somebody holds or cancels it or goods are missing.
  goOnByThemselves(goods.orders, parts, (order) => {
    if (order.status !== 0) return false;
    if (!order.lines.every(isAllocated)) goods.allocate(order);
    else if (order.held === null) floor[order.picked ? 'ship' : 'pick'](order);
    return true;
  });
  goOnByThemselves(goods.receivers, parts, (receiver) => {
    if (receiver.status !== 0) return false;
    const hasCome = receiver.lines.every(({ expected }) => expected !== null);
    if (hasCome) floor.close(receiver);
    else floor.receive(receiver, 1);
    return !hasCome;
  });
  return floor;
}

export const isAllocated = ({ quantity, allocations }: OrderLine) => unitsOf(allocations) === quantity;

/** Goods lie as deliveries, of which orders are allocated what they need. */
function openGoods({ collection, numbers }: Parts) {
  const [items, orders] = [collection<Item>('items', 11), collection<Order>('orders', 5001)];
  const nextId = numbers('lines', 50_001);
  const { shelves: deliveries, ...shelves } = openShelves(collection<Shelf>('deliveries', 901), () =>
    orders.all().flatMap(({ status, lines }) => (status === 0 ? lines.flatMap(({ allocations }) => allocations) : [])),
  );
  const itemOf = (sku: string) => items.find((item) => item.sku === sku);
  return {
    ...{ items, deliveries, orders, receivers: collection<Receiver>('receivers', 7001), ...shelves, itemOf, nextId },
    change: <T extends Paper<unknown>>(papers: Collection<T>, paper: Kept<T>, changes: Partial<T>) =>
      papers.change(paper, { ...changes, version: paper.version + 1 }),
    /** 0: there is no such item. */
    idOf: (sku: string) => itemOf(sku)?.id ?? 0,
    /** The lines of a body, of an order or a receiver; those that have an id keep it. */
    linesOf: (sent: SentLine[]): (OrderLine & ReceiverLine)[] =>
      sent.map(({ readOnly, itemIdentifier: { sku }, externalId = null, lotNumber: lot = null, qty: quantity }) => ({
        ...{ id: readOnly?.orderItemId || readOnly?.receiveItemId || nextId(), sku, externalId, quantity, lot },
        ...{ allocations: [], expected: null },
      })),
    allocate(order: Kept<Order>) {
      const free = order.lines.map((line) => ({ ...line, allocations: [] }));
      orders.patch(order, { lines: free });
      const taken = shelves.take(free, order.facility);
      orders.patch(order, { lines: free.map((line, at) => ({ ...line, allocations: taken[at] ?? [] })) });
    },
  };
}
type Goods = ReturnType<typeof openGoods>;

const floorOf = ({ orders, change, send, nextId }: Goods, { clock }: Parts) => ({
  pick: (order: Kept<Order>) => change(orders, order, { picked: true }),
  /** Packs what is allocated into one carton, and closes the order. */
  ship(order: Kept<Order>) {
    const contents = order.lines.flatMap(({ id: line, allocations }) => allocations.map((each) => ({ line, ...each })));
    send(contents);
    const carton = { id: nextId(), trackingNumber: `1Z${order.id}`, contents };
    change(orders, order, { picked: true, status: 1, closedAt: clock.now(), cartons: [carton] });
  },
});

const dockOf = ({ receivers, deliveries, change }: Goods, { clock }: Parts) => ({
  /** Counts what came so far; nothing of it is in stock before the receiver is closed. */
  receive(receiver: Kept<Receiver>, share: number) {
    const lines = receiver.lines.map((line) => {
      const expected = line.expected ?? line.quantity;
      return { ...line, expected, quantity: Math.floor(expected * share) };
    });
    change(receivers, receiver, { lines, arrivedAt: clock.now() });
  },
  close(receiver: Kept<Receiver>) {
    for (const { sku, lot, quantity } of receiver.lines)
      deliveries.add({ sku, building: receiver.facility, place: 'DOCK', lot, expires: null, onHand: quantity });
    change(receivers, receiver, { status: 1 });
  },
});
