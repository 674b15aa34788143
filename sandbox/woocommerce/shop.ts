import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Collection, Kept } from '../kit/collection.ts';
import type { Parts } from '../kit/stand-in.ts';
import { type Hook, type HookForm, type Notify, notifyHooks, signedMessage } from '../kit/webhooks.ts';
import { type KeptOrder, type NewOrder, newOrder, type WooOrder } from './order.ts';
import { renderOrder } from './order-wire.ts';
import { renderProduct, type WooProduct } from './product.ts';

/** `slug`: each shop has an address of its own. */
export type Credentials = { key: string; secret: string; name: string; slug: string };

/** What an administrator, a plugin or the host has set. */
export const siteFields = z.object({
  /** The feature "order fulfilments" is on; otherwise it has no route. */
  hasFulfillments: z.boolean(),
  /** The key may only read. */
  isReadOnly: z.boolean(),
  /** The host takes the sign-in header away before WordPress sees it. */
  stripsAuthorization: z.boolean(),
  /** What a plugin for order numbers puts before its own count; null without such a plugin: the number is the id. */
  numberPrefix: z.string().nullable(),
});
export type Shop = ReturnType<typeof openShop>;

/** One shop with all that it keeps. */
export function openShop({ slug }: Credentials, { collection, clock, deliver, numbers, address: origin }: Parts) {
  const address = () => `${origin()}/${slug}`;
  const orders = collection<WooOrder>('orders', 1001);
  const products = collection<WooProduct>('products', 301);
  const hooks = collection<Hook>('webhooks');
  const site: z.infer<typeof siteFields> = { hasFulfillments: true, isReadOnly: false, stripsAuthorization: false, numberPrefix: null };
  const notify = notifyHooks(hooks, deliver, delivery(address));
  products.onChange((happening, product) => notify(`product.${happening}`, renderProduct(product)));
  orders.onChange((happening, order) => notify(`order.${happening}`, happening === 'deleted' ? { id: order.id } : renderOrder(order)));
  /** Of a line, note, refund or fulfilment, which are counted together. */
  const nextId = numbers('lines', 50_001);
  const books = { site, orders, products, nextId, notify, now: clock.now };
  const downloadsIn = fulfilling(books);
  return {
    ...{ site, orders, products, hooks, nextId, address, ...peopleOf({ ...books, downloadsIn }) },
    enter(entered: NewOrder): KeptOrder {
      const { items, fees, ...order } = newOrder.parse(entered);
      const lines = items.map(({ name, ...item }) => {
        // A SKU that no product has belonged to a deleted one.
        const { id: product = 0, parent = 0 } = products.find(({ sku }) => sku === item.sku) ?? {};
        return { ...item, id: nextId(), name: name ?? item.sku, product, parent };
      });
      const takes = takesStock(order.status) ?? false;
      if (takes) for (const line of lines) changeStock(products, line.product, -line.quantity);
      const fulfillments = order.status === 'processing' ? downloadsIn({ lines, fulfillments: [] }) : [];
      return orders.add((id) => ({
        ...{ ...order, lines, fees: fees.map((fee) => ({ ...fee, id: nextId() })) },
        number: site.numberPrefix === null ? String(id) : `${site.numberPrefix}${orders.all().length + 1}`,
        paidAt: unpaid.has(order.status) ? null : clock.now(),
        ...{ completedAt: null, hasReducedStock: takes, notes: [], refunds: [], fulfillments },
      }));
    },
    /** Tries the address of a new subscription with a form that names it, unsigned. */
    ping({ id, url }: Kept<Hook>) {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      deliver({ url, message: () => ({ body: `webhook_id=${id}`, headers }), retryAfterMs: [] });
    },
  };
}

type Books = {
  site: z.infer<typeof siteFields>;
  orders: Collection<WooOrder>;
  products: Collection<WooProduct>;
  nextId: () => number;
  now: () => number;
  notify: Notify;
};
type Downloads = ReturnType<typeof fulfilling>;

