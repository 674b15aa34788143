import { z } from 'zod';
import { sell, units } from '../kit/acts.ts';
import type { Collection, Kept } from '../kit/collection.ts';
import type { Account, Parts } from '../kit/stand-in.ts';
import { type Hook, type HookForm, notifyHooks, tellOf } from '../kit/webhooks.ts';
import { hash } from '../seeded.ts';

/** `hash`: what each store is called in addresses. */
export type Credentials = { key: string; hash: string; name: string };

const bought = z.object({ sku: z.string(), quantity: z.number().int().positive(), price: z.string().default('10.0000') });
export const newOrder = z.object({
  ...{ items: z.array(bought).min(1), status: z.number().int().min(0).max(14).default(11), line1: z.string().default('1 Main Street') },
  message: z.string().default(''),
});
export type NewOrder = z.input<typeof newOrder>;
/** What a person does to an order in the control panel. `send`: of an SKU, by hand. */
export const personsAct = z.object({ status: z.number().int().min(0).max(14), archive: z.boolean(), refund: units, send: units }).partial();

export type PersonsAct = z.infer<typeof personsAct>;

export type Line = z.output<typeof bought> & { id: number; product: number; refunded: number; sent: number };
export type StoreOrder = Omit<z.output<typeof newOrder>, 'items'> & { address: number; lines: Line[]; isArchived: boolean };
export type Shipment = {
  order: number;
  address: number;
  tracking: string;
  provider: string;
  comments: string;
  link: string;
  items: { id: number; quantity: number }[];
};
export type Product = { sku: string; name: string; stock: number };

/** A status has the same number in every store, whatever it is called there. */
export const statuses = [
  ...['Incomplete', 'Pending', 'Shipped', 'Partially Shipped', 'Refunded', 'Cancelled', 'Declined', 'Awaiting Payment'],
  ...['Awaiting Pickup', 'Awaiting Shipment', 'Completed', 'Awaiting Fulfillment', 'Manual Verification Required', 'Disputed'],
  'Partially Refunded',
];

export type Store = {
  orders: Collection<StoreOrder>;
  shipments: Collection<Shipment>;
  products: Collection<Product>;
  hooks: Collection<Hook>;
  enter: (order: NewOrder) => Kept<StoreOrder>;
  /** Sends units of lines, after which the order is partly shipped or shipped; says why not. */
  ship: (order: Kept<StoreOrder>, shipment: Omit<Shipment, 'order'>) => Kept<Shipment> | string;
  act: (id: string, act: PersonsAct) => object | null;
};
export type StoreAccount = Store & Credentials & Account;

/** With the headers that were given with the subscription. Eleven more attempts in two days, after which it is switched off. */
const delivery = (store: string): HookForm => ({
  retryAfterMs: [60, 180, 300, 600, 900, 1_800, 3_600, 7_200, 21_600, 50_400, 86_400].map((seconds) => seconds * 1000),
  mostFailures: 1,
  message: ({ secret, topic }, record, deliveries) => {
    const [type = ''] = topic.split('/').slice(1);
    const scope = `store/${type}/updated`;
    const body = {
      store_id: '1001',
      producer: `stores/${store}`,
      scope,
      data: { type, ...record },
      hash: `${hash(`${scope} ${deliveries}`)}`,
    };
    return { body: JSON.stringify(body), headers: JSON.parse(secret) as Record<string, string> };
  },
});

export function openStore({ hash: name }: Credentials, { collection, deliver }: Parts): Store {
  const orders = collection<StoreOrder>('orders', 101);
  const shipments = collection<Shipment>('shipments', 901);
  const products = collection<Product>('products', 71);
  const hooks = collection<Hook>('hooks', 501);
  const notify = notifyHooks(hooks, deliver, delivery(name));
  tellOf(notify, orders, 'store/order/*');
  tellOf(notify, products, 'store/product/*');
  const ship = shipping(orders, shipments);
  return {
    ...{ orders, shipments, products, hooks, ship },
    enter(entered) {
      const { items, ...order } = newOrder.parse(entered);
      const lines = items.map((item) => {
        const product = sell(products, item.sku, ({ stock }) => ({ stock: stock - item.quantity }));
        return { ...item, product, refunded: 0, sent: 0 };
      });
      const numbered = (id: number) => lines.map((line, at) => ({ ...line, id: id * 100 + at }));
      return orders.add((id) => ({ ...order, address: id + 5_000, lines: numbered(id), isArchived: false }));
    },
    act(id, { status, archive, refund, send }) {
      const order = orders.get(id);
      if (!order) return null;
      const lines = order.lines.map((line) => (line.sku === refund?.sku ? { ...line, refunded: line.refunded + refund.quantity } : line));
      if (status !== undefined || refund || archive !== undefined)
        orders.change(order, { lines, ...(status !== undefined && { status }), ...(archive !== undefined && { isArchived: archive }) });
      const items = lines.flatMap(({ id, sku }) => (sku === send?.sku ? [{ id, quantity: send.quantity }] : []));
      if (send) ship(order, { address: order.address, tracking: 'BY-HAND', provider: '', comments: '', link: '', items });
      return { id: order.id };
    },
  };
}

/** Sends units of lines, where the shipment fits the order. */
const shipping =
  (orders: Store['orders'], shipments: Store['shipments']): Store['ship'] =>
  (order, shipment) => {
    if (shipment.address !== order.address) return 'The order_address_id is invalid.';
    const left = ({ id, quantity, sent }: Line) => quantity - sent - (shipment.items.find((item) => item.id === id)?.quantity ?? 0);
    const isKnown = shipment.items.every(({ id }) => order.lines.some((line) => line.id === id));
    if (!isKnown || order.lines.some((line) => left(line) < 0))
      return 'The quantity specified is greater than the quantity of the product.';
    const added = shipments.add({ ...shipment, order: order.id });
    const lines = order.lines.map((line) => ({ ...line, sent: line.quantity - left(line) }));
    orders.change(order, { lines, status: lines.every(({ quantity, sent, refunded }) => sent + refunded >= quantity) ? 2 : 3 });
    return added;
  };
