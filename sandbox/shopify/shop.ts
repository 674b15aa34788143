import { z } from 'zod';
import type { Kept } from '../kit/collection.ts';
import type { Account, Parts } from '../kit/stand-in.ts';
import { type Hook, notifyHooks } from '../kit/webhooks.ts';
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

export type Line = { id: number; sku: string; quantity: number; price: string; requiresShipping: boolean; item: number };
export type ShopOrder = Omit<z.output<typeof newOrder>, 'items'> & {
  lines: Line[];
  cancelledAt: number | null;
  /** The value of the metafield `crossdock.parcels`. */
  parcels: string | null;
};
export type Hold = { id: number; ours: boolean };
/** A fulfilment order: what is to be sent from one location. */
export type Part = {
  order: number;
  location: number;
  status: string;
  requestStatus: string;
  holds: Hold[];
  /** What the seller wrote when it was asked back. */
  request: string | null;
  /** What we wrote when we declined it, or gave it back. */
  declined: string | null;
  lines: { id: number; line: number; total: number; remaining: number }[];
};
/** A fulfilment: what left together. */
export type Parcel = { order: number; location: number; status: string; numbers: string[]; lines: { line: number; quantity: number }[] };
/** A variant with its inventory item, which has the same number here. */
export const newItem = z.object({
  ...{ sku: z.string(), name: z.string(), tracked: z.boolean().default(true) },
  ...{ available: z.record(z.string(), z.number().int()).default({ 1: 0 }), handle: z.string().optional() },
});
export type Item = z.output<typeof newItem>;
/** Work on a product, which goes on after the reply; how often it was asked for. */
export type SetWork = { item: number; looks: number };
/** A query over all of a shop, with the file of what it found. */
export type Bulk = { file: number; looks: number };

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
type Units = { id: number; quantity: number }[];

const scopes = ['write_orders', 'read_all_orders', 'read_products', 'write_products', 'write_inventory', 'read_locations'];
const toFulfil = ['write_merchant_managed_fulfillment_orders', 'write_assigned_fulfillment_orders'];

export function openShop({ handle, secret }: Credentials, { collection, clock, deliver, numbers }: Parts) {
  const orders = collection<ShopOrder>('orders', 5001);
  const parts = collection<Part>('fulfillment_orders', 7001);
  const parcels = collection<Parcel>('fulfillments', 9001);
  const items = collection<Item>('items', 301);
  const sets = collection<SetWork>('product_operations');
  const bulks = collection<Bulk>('bulk_operations');
  const hooks = collection<Hook>('webhooks');
  const notify = notifyHooks(hooks, deliver, delivery(`${handle}.myshopify.com`, secret));
  orders.onChange((happening, { id }) => notify(topicOf.orders[happening], { id }));
  items.onChange((happening, { id }) => notify(topicOf.items[happening], { id }));
  const nextId = numbers('lines', 50_001);
  const enter = (entered: NewOrder): Kept<ShopOrder> => {
    const { items: buys, ...order } = newOrder.parse(entered);
    const lines = buys.map(({ location, ...buy }) => {
      const item = items.find(({ sku }) => sku === buy.sku);
      if (item && buy.requiresShipping)
        items.change(item, { available: { ...item.available, [location]: (item.available[location] ?? 0) - buy.quantity } });
      return { ...buy, id: nextId(), item: item?.id ?? 0 };
    });
    const kept = orders.add({ ...order, lines, cancelledAt: null, parcels: null });
    for (const [location, some] of Map.groupBy(lines, (_line, at) => buys[at]?.location ?? 1))
      parts.add({
        ...{ order: kept.id, location, status: 'OPEN', requestStatus: isService(location) ? 'SUBMITTED' : 'UNSUBMITTED', holds: [] },
        lines: some.map(({ id, quantity }) => ({ id: nextId(), line: id, total: quantity, remaining: quantity })),
        ...{ request: null, declined: null },
      });
    return kept;
  };
  /** Changes a fulfilment order, which is no change of its order. */
  const turn = (part: Kept<Part>, changes: Partial<Part>, topic: string) => {
    parts.change(part, changes);
    notify(`FULFILLMENT_ORDERS_${topic}`, { fulfillment_order: { id: `gid://shopify/FulfillmentOrder/${part.id}` } });
  };
  /** Sends units of fulfilment orders; says why not. Without lines everything that is left of one goes. */
  const ship = (from: { part: Kept<Part>; lines: Units }[], numbers: string[]): Kept<Parcel> | string => {
    const [first] = from;
    if (!first || from.some(({ part }) => part.order !== first.part.order)) return 'All fulfillment orders must belong to the same order.';
    if (from.some(({ part }) => part.location !== first.part.location))
      return 'All fulfillment orders must be assigned to the same location.';
    const takes = from.map(({ part, lines }) => ({
      part,
      lines: lines.length > 0 ? lines : part.lines.map(({ id, remaining }) => ({ id, quantity: remaining })),
    }));
    const wrong = takes.map(({ part, lines }) => obstacleOf(part, lines)).find((each) => each !== null);
    if (wrong) return wrong;
    const left = takes.flatMap(({ part, lines }) =>
      lines.map(({ id, quantity }) => ({ line: part.lines.find((each) => each.id === id)?.line ?? 0, quantity })),
    );
    for (const { part, lines } of takes) {
      const after = part.lines.map((line) => ({
        ...line,
        remaining: line.remaining - (lines.find(({ id }) => id === line.id)?.quantity ?? 0),
      }));
      parts.change(part, { lines: after, status: after.every(({ remaining }) => remaining === 0) ? 'CLOSED' : 'IN_PROGRESS' });
    }
    const order = orders.get(first.part.order);
    const parcel = parcels.add({ order: first.part.order, location: first.part.location, status: 'SUCCESS', numbers, lines: left });
    if (order) orders.change(order, {});
    return parcel;
  };
  const site: z.infer<typeof siteFields> = { scopes: [...scopes, ...toFulfil], hidesCustomers: false };
  const partsOf = (order: number) => parts.all().filter((part) => part.order === order);
  return {
    ...{ site, orders, parts, parcels, items, sets, bulks, hooks, enter, partsOf, ship, turn, nextId, now: clock.now },
    /** To keys of idempotency. */
    replies: new Map<string, { input: string; reply: object }>(),
  };
}

const topicOf = {
  orders: { created: 'ORDERS_CREATE', updated: 'ORDERS_UPDATED', deleted: 'ORDERS_DELETE' },
  items: { created: 'PRODUCTS_CREATE', updated: 'PRODUCTS_UPDATE', deleted: 'PRODUCTS_DELETE' },
};

function obstacleOf({ status, requestStatus, location, lines: has }: Part, lines: Units): string | null {
  if (status !== 'OPEN' && status !== 'IN_PROGRESS') return `Fulfillment order is ${status.toLowerCase()} and cannot be fulfilled.`;
  if (isService(location) && requestStatus !== 'ACCEPTED' && requestStatus !== 'CANCELLATION_REJECTED')
    return 'Fulfillment request has not been accepted.';
  const fits = lines.every(({ id, quantity }) => quantity > 0 && quantity <= (has.find((line) => line.id === id)?.remaining ?? 0));
  return fits ? null : 'Invalid fulfillment order line item quantity requested.';
}
