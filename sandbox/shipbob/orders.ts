import { z } from 'zod';
import { every, filled, optional, whole } from '../kit/bodies.ts';
import type { Collection, Kept } from '../kit/collection.ts';
import { type Taken, unitsOf } from '../kit/shelves.ts';
import type { Parts } from '../kit/stand-in.ts';
import { goOnByThemselves } from '../kit/steps.ts';
import { buildings, type Goods } from './goods.ts';

const [moment, upTo] = [z.iso.datetime().nullish(), (most: number) => z.string().max(most).nullish()];
const address = { ...every(filled, 'address1 city country'), ...every(optional, 'address2 company_name state zip_code') };
const person = { name: filled.max(300), email: z.email().nullish(), phone_number: upTo(50), address: z.strictObject(address) };
const bought = z.strictObject({ reference_id: z.string(), name: optional, quantity: whole.min(1), external_line_id: z.int32().nullish() });
/** As `POST /order` publishes it: what a stand-in does not know is refused. */
export const orderBody = z.strictObject({
  ...{ reference_id: filled.max(300), order_number: upTo(400), type: z.enum(['DTC', 'DropShip', 'B2B']) },
  ...{ shipping_method: filled, location_id: whole.nullish(), gift_message: upTo(500) },
  ...{ requested_delivery_date: moment, purchase_date: moment, recipient: z.strictObject(person), products: z.array(bought).min(1) },
  tags: z.array(z.strictObject({ name: z.string().max(50), value: z.string().max(500) })).nullish(),
});
type OrderBody = z.infer<typeof orderBody>;

export type Shipment = { id: number; building: number; taken: Taken[]; recipient: OrderBody['recipient']; leftAt: number | null } & {
  status: 'Processing' | 'Exception' | 'OnHold' | 'Cancelled' | 'Completed';
  detail: 'Picked' | 'OutOfStock' | null;
};
export type Order = { body: OrderBody; shipments: Shipment[] };
export type KeptOrder = Kept<Order>;
export const part = z.enum(['a part', 'the rest']);
export type Part = z.infer<typeof part>;

/** An order is what its shipments are. */
export function statusOf({ shipments }: Pick<Order, 'shipments'>): string {
  const living = shipments.filter(({ status }) => status !== 'Cancelled');
  if (living.length === 0) return 'Cancelled';
  const left = living.filter(({ status }) => status === 'Completed').length;
  if (left > 0) return left === living.length ? 'Fulfilled' : 'PartiallyFulfilled';
  return living.some(({ status }) => status === 'Exception') ? 'Exception' : 'Processing';
}

const isOpen = ({ status }: Shipment) => status !== 'Completed' && status !== 'Cancelled';
const isNext = ({ status, detail }: Shipment) => status === 'Processing' && detail === null;
/** Nobody has begun to pick it. */
const isFree = (one: Shipment) => isNext(one) || one.status === 'OnHold' || one.status === 'Exception';
export const heldBy = ({ shipments }: Order) => shipments.filter(isOpen).flatMap(({ taken }) => taken);

/** What a caller may do with orders, and what the people on the floor do. `left` is called for what has been sent. */
export function openOrders(orders: Collection<Order>, goods: Goods, parts: Parts, left: (order: KeptOrder) => void) {
  const methods = ['Standard', 'Expedited', '2-Day'];
  const nextId = parts.numbers('shipments', 900_001);
  const floor = changesOf(orders);
  const ship = (order: KeptOrder, part: Part) => {
    const open = order.shipments.find(({ status }) => status === 'Processing');
    if (!open) return;
    const [taken = [], others] = part === 'a part' ? halvesOf(open) : [open.taken];
    const now = { ...open, taken, status: 'Completed', detail: null, leftAt: parts.clock.now() } as const;
    const rest = others ? [{ ...open, id: nextId(), taken: others }] : [];
    orders.change(order, { shipments: order.shipments.flatMap((one) => (one === open ? [now, ...rest] : [one])) });
    goods.send(taken);
    left(order);
  };
  goOnByThemselves(orders, parts, (order) => {
    if (order.shipments.some(isNext)) floor.pick(order);
    else ship(order, 'the rest');
    return order.shipments.some(isOpen);
  });
  return {
    ...{ orders, methods, ...floor, ship },
    byReference: (reference: string) => orders.find(({ body }) => body.reference_id === reference),
    submit(body: OrderBody): KeptOrder {
      // What ShipBob does not know it invents: a method that ships by its standard, and a product that is nowhere.
      if (!methods.includes(body.shipping_method)) methods.push(body.shipping_method);
      for (const { reference_id: sku, name } of body.products) if (name && !goods.called(sku)) goods.add({ sku, name });
      return orders.add({ body, shipments: [{ id: nextId(), recipient: body.recipient, leftAt: null, ...packed(body, goods) }] });
    },
  };
}

function changesOf(orders: Collection<Order>) {
  const turn = (order: KeptOrder, which: (one: Shipment) => boolean, changes: Partial<Shipment>): boolean => {
    const isAny = order.shipments.some(which);
    if (isAny) orders.change(order, { shipments: order.shipments.map((one) => (which(one) ? { ...one, ...changes } : one)) });
    return isAny;
  };
  const shipment = (id: number | string) => {
    const all = orders.all().flatMap((order) => order.shipments.map((shipment) => ({ order, shipment })));
    return all.find(({ shipment }) => String(shipment.id) === String(id));
  };
  return {
    shipment,
    pick: (order: KeptOrder) => void turn(order, isFree, { detail: 'Picked' }),
    /** By somebody there, who lets it go on as well. */
    hold: (order: KeptOrder, on: boolean) =>
      on ? turn(order, isNext, { status: 'OnHold' }) : turn(order, ({ status }) => status === 'OnHold', { status: 'Processing' }),
    /** The shipments that nobody has begun to pick; false where there is none. */
    cancel: (order: KeptOrder) => turn(order, isFree, { status: 'Cancelled', taken: [] }),
    /** False once somebody works on it. */
    change: (id: number, changes: Partial<Shipment>) =>
      orders.all().some((order) => turn(order, (one) => one.id === id && isFree(one), changes)),
  };
}

/** From one building that has all, else it waits as an exception. */
function packed({ products, location_id: wanted }: OrderBody, { take }: Goods): Pick<Shipment, 'building' | 'taken' | 'status' | 'detail'> {
  const lines = products.map(({ reference_id: sku, quantity }) => ({ sku, quantity }));
  for (const { id: building } of buildings.filter(({ id }) => wanted == null || id === wanted)) {
    const taken = take(lines, building).flat();
    if (unitsOf(taken) === unitsOf(lines)) return { building, taken, status: 'Processing', detail: null };
  }
  return { building: wanted ?? 10, taken: [], status: 'Exception', detail: 'OutOfStock' };
}

/** Half of each lot, and of a single unit the first alone; and the rest. */
function halvesOf({ taken }: Shipment): Taken[][] {
  const half = taken.map(({ quantity }, at) => (quantity === 1 && at === 0 ? 1 : Math.floor(quantity / 2)));
  const units = [half, taken.map(({ quantity }, at) => quantity - (half[at] ?? 0))];
  return units.map((some) => taken.flatMap((one, at) => (some[at] ? { ...one, quantity: some[at] } : [])));
}
