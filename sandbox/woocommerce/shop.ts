import type { Collection, Kept } from '../kit/collection.ts';
import type { Parts } from '../kit/stand-in.ts';
import { type Hook, notifyHooks } from '../kit/webhooks.ts';
import { delivery } from './delivery.ts';
import { type KeptOrder, type NewOrder, newOrder, plainAddress, plainMethod, type WooOrder } from './order.ts';
import { renderOrder } from './order-wire.ts';
import { idsOf, renderProduct, type WooProduct } from './product.ts';

/** `slug`: each shop has an address of its own. */
export type Credentials = { key: string; secret: string; name: string; slug: string };

/** What an administrator, a plugin or the host has set. */
export type Site = {
  /** The feature "order fulfilments" is on; otherwise it has no route. */
  hasFulfillments: boolean;
  /** The key may only read. */
  isReadOnly: boolean;
  /** The host takes the sign-in header away before WordPress sees it. */
  stripsAuthorization: boolean;
  /** What a plugin for order numbers puts before its own count; null without such a plugin: the number is the id. */
  numberPrefix: string | null;
};

/** One shop with all that it keeps. */
export type Shop = {
  site: Site;
  orders: Collection<WooOrder>;
  products: Collection<WooProduct>;
  hooks: Collection<Hook>;
  enter: (order: NewOrder) => KeptOrder;
  /** Changes an order as a person does there, with what follows: stock, times, webhooks. */
  change: (order: KeptOrder, changes: Partial<WooOrder>) => void;
  /** Takes units back, and the money for them. Their stock is there again. */
  refund: (order: KeptOrder, items: { sku: string; quantity: number }[], reason?: string) => void;
  /** A number of a line, note, refund or fulfilment, which are counted together. */
  nextId: () => number;
  now: () => number;
  /** Where the shop is. */
  address: () => string;
  /** Tries the address of a new subscription with a form that names it, unsigned. */
  ping: (hook: Kept<Hook>) => void;
};

export function openShop({ slug }: Credentials, { collection, clock, deliver, numbers, address: origin }: Parts): Shop {
  const address = () => `${origin()}/${slug}`;
  const orders = collection<WooOrder>('orders', 1001);
  const products = collection<WooProduct>('products', 301);
  const hooks = collection<Hook>('webhooks');
  const site: Site = { hasFulfillments: true, isReadOnly: false, stripsAuthorization: false, numberPrefix: null };
  const notify = notifyHooks(hooks, deliver, delivery(address));
  products.onChange((happening, product) => notify(`product.${happening}`, renderProduct(product)));
  orders.onChange((happening, order) => notify(`order.${happening}`, happening === 'deleted' ? { id: order.id } : renderOrder(order)));
  const nextId = numbers('lines', 50_001);
  const enter: Shop['enter'] = (entered) => {
    const { items, fees, shipping, method, ...order } = newOrder.parse(entered);
    const lines = items.map((item) => ({ ...item, id: nextId(), name: item.name ?? item.sku, ...idsOf(products, item.sku) }));
    const takes = takesStock(order.status) ?? false;
    if (takes) for (const line of lines) changeStock(products, line.product, -line.quantity);
    return orders.add((id) => ({
      ...{ ...order, shipping: { ...plainAddress, ...shipping }, method: method === undefined ? plainMethod : method, lines },
      number: site.numberPrefix === null ? String(id) : `${site.numberPrefix}${orders.all().length + 1}`,
      fees: fees.map((fee) => ({ ...fee, id: nextId() })),
      paidAt: unpaid.has(order.status) ? null : clock.now(),
      ...{ completedAt: null, hasReducedStock: takes, notes: [], refunds: [], fulfillments: [] },
    }));
  };
  const change: Shop['change'] = (order, changes) => {
    const status = changes.status ?? order.status;
    const takes = reduceStock(products, order, status);
    const isNew = (word: string) => status === word && order.status !== word;
    const [completes, trashes] = [isNew('completed'), isNew('trash')];
    orders.change(order, { ...changes, hasReducedStock: takes, ...(completes && { completedAt: clock.now() }) });
    if (trashes) notify('order.deleted', { id: order.id });
  };
  const refund: Shop['refund'] = (order, items, reason = '') => {
    const lines = takenBack(order, items);
    for (const line of lines) changeStock(products, line.product, line.quantity);
    const made = { id: nextId(), at: clock.now(), amount: worthOf(lines), reason, lines };
    orders.change(order, { refunds: [...order.refunds, made] });
  };
  const ping = (hook: Kept<Hook>) => deliver(pingOf(hook));
  return { site, orders, products, hooks, enter, change, refund, nextId, ping, address, now: clock.now };
}

const pingOf = ({ id, url }: Kept<Hook>): Parameters<Parts['deliver']>[0] => ({
  url,
  message: () => ({ body: `webhook_id=${id}`, headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
  retryAfterMs: [],
});

const worthOf = (lines: { quantity: number; price: number }[]) =>
  lines.reduce((sum, { quantity, price }) => sum + quantity * price, 0).toFixed(2);

/** The lines of these units, with their prices. */
const takenBack = (order: KeptOrder, items: { sku: string; quantity: number }[]) =>
  items.flatMap(({ sku, quantity }) => {
    const line = order.lines.find((each) => each.sku === sku);
    return line ? [{ item: line.id, quantity, product: line.product, price: Number(line.price) }] : [];
  });

/** Takes an order's goods out of stock, or puts them back, as its new status demands. Returns whether they are out. */
function reduceStock(products: Shop['products'], { lines, hasReducedStock }: KeptOrder, status: string): boolean {
  const takes = takesStock(status) ?? hasReducedStock;
  if (takes !== hasReducedStock) for (const line of lines) changeStock(products, line.product, takes ? -line.quantity : line.quantity);
  return takes;
}

const unpaid = new Set(['pending', 'on-hold', 'checkout-draft', 'failed', 'cancelled']);

/** Whether an order with this status has taken its goods out of stock; undefined: that stays as it was. */
function takesStock(status: string): boolean | undefined {
  if (status === 'processing' || status === 'on-hold' || status === 'completed') return true;
  return status === 'pending' || status === 'cancelled' ? false : undefined;
}

function changeStock(products: Shop['products'], id: number, by: number) {
  const product = products.get(id);
  if (product && product.stock !== null) products.change(product, { stock: product.stock + by });
}
