import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Collection, Kept } from '../kit/collection.ts';
import { sumOf } from '../kit/shelves.ts';
import type { Parts } from '../kit/stand-in.ts';
import { type Hook, type HookForm, type Notify, notifyHooks, signedMessage } from '../kit/webhooks.ts';
import { type KeptOrder, type NewOrder, newOrder, type WooOrder } from './order.ts';
import { renderOrder, worthOf } from './order-wire.ts';
import { renderProduct, type WooProduct } from './product.ts';

/** `slug`: each shop has an address of its own. */
export type Credentials = { key: string; secret: string; name: string; slug: string };

/** What an administrator, a plugin or the host has set. */
export const siteFields = z.object({
  /** The feature "order fulfilments" is on; otherwise it has no route. */
  hasFulfillments: z.boolean(),
  isReadOnly: z.boolean(),
  /** The host takes the sign-in header away before WordPress sees it. */
  stripsAuthorization: z.boolean(),
  /** What a plugin for order numbers puts before its own count; null without such a plugin: the number is the id. */
  numberPrefix: z.string().nullable(),
});
type Site = z.infer<typeof siteFields>;
export type Shop = ReturnType<typeof openShop>;

/** One shop with all that it keeps. */
export function openShop({ slug }: Credentials, { collection, clock: { now }, deliver, numbers, address: origin }: Parts) {
  const address = () => `${origin()}/${slug}`;
  const orders = collection<WooOrder>('orders', 1001);
  const products = collection<WooProduct>('products', 301);
  const hooks = collection<Hook>('webhooks');
  const site: Site = { hasFulfillments: true, isReadOnly: false, stripsAuthorization: false, numberPrefix: null };
  const notify = notifyHooks(hooks, deliver, delivery(address));
  products.onChange((happening, product) => notify(`product.${happening}`, renderProduct(product)));
  orders.onChange((happening, order) => notify(`order.${happening}`, happening === 'deleted' ? { id: order.id } : renderOrder(order)));
  /** Of a line, note, refund or fulfilment, which are counted together. */
  const nextId = numbers('lines', 50_001);
  return {
    ...{ site, orders, products, hooks, nextId, address, ...peopleOf({ orders, products, nextId, now, notify }, site) },
    enter(entered: NewOrder): KeptOrder {
      const { items, fees, ...order } = newOrder.parse(entered);
      const lines = items.map(({ name, ...item }) => {
        // A SKU that no product has belonged to a deleted one.
        const { id: product = 0, parent = 0, isDownloadable = false } = products.find(({ sku }) => sku === item.sku) ?? {};
        return { ...item, id: nextId(), name: name ?? item.sku, product, parent, isDownloadable };
      });
      const takes = takesStock[order.status] ?? false;
      if (takes) for (const line of lines) changeStock(products, line.product, -line.quantity);
      const fulfillments = order.status === 'processing' ? withDownloads({ lines, fulfillments: [] }, site, { nextId, now }) : [];
      return orders.add((id) => ({
        ...{ ...order, lines, fees: fees.map((fee) => ({ ...fee, id: nextId() })) },
        number: site.numberPrefix === null ? String(id) : `${site.numberPrefix}${orders.all().length + 1}`,
        paidAt: unpaid.has(order.status) ? null : now(),
        ...{ completedAt: null, hasReducedStock: takes, notes: [], refunds: [], fulfillments },
      }));
    },
    /** Tries the address of a new subscription with a form that names it, unsigned. */
    ping: ({ id, url }: Kept<Hook>) => deliver({ url, message: () => ({ body: `webhook_id=${id}`, headers: ofForms }), retryAfterMs: [] }),
  };
}
const ofForms = { 'content-type': 'application/x-www-form-urlencoded' };

type Books = { orders: Collection<WooOrder>; products: Collection<WooProduct>; nextId: () => number; now: () => number; notify: Notify };

/** Once an order is paid, the shop itself fulfils what is downloaded (`auto_fulfill_items_on_processing` of FulfillmentsSettings.php). */
function withDownloads({ lines, fulfillments }: Pick<WooOrder, 'lines' | 'fulfillments'>, site: Site, by: Pick<Books, 'nextId' | 'now'>) {
  const value = lines.flatMap(({ id: item_id, quantity: qty, isDownloadable }) => (isDownloadable ? { item_id, qty } : []));
  if (!site.hasFulfillments || fulfillments.length > 0 || value.length === 0) return fulfillments;
  return [{ id: by.nextId(), at: by.now(), status: 'fulfilled', is_fulfilled: true, meta: [{ key: '_items', value }] }];
}

const peopleOf = ({ orders, products, nextId, now, notify }: Books, site: Site) => ({
  /** Changes an order as a person does there, with what follows: stock, times, webhooks. */
  change(order: KeptOrder, changes: Partial<WooOrder>) {
    const status = changes.status ?? order.status;
    const takes = takesStock[status] ?? order.hasReducedStock;
    const moved = takes === order.hasReducedStock ? [] : order.lines;
    for (const { product, quantity } of moved) changeStock(products, product, takes ? -quantity : quantity);
    const becomes = order.status === status ? null : status;
    const completes = becomes === 'completed' && { completedAt: now() };
    const pays = (becomes === 'processing' || completes) && withDownloads({ ...order, ...changes }, site, { nextId, now });
    orders.change(order, { ...changes, ...(pays && { fulfillments: pays }), hasReducedStock: takes, ...completes });
    if (becomes === 'trash') notify('order.deleted', { id: order.id });
  },
  /** Takes units back, and the money for them. Their stock is there again. Only a refund of all its money changes the order's status. */
  refund(order: KeptOrder, items: { sku: string; quantity: number }[], reason = '') {
    const lines = items.flatMap(({ sku, quantity }) => {
      const line = order.lines.find((each) => each.sku === sku);
      return line ? { ...line, quantity } : [];
    });
    for (const { product, quantity } of lines) changeStock(products, product, quantity);
    const taken = lines.map(({ id: item, quantity }) => ({ item, quantity }));
    const refunds = [...order.refunds, { id: nextId(), at: now(), amount: worthOf(lines).toFixed(2), reason, lines: taken }];
    const isAll = sumOf(refunds, (refund) => Number(refund.amount)) >= Number(renderOrder(order).total);
    orders.change(order, { refunds, ...(isAll && { status: 'refunded' }) });
  },
});

const unpaid = new Set(['pending', 'on-hold', 'checkout-draft', 'failed', 'cancelled']);
/** Whether an order with this status has taken its goods out of stock; any other leaves that as it was. */
const takesStock: { [status: string]: boolean } = { processing: true, 'on-hold': true, completed: true, pending: false, cancelled: false };

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
