import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { removedFrom, unitsBySku } from '../kit/acts.ts';
import { siteSettings, standIn } from '../kit/stand-in.ts';
import { type KeptOrder, type NewOrder, newOrder } from './order.ts';
import { itemsIn, orderRoutes } from './order-routes.ts';
import { type NewProduct, newProduct } from './product.ts';
import { productRoutes } from './product-routes.ts';
import { noRoute, refuse, type ShopOf, wpError } from './replies.ts';
import { type Credentials, openShop, type Shop } from './shop.ts';
import { signIn } from './sign-in.ts';
import { siteZone } from './times.ts';
import { webhookRoutes } from './webhooks.ts';

/** As long as real ones: 40 hexadecimal digits. */
const keys = (digits: string) => ({ key: `ck_${digits.repeat(10)}`, secret: `cs_${digits.repeat(10)}` });
const demoShops: Credentials[] = [
  { ...keys('de30'), name: 'Demo Gifts', slug: 'demo' },
  { ...keys('5ec0'), name: 'Second Store', slug: 'second' },
];

/** WooCommerce's REST API v3, under the address of each shop. */
export const wooCommerce = standIn<Credentials, Shop>({
  ...{ name: 'woocommerce', path: '/woocommerce', accounts: demoShops, open: openShop, signIn },
  refusals: {
    unauthorized: wpError(401, 'woocommerce_rest_cannot_view', 'Sorry, you cannot list resources.'),
    rate_limited: { status: 429, body: { message: 'Too Many Requests' } },
    internal: wpError(500, 'internal_server_error', 'There has been a critical error on this website.'),
  },
  ...{ notFound: noRoute.body, broken: (message) => wpError(400, 'rest_invalid_json', message).body },
  routes,
  settings: siteSettings(
    z.object({
      ...{ hasFulfillments: z.boolean(), isReadOnly: z.boolean(), stripsAuthorization: z.boolean(), numberPrefix: z.string().nullable() },
    }),
  ),
  entries: {
    orders: {
      fields: newOrder,
      add: ({ enter }, order: NewOrder) => enter(order),
      change: ({ orders, change }, id, { status, customer_note }: { status?: string; customer_note?: string }) => {
        const order = orders.get(id);
        if (order) change(order, { ...(status && { status }), ...(customer_note && { customer_note }) });
        return order ? { id: order.id, status: order.status } : null;
      },
      remove: removedFrom(({ orders }: Shop) => orders),
    },
    products: {
      fields: newProduct,
      add: ({ products }, product: NewProduct) => products.add(newProduct.parse(product)),
      remove: removedFrom(({ products }: Shop) => products),
    },
  },
  rows: ({ orders, products }) => ({
    orders: orders
      .all()
      .map((order) => ({ ...{ orderId: order.id, orderNumber: order.number, status: order.status }, ...parcelsOf(order) })),
    stock: products.all().map(({ sku, stock }) => ({ sku, stock })),
  }),
});

function routes(app: FastifyInstance, shopOf: ShopOf) {
  app.addHook('preHandler', (request, reply, done) => {
    // Walks begin by it, so it has to be the clock that records are dated by.
    reply.header('date', new Date(shopOf(request).now()).toUTCString());
    if (request.method === 'GET' || !shopOf(request).site.isReadOnly) return done();
    refuse(reply, 401, 'woocommerce_rest_authentication_error', 'The API key provided does not have write permissions.');
  });
  app.get('/:shop/wp-json/', { config: { operation: 'read_site' } }, (request) => {
    const { name, address } = shopOf(request);
    return { name, description: '', url: address(), home: address(), gmt_offset: '-5', timezone_string: siteZone, namespaces: ['wc/v3'] };
  });
  app.register(
    async (v3) => {
      orderRoutes(v3, shopOf);
      productRoutes(v3, shopOf);
      webhookRoutes(v3, shopOf);
      shippingRoutes(v3);
    },
    { prefix: '/:shop/wp-json/wc/v3' },
  );
}

const zones = [
  { id: 0, name: 'Locations not covered by your other zones', order: 0 },
  { id: 1, name: 'United States', order: 0 },
];
const methods = ['flat_rate', 'free_shipping', 'local_pickup'];

function shippingRoutes(app: FastifyInstance) {
  app.get('/shipping/zones', { config: { operation: 'list_shipping_zones' } }, () => zones);
  app.get<{ Params: { id: string } }>('/shipping/zones/:id/methods', { config: { operation: 'list_shipping_methods' } }, (request) =>
    request.params.id === '0' ? [] : methods.map(renderMethod),
  );
}

const renderMethod = (method_id: string, at: number) => ({
  ...{ id: at + 1, instance_id: at + 1, title: method_id.replace('_', ' '), order: at + 1, enabled: true, method_id },
  ...{ method_title: method_id.replace('_', ' '), method_description: '', settings: {} },
});

/** What the shop was told of parcels: as fulfilments, or in notes to the buyer. */
function parcelsOf({ fulfillments, notes, lines }: KeptOrder) {
  const skuOf = (id: number) => lines.find((line) => line.id === id)?.sku ?? '';
  return {
    parcels: fulfillments.map(({ meta }) => ({
      trackingNumber: meta.find(({ key }) => key === '_tracking_number')?.value ?? null,
      units: unitsBySku(
        (itemsIn(meta) ?? []).map(({ item_id, qty: quantity }) => ({ sku: skuOf(item_id), quantity })),
        ({ sku }) => sku,
      ),
    })),
    notes: notes.map(({ note }) => note),
  };
}
