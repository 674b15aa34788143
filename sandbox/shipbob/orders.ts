import type { Collection } from '../kit/collection.ts';
import type { Parts as World } from '../kit/stand-in.ts';
import { goOnByThemselves } from '../kit/steps.ts';
import { buildings, type Goods } from './goods.ts';
import type { KeptOrder, Order, OrderBody, Shipment } from './order.ts';

/** What a caller may do with orders, and what the people on the floor do. */
export type Orders = {
  orders: Collection<Order>;
  methods: string[];
  byReference: (reference: string) => KeptOrder | undefined;
  submit: (body: OrderBody) => KeptOrder;
  /** The shipments that were cancelled: those that nobody has begun to pick. */
  cancel: (order: KeptOrder) => number[];
  shipment: (id: number | string) => { order: KeptOrder; shipment: Shipment } | undefined;
  /** False once somebody works on it. */
  change: (id: number, changes: Partial<Shipment>) => boolean;
  pick: (order: KeptOrder) => void;
  ship: (order: KeptOrder, part: 'a part' | 'the rest') => void;
};

type Parts = Pick<World, 'clock' | 'schedule' | 'pace'> & {
  goods: Goods;
  orders: Collection<Order>;
  left: (order: KeptOrder) => void;
};

export function openOrders({ clock, schedule, goods, orders, pace, left }: Parts): Orders {
  const methods = ['Standard', 'Expedited', '2-Day'];
  const floor = floorOf({ clock, goods, orders, left });
  goOnByThemselves(orders, { schedule, clock, pace }, (order) => {
    if (order.shipments.some(({ status, detail }) => status === 'Processing' && detail === null)) floor.pick(order);
    else floor.ship(order, 'the rest');
    return order.shipments.some(({ status }) => status !== 'Completed' && status !== 'Cancelled');
  });
  return {
    ...{ orders, methods, ...floor, ...changesOf(orders, goods) },
    byReference: (reference) => orders.find(({ body }) => body.reference_id === reference),
    submit(body) {
      // What ShipBob does not know it invents: a method that ships by its standard, and a product that is nowhere.
      if (!methods.includes(body.shipping_method)) methods.push(body.shipping_method);
      for (const { reference_id: sku, name } of body.products) if (!goods.bySku(sku)) goods.add({ sku, name });
      return orders.add({ body, shipments: [packed(body, goods, nextShipment(orders))] });
    },
  };
}

const set = (orders: Collection<Order>, order: KeptOrder, change: (shipment: Shipment) => Shipment) =>
  orders.change(order, { shipments: order.shipments.map(change) });

/** What its people do. */
const floorOf = ({ clock, goods, orders, left }: Pick<Parts, 'clock' | 'goods' | 'orders' | 'left'>): Pick<Orders, 'pick' | 'ship'> => ({
  pick: (order) => set(orders, order, (each) => (isFree(each) ? { ...each, detail: 'Picked' } : each)),
  ship(order, part) {
    const [open] = order.shipments.filter(({ status }) => status === 'Processing');
    if (!open) return;
    const halves = part === 'a part' ? halvesOf(open) : [open.taken];
    const now = { ...open, taken: halves[0] ?? [], status: 'Completed', detail: null, leftAt: clock.now() } as const;
    const rest = halves[1] ? [{ ...open, id: nextShipment(orders), taken: halves[1] }] : [];
    orders.change(order, { shipments: order.shipments.flatMap((each) => (each === open ? [now, ...rest] : [each])) });
    goods.send(now.taken);
    left(order);
  },
});

const changesOf = (orders: Collection<Order>, goods: Goods): Pick<Orders, 'cancel' | 'shipment' | 'change'> => ({
  cancel(order) {
    const free = order.shipments.filter(isFree);
    for (const { taken } of free) goods.release(taken);
    if (free.length > 0) set(orders, order, (each) => (free.includes(each) ? { ...each, status: 'Cancelled', taken: [] } : each));
    return free.map(({ id }) => id);
  },
  shipment(id) {
    const order = orders.find(({ shipments }) => shipments.some((each) => String(each.id) === String(id)));
    const shipment = order?.shipments.find((each) => String(each.id) === String(id));
    return order && shipment ? { order, shipment } : undefined;
  },
  change(id, changes) {
    const order = orders.find(({ shipments }) => shipments.some((each) => each.id === id && isFree(each)));
    if (order) set(orders, order, (each) => (each.id === id ? { ...each, ...changes } : each));
    return order !== undefined;
  },
});

const isFree = ({ status, detail }: Shipment) =>
  status === 'OnHold' || status === 'Exception' || (status === 'Processing' && detail === null);

const nextShipment = (orders: Collection<Order>) =>
  Math.max(900_000, ...orders.all().flatMap(({ shipments }) => shipments.map(({ id }) => id))) + 1;

/** From one building that has all, else it waits as an exception. */
function packed(body: OrderBody, goods: Goods, id: number): Shipment {
  const { recipient, location_id } = body;
  const base = { id, recipient, leftAt: null, building: location_id ?? 10 } as const;
  for (const { id: building } of buildings.filter((each) => location_id == null || each.id === location_id)) {
    const taken = body.products.map(({ reference_id: sku, quantity }) => {
      const product = goods.bySku(sku);
      return (product && goods.commit(product, quantity, building)) ?? null;
    });
    if (taken.every((each) => each !== null)) return { ...base, building, status: 'Processing', detail: null, taken: taken.flat() };
    goods.release(taken.flatMap((each) => each ?? []));
  }
  return { ...base, status: 'Exception', detail: 'OutOfStock', taken: [] };
}

/** Half of each lot, and of a single unit the first alone. */
function halvesOf({ taken }: Shipment): Shipment['taken'][] {
  const first = taken.map((each, at) => ({ ...each, quantity: each.quantity === 1 && at === 0 ? 1 : Math.floor(each.quantity / 2) }));
  const rest = taken.map((each, at) => ({ ...each, quantity: each.quantity - (first[at]?.quantity ?? 0) }));
  return [first, rest].map((half) => half.filter(({ quantity }) => quantity > 0));
}
