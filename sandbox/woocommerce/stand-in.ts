import type { FastifyInstance } from 'fastify';
import { entryOf, parcelRow, removedFrom } from '../kit/acts.ts';
import type { Query } from '../kit/paging.ts';
import { basic } from '../kit/sign-in.ts';
import { siteSettings, standIn } from '../kit/stand-in.ts';
import { itemsIn, type KeptOrder, type NewOrder, newOrder } from './order.ts';
import { orderRoutes } from './order-routes.ts';
import { newProduct } from './product.ts';
import { productRoutes } from './product-routes.ts';
import { noRoute, refuse, type ShopAccount, type ShopOf, wpError } from './replies.ts';
import { type Credentials, openShop, type Shop, siteFields } from './shop.ts';
import { siteZone } from './times.ts';
import { webhookRoutes } from './webhooks.ts';

/** Its keys are as long as real ones: 40 hexadecimal digits. */
const shop = (digits: string, rest: Pick<Credentials, 'name' | 'slug'>): Credentials => ({
  ...{ key: `ck_${digits.repeat(10)}`, secret: `cs_${digits.repeat(10)}`, ...rest },
});
const demoShops = [shop('de30', { name: 'Demo Gifts', slug: 'demo' }), shop('5ec0', { name: 'Second Store', slug: 'second' })];

/** WooCommerce's REST API v3, under the address of each shop. */
export const wooCommerce = standIn<Credentials, Shop>({
  ...{ name: 'woocommerce', path: '/woocommerce', accounts: demoShops, open: openShop },
  // By Basic, unless the host takes that header away; then by the query, which every request may use.
  signIn(request, accounts) {
    const { consumer_key, consumer_secret } = request.query as Query;
    const shop = accounts.find(({ slug }) => slug === (request.params as { shop?: string }).shop);
    if (!shop || (consumer_key === shop.key && consumer_secret === shop.secret)) return shop ?? null;
    return shop.site.stripsAuthorization ? null : basic<ShopAccount>(({ key, secret }) => [key, secret])(request, [shop]);
  },
  refusals: {
    unauthorized: wpError(401, 'woocommerce_rest_cannot_view', 'Sorry, you cannot list resources.'),
    rate_limited: { status: 429, body: { message: 'Too Many Requests' } },
    internal: wpError(500, 'internal_server_error', 'There has been a critical error on this website.'),
  },
  ...{ notFound: noRoute.body, broken: (message) => wpError(400, 'rest_invalid_json', message).body },
  ...{ routes, settings: siteSettings(siteFields) },
  entries: {
    orders: {
      ...{ fields: newOrder, add: ({ enter }, order: NewOrder) => enter(order), remove: removedFrom(({ orders }: Shop) => orders) },
      change({ orders, change }, id, { status, customer_note }: { status?: string; customer_note?: string }) {
        const order = orders.get(id);
        if (order) change(order, { ...(status && { status }), ...(customer_note && { customer_note }) });
        return order ? { id: order.id, status: order.status } : null;
      },
    },
    products: entryOf(newProduct, ({ products }: Shop) => products),
  },
  rows: ({ orders, products }) => ({
    orders: orders.all().map((order) => ({ orderId: order.id, orderNumber: order.number, status: order.status, ...parcelsOf(order) })),
    stock: products.all().map(({ sku, stock }) => ({ sku, stock })),
  }),
});

function routes(app: FastifyInstance, shopOf: ShopOf) {
  app.addHook('preHandler', (request, reply, done) => {
    const { isReadOnly, hasFulfillments } = shopOf(request).site;
    if (request.method !== 'GET' && isReadOnly)
      refuse(reply, 401, 'woocommerce_rest_authentication_error', 'The API key provided does not have write permissions.');
    else if (!hasFulfillments && request.url.includes('/fulfillments')) reply.code(404).send(noRoute.body);
    else done();
  });
  app.get('/:shop/wp-json/', { config: { operation: 'read_site' } }, (request) => {
    const { name, address } = shopOf(request);
    return { name, description: '', url: address(), home: address(), gmt_offset: '-5', timezone_string: siteZone, namespaces: ['wc/v3'] };
  });
  app.register(
    async (v3) => {
      for (const add of [orderRoutes, productRoutes, webhookRoutes]) add(v3, shopOf);
      v3.get('/shipping/zones', { config: { operation: 'list_shipping_zones' } }, () => zones);
      v3.get('/shipping/zones/:id/methods', { config: { operation: 'list_shipping_methods' } }, ({ params }) => methodsOf(params));
    },
    { prefix: '/:shop/wp-json/wc/v3' },
  );
}

const zones = ['Locations not covered by your other zones', 'United States'].map((name, id) => ({ id, name, order: 0 }));
const methods = ['flat_rate', 'free_shipping', 'local_pickup'].map((method_id, at) => {
  const [id, title] = [at + 1, method_id.replace('_', ' ')];
  return { id, instance_id: id, title, order: id, enabled: true, method_id, method_title: title, method_description: '', settings: {} };
});
const methodsOf = (params: unknown) => ((params as { id: string }).id === '0' ? [] : methods);

/** What the shop was told of parcels: as fulfilments, or in notes to the buyer. */
const parcelsOf = ({ fulfillments, notes, lines }: KeptOrder) => ({
  parcels: fulfillments.map(({ meta }) => {
    const number = meta.find(({ key }) => key === '_tracking_number')?.value ?? null;
    return parcelRow(number as string | null, itemsIn(meta), ({ id }) => lines.find((line) => line.id === id)?.sku);
  }),
  notes: notes.map(({ note }) => note),
});
