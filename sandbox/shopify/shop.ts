import { z } from 'zod';
import { sell } from '../kit/acts.ts';
import type { Collection, Kept } from '../kit/collection.ts';
import { openOnce } from '../kit/graphql/once.ts';
import { refuse } from '../kit/graphql/replies.ts';
import { openJobs } from '../kit/jobs.ts';
import type { Account, Parts } from '../kit/stand-in.ts';
import { type Hook, notifyHooks, tellOf } from '../kit/webhooks.ts';
import { delivery } from './delivery.ts';

/** `handle`: each shop has an address and a domain of its own. */
export type Credentials = { key: string; secret: string; handle: string; name: string; shopId: number };

const bought = z.object({
  ...{ sku: z.string(), quantity: z.number().int(), price: z.string().default('10.00'), requiresShipping: z.boolean().default(true) },
  location: z.number().int().default(1),
});
/** What a buyer or the seller enters. `location`: where Shopify has each line sent from. */
export const newOrder = z.object({
  ...{ items: z.array(bought).min(1), financial: z.string().default('PAID'), note: z.string().nullable().default(null) },
  ...{ email: z.string().default('alex@example.com'), line1: z.string().default('1 Main Street') },
});
export type NewOrder = z.input<typeof newOrder>;

export type Line = z.output<typeof bought> & { id: number; item: number };
export type ShopOrder = Omit<z.output<typeof newOrder>, 'items'> & {
  lines: Line[];
  cancelledAt: number | null;
  /** The value of the metafield `crossdock.parcels`. */
  parcels: string | null;
};
/** A fulfilment order: what is to be sent from one location. */
export type Part = {
  order: number;
  location: number;
  status: string;
  requestStatus: string;
  holds: { id: number; ours: boolean }[];
  /** What the seller wrote when it was asked back. */
  request?: string;
  /** What we wrote when we declined it, or gave it back. */
  declined?: string | undefined;
  lines: { id: number; line: Line; total: number; remaining: number }[];
};
/** A fulfilment: what left together. */
export type Left = { line: Line; quantity: number };
export type Parcel = { order: number; location: number; numbers: string[]; lines: Left[] };
/** A variant with its inventory item, which has the same number here. */
export const newItem = z.object({
  ...{ sku: z.string(), name: z.string(), tracked: z.boolean().default(true) },
  ...{ available: z.record(z.string(), z.number().int()).default({ 1: 0 }), handle: z.string().optional() },
});
export type Item = z.output<typeof newItem>;

export const isOpen = ({ status }: Part) => status !== 'CLOSED' && status !== 'CANCELLED';
/** The second is a fulfilment service of this app. */
export const locations = [
  { id: 1, name: 'Main', isFulfillmentService: false },
  { id: 2, name: 'Crossdock', isFulfillmentService: true },
  { id: 3, name: 'York', isFulfillmentService: false },
];
export const isService = (location: number) => locations.some(({ id, isFulfillmentService }) => id === location && isFulfillmentService);

/** What the seller has set for the app. */
export const siteFields = z.object({ scopes: z.array(z.string()), hidesCustomers: z.boolean() });
export type Shop = ReturnType<typeof openShop>;
export type ShopAccount = Credentials & Shop & Account;
/** Units of a fulfilment order that are to go, by its lines; without any, all that is left of it. */
type Take = { part: Kept<Part>; lines: { id: number; quantity: number }[] };

const scopes = ['write_orders', 'read_all_orders', 'read_products', 'write_products', 'write_inventory', 'read_locations'];
const toFulfil = ['write_merchant_managed_fulfillment_orders', 'write_assigned_fulfillment_orders'];