/**
 * What is downloaded is fulfilled by the shop itself once an order is paid, and nobody is told; once (`auto_fulfill_items_on_processing` of
 * FulfillmentsSettings.php, whose setting is on at first).
 */
const fulfilling =
  ({ site, products, nextId, now }: Books) =>
  ({ lines, fulfillments }: Pick<WooOrder, 'lines' | 'fulfillments'>): WooOrder['fulfillments'] => {
    const downloads = lines.filter(({ product }) => products.get(product)?.isDownloadable);
    if (!site.hasFulfillments || fulfillments.length > 0 || downloads.length === 0) return fulfillments;
    const value = downloads.map(({ id: item_id, quantity: qty }) => ({ item_id, qty }));
    return [{ id: nextId(), at: now(), status: 'fulfilled', is_fulfilled: true, meta: [{ key: '_items', value }] }];
  };

const peopleOf = ({ orders, products, nextId, now, notify, downloadsIn }: Books & { downloadsIn: Downloads }) => ({
  /** Changes an order as a person does there, with what follows: stock, times, webhooks. */
  change(order: KeptOrder, changes: Partial<WooOrder>) {
    const status = changes.status ?? order.status;
    const takes = takesStock(status) ?? order.hasReducedStock;
    if (takes !== order.hasReducedStock)
      for (const { product, quantity } of order.lines) changeStock(products, product, takes ? -quantity : quantity);
    const isNew = (word: string) => status === word && order.status !== word;
    const [completes, trashes] = [isNew('completed'), isNew('trash')];
    const fulfillments = isNew('processing') || completes ? { fulfillments: downloadsIn({ ...order, ...changes }) } : {};
    orders.change(order, { ...changes, ...fulfillments, hasReducedStock: takes, ...(completes && { completedAt: now() }) });
    if (trashes) notify('order.deleted', { id: order.id });
  },
  /** Takes units back, and the money for them. Their stock is there again. Only a refund of all its money changes the order's status. */
  refund(order: KeptOrder, items: { sku: string; quantity: number }[], reason = '') {
    const lines = items.flatMap(({ sku, quantity }) => {
      const line = order.lines.find((each) => each.sku === sku);
      return line ? { ...line, quantity } : [];
    });
    for (const { product, quantity } of lines) changeStock(products, product, quantity);
    const amount = lines.reduce((sum, { quantity, price }) => sum + quantity * Number(price), 0).toFixed(2);
    const taken = lines.map(({ id: item, quantity }) => ({ item, quantity }));
    const refunds = [...order.refunds, { id: nextId(), at: now(), amount, reason, lines: taken }];
    const isAll = refunds.reduce((sum, refund) => sum + Number(refund.amount), 0) >= Number(renderOrder(order).total);
    orders.change(order, { refunds, ...(isAll && { status: 'refunded' }) });
  },
});

const unpaid = new Set(['pending', 'on-hold', 'checkout-draft', 'failed', 'cancelled']);

/** Whether an order with this status has taken its goods out of stock; undefined: that stays as it was. */
function takesStock(status: string): boolean | undefined {
  if (status === 'processing' || status === 'on-hold' || status === 'completed') return true;
  return status === 'pending' || status === 'cancelled' ? false : undefined;
}

function changeStock(products: Collection<WooProduct>, id: number, by: number) {
  const product = products.get(id);
  if (product && product.stock !== null) products.change(product, { stock: product.stock + by });
}

/**
 * Signed over the body as it is sent. One attempt each; more than five failures in a row switch the subscription off: the count is looked
 * at before it is raised, so that is the seventh (`failed_delivery` of class-wc-webhook.php).
 */
const delivery = (address: () => string): HookForm => ({
  ...{ retryAfterMs: [], mostFailures: 7 },
  message: signedMessage('x-wc-webhook-', ({ id, topic, secret }, deliveries, signedWith) => {
    const [resource = '', event = ''] = topic.split('.');
    const delivery = createHash('md5').update(`${id}-${deliveries}`).digest('hex');
    return { source: `${address()}/`, topic, resource, event, id, signature: signedWith(secret), 'delivery-id': delivery };
  }),
});
