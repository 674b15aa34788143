import type { Collection, Kept } from '../kit/collection.ts';
import { type Taken, unitsOf } from '../kit/shelves.ts';
import type { Parts } from '../kit/stand-in.ts';
import { goOnByThemselves } from '../kit/steps.ts';
import type { OrderBody } from './bodies.ts';
import { buildings, type Goods } from './goods.ts';

export type Shipment = { id: number; building: number; taken: Taken[]; recipient: OrderBody['recipient']; leftAt: number | null } & {
  status: 'Processing' | 'Exception' | 'OnHold' | 'Cancelled' | 'Completed';
  detail: 'Picked' | 'Packed' | 'OutOfStock' | null;
};
export type Order = { body: OrderBody; shipments: Shipment[] };
export type KeptOrder = Kept<Order>;
export type Part = 'a part' | 'the rest';
export type Orders = ReturnType<typeof openOrders>;

/** An order is what its shipments are. */
export function statusOf({ shipments }: Order): string {
  const living = shipments.filter(({ status }) => status !== 'Cancelled');
  if (living.length === 0) return 'Cancelled';
  const left = living.filter(({ status }) => status === 'Completed').length;
  if (left > 0) return left === living.length ? 'Fulfilled' : 'PartiallyFulfilled';
  return living.some(({ status }) => status === 'Exception') ? 'Exception' : 'Processing';
}

const isOpen = ({ status }: Shipment) => status !== 'Completed' && status !== 'Cancelled';
/** Nobody has begun to pick it. */
const isFree = ({ status, detail }: Shipment) =>
  status !== 'Processing' ? status === 'OnHold' || status === 'Exception' : detail === null;
export const heldBy = ({ shipments }: Order) => shipments.filter(isOpen).flatMap(({ taken }) => taken);

/** What a caller may do with orders, and what the people on the floor do. `left` is called for what has been sent. */
export function openOrders(orders: Collection<Order>, goods: Goods, parts: Parts, left: (order: KeptOrder) => void) {
  const methods = ['Standard', 'Expedited', '2-Day'];
  const nextId = parts.numbers('shipments', 900_001);
  const floor = floorOf(orders, goods, { ...parts, nextId, left });
  goOnByThemselves(orders, parts, (order) => {
    if (order.shipments.some((each) => each.status === 'Processing' && isFree(each))) floor.pick(order);
    else floor.ship(order, 'the rest');
    return order.shipments.some(isOpen);
  });
  return {
    ...{ orders, methods, ...floor, ...changesOf(orders) },
    byReference: (reference: string) => orders.find(({ body }) => body.reference_id === reference),
    submit(body: OrderBody): KeptOrder {
      // What ShipBob does not know it invents: a method that ships by its standard, and a product that is nowhere.
      if (!methods.includes(body.shipping_method)) methods.push(body.shipping_method);
      for (const { reference_id: sku, name } of body.products) if (!goods.bySku(sku)) goods.add({ sku, name });
      return orders.add({ body, shipments: [{ id: nextId(), recipient: body.recipient, leftAt: null, ...packed(body, goods) }] });
    },
  };
}

const each = (orders: Collection<Order>, order: KeptOrder, change: (shipment: Shipment) => Shipment) =>
  orders.change(order, { shipments: order.shipments.map(change) });

type Means = Pick<Parts, 'clock'> & { nextId: () => number; left: (order: KeptOrder) => void };

/** What its people do. */
const floorOf = (orders: Collection<Order>, { send }: Goods, { clock, nextId, left }: Means) => ({
  pick: (order: KeptOrder) => each(orders, order, (one) => (isFree(one) ? { ...one, detail: 'Picked' } : one)),
  ship(order: KeptOrder, part: Part) {
    const open = order.shipments.find(({ status }) => status === 'Processing');
    if (!open) return;
    const [taken = [], others] = part === 'a part' ? halvesOf(open) : [open.taken];
    const now = { ...open, taken, status: 'Completed', detail: null, leftAt: clock.now() } as const;
    const rest = others ? [{ ...open, id: nextId(), taken: others }] : [];
    orders.change(order, { shipments: order.shipments.flatMap((one) => (one === open ? [now, ...rest] : [one])) });
    send(taken);
    left(order);
  },
});

const changesOf = (orders: Collection<Order>) => ({
  /** The shipments that were cancelled: those that nobody has begun to pick. */
  cancel(order: KeptOrder): number[] {
    const free = order.shipments.filter(isFree);
    if (free.length > 0) each(orders, order, (one) => (free.includes(one) ? { ...one, status: 'Cancelled', taken: [] } : one));
    return free.map(({ id }) => id);
  },
  shipment(id: number | string) {
    const order = orders.find(({ shipments }) => shipments.some((one) => String(one.id) === String(id)));
    const shipment = order?.shipments.find((one) => String(one.id) === String(id));
    return order && shipment ? { order, shipment } : undefined;
  },
  /** False once somebody works on it. */
  change(id: number, changes: Partial<Shipment>): boolean {
    const order = orders.find(({ shipments }) => shipments.some((one) => one.id === id && isFree(one)));
    if (order) each(orders, order, (one) => (one.id === id ? { ...one, ...changes } : one));
    return order !== undefined;
  },
});

/** From one building that has all, else it waits as an exception. */
function packed({ products, location_id: wanted }: OrderBody, { take }: Goods): Pick<Shipment, 'building' | 'taken' | 'status' | 'detail'> {
  const lines = products.map(({ reference_id: sku, quantity }) => ({ sku, quantity }));
  for (const { id: building } of buildings.filter(({ id }) => wanted == null || id === wanted)) {
    const taken = take(lines, building);
    if (taken.every((line, at) => unitsOf(line) === lines[at]?.quantity))
      return { building, taken: taken.flat(), status: 'Processing', detail: null };
  }
  return { building: wanted ?? 10, taken: [], status: 'Exception', detail: 'OutOfStock' };
}

/** Half of each lot, and of a single unit the first alone. */
function halvesOf({ taken }: Shipment): Taken[][] {
  const first = taken.map((one, at) => ({ ...one, quantity: one.quantity === 1 && at === 0 ? 1 : Math.floor(one.quantity / 2) }));
  const rest = taken.map((one, at) => ({ ...one, quantity: one.quantity - (first[at]?.quantity ?? 0) }));
  return [first, rest].map((half) => half.filter(({ quantity }) => quantity > 0));
}