export function openShop({ handle, secret }: Credentials, given: Parts) {
  const { collection, clock, deliver, numbers } = given;
  const orders = collection<ShopOrder>('orders', 5001);
  const parts = collection<Part>('fulfillment_orders', 7001);
  const parcels = collection<Parcel>('fulfillments', 9001);
  const items = collection<Item>('items', 301);
  const hooks = collection<Hook>('webhooks');
  const notify = notifyHooks(hooks, deliver, delivery(`${handle}.myshopify.com`, secret));
  tellOf(notify, orders, { created: 'ORDERS_CREATE', updated: 'ORDERS_UPDATED', deleted: 'ORDERS_DELETE' });
  tellOf(notify, items, { created: 'PRODUCTS_CREATE', updated: 'PRODUCTS_UPDATE', deleted: 'PRODUCTS_DELETE' });
  const nextId = numbers('lines', 50_001);
  const partsOf = (order: number) => parts.all().filter((part) => part.order === order);
  const parcelsOf = (order: number) => parcels.all().filter((parcel) => parcel.order === order);
  /** Changes a fulfilment order, which is no change of its order. */
  const turn = (part: Kept<Part>, changes: Partial<Part>, topic: string) => {
    parts.change(part, changes);
    notify(`FULFILLMENT_ORDERS_${topic}`, { fulfillment_order: { id: `gid://shopify/FulfillmentOrder/${part.id}` } });
  };
  /** Sends units of fulfilment orders, or says why not. */
  const ship = (takes: Take[], tracking: string[]): Kept<Parcel> => {
    const { order, location } = togetherOf(takes);
    const parcel = parcels.add({ order, location, numbers: tracking, lines: takes.flatMap((take) => sentFrom(parts, take)) });
    const whole = orders.get(order);
    if (whole) orders.change(whole, {});
    return parcel;
  };
  const site: z.infer<typeof siteFields> = { scopes: [...scopes, ...toFulfil], hidesCustomers: false };
  return {
    ...{ site, orders, parts, parcels, items, hooks, partsOf, parcelsOf, ship, turn, nextId, now: clock.now },
    /** Work that goes on after the reply: on a product, and on a query over all of a shop, with the file of what it found. */
    sets: openJobs<{ item: number }>(given, { name: 'product_operations' }),
    bulks: openJobs<{ file: number }>(given, { name: 'bulk_operations' }),
    enter: (entered: NewOrder): Kept<ShopOrder> => enter({ orders, parts, items, nextId }, entered),
    once: openOnce(),
  };
}

/** What is bought is sent from where each line lies: a fulfilment order for each location. */
function enter({ orders, parts, items, nextId }: Pick<Shop, 'orders' | 'parts' | 'items' | 'nextId'>, entered: NewOrder): Kept<ShopOrder> {
  const { items: buys, ...order } = newOrder.parse(entered);
  const lines = buys.map((buy) => ({ ...buy, id: nextId(), item: sell(items, buy.sku, leftBy(buy)) }));
  const kept = orders.add({ ...order, lines, cancelledAt: null, parcels: null });
  for (const [location, some] of Map.groupBy(lines, (line) => line.location))
    parts.add({
      ...{ order: kept.id, location, status: 'OPEN', requestStatus: isService(location) ? 'SUBMITTED' : 'UNSUBMITTED', holds: [] },
      lines: some.map((line) => ({ id: nextId(), line, total: line.quantity, remaining: line.quantity })),
    });
  return kept;
}

/** What is left at the location that it is sent from. */
const leftBy =
  ({ location, quantity, requiresShipping }: z.output<typeof bought>) =>
  ({ available }: Item) =>
    requiresShipping ? { available: { ...available, [location]: (available[location] ?? 0) - quantity } } : null;

type PartLine = Part['lines'][number];
/** Lines of a fulfilment order without units of each. */
export const less = (lines: PartLine[], unitsOf: (line: PartLine) => number) =>
  lines.map((line) => ({ ...line, remaining: line.remaining - unitsOf(line) }));

/** Takes what is sent off a fulfilment order. */
function sentFrom(parts: Collection<Part>, { part, lines: some }: Take): Left[] {
  const sent = some.length > 0 ? some : part.lines.map(({ id, remaining }) => ({ id, quantity: remaining }));
  const unitsOf = (line: { id: number }) => sent.find(({ id }) => id === line.id)?.quantity ?? 0;
  const rest = less(part.lines, unitsOf);
  parts.change(part, { lines: rest, status: rest.every(({ remaining }) => remaining === 0) ? 'CLOSED' : 'IN_PROGRESS' });
  return rest.flatMap((each) => (unitsOf(each) > 0 ? { line: each.line, quantity: unitsOf(each) } : []));
}

/** The order of which all of it is, and the place where all of it lies. Refuses what cannot leave together. */
function togetherOf(takes: Take[]): Pick<Part, 'order' | 'location'> {
  const cannot = (why: string) => refuse(why, ['fulfillment']);
  const [{ part } = cannot('Fulfillment orders are missing.')] = takes;
  if (takes.some((take) => take.part.order !== part.order)) cannot('All fulfillment orders must belong to the same order.');
  if (takes.some((take) => take.part.location !== part.location)) cannot('All fulfillment orders must be assigned to the same location.');
  for (const { part: one, lines } of takes) {
    const { status, requestStatus, location } = one;
    if (status !== 'OPEN' && status !== 'IN_PROGRESS') cannot(`Fulfillment order is ${status.toLowerCase()} and cannot be fulfilled.`);
    if (isService(location) && requestStatus !== 'ACCEPTED' && requestStatus !== 'CANCELLATION_REJECTED')
      cannot('Fulfillment request has not been accepted.');
    const has = (id: number) => one.lines.find((line) => line.id === id)?.remaining ?? 0;
    if (lines.some(({ id, quantity }) => quantity <= 0 || quantity > has(id)))
      cannot('Invalid fulfillment order line item quantity requested.');
  }
  return part;
}
