import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { actsBy, actsOn } from '../kit/acts.ts';
import { bearer } from '../kit/sign-in.ts';
import { standIn } from '../kit/stand-in.ts';
import { paceSettings } from '../kit/steps.ts';
import { type Credentials, type Merchant, type MerchantOf, openMerchant, refuse } from './account.ts';
import { type NewProduct, newProduct } from './goods.ts';
import { goodsRoutes, receivingRoutes } from './goods-routes.ts';
import { orderRoutes } from './order-routes.ts';
import { type KeptOrder, part, statusOf } from './orders.ts';
import type { KeptReceiving } from './receiving.ts';
import { webhookRoutes } from './webhook-routes.ts';
import { channel } from './wire.ts';

/** ShipBob's API of version 2026-07: one account, and the channel of its token. */
export const shipBob = standIn<Credentials, ReturnType<typeof openMerchant>>({
  ...{ name: 'shipbob', path: '/shipbob', accounts: [{ key: 'demo-shipbob-token' }], open: openMerchant, signIn: bearer(({ key }) => key) },
  refusals: {
    unauthorized: { status: 401, body: {} },
    rate_limited: { status: 429, body: { statusCode: 429, message: 'Rate limit is exceeded.' } },
    internal: { status: 500, body: { '': ['An unexpected error occurred.'] } },
  },
  ...{ notFound: {}, broken: (message) => ({ '': [message] }) },
  // The window slides there; one that begins with its first request is stricter at its end.
  limits: [{ kind: 'window', most: 150, seconds: 60 }],
  limitHeaders: ({ remaining, refused, resetS }) => ({
    'x-remaining-calls': String(remaining),
    ...(refused ? { 'x-retry-after': String(resetS) } : {}),
  }),
  routes,
  settings: paceSettings,
  stock({ products, add }, goods) {
    if (products.all().length === 0) for (const { sku, name, units } of goods) add({ sku, name, lots: [{ lot: null, units }] });
  },
  entries: {
    products: { fields: newProduct, add: ({ add }, product: NewProduct) => add(product) },
    orders: actsOn<Merchant, KeptOrder>(
      ({ orders }, id) => orders.get(id),
      actsBy({ pick: z.literal(true), hold: z.boolean(), ship: part }),
      (order) => ({ id: order.id, status: statusOf(order) }),
    ),
    receivings: actsOn<Merchant, KeptReceiving>(
      ({ receivings }, id) => receivings.get(id),
      actsBy({ receive: part, recount: z.literal(true) }),
      ({ id, status }) => ({ id, status }),
    ),
  },
  rows: ({ orders, receivings }) => ({
    orders: orders.all().map((order) => ({
      ...{ id: order.id, reference: order.body.reference_id, orderNumber: order.body.order_number, status: statusOf(order) },
      lines: order.body.products.map(({ reference_id: sku, quantity }) => ({ sku, quantity })),
      parcels: order.shipments.filter(({ status }) => status === 'Completed').map(({ id, taken }) => ({ id, taken })),
    })),
    receivings: receivings.all().map(({ id, status, body, boxes }) => ({ id, status, number: body.purchase_order_number, boxes })),
  }),
});

const scopes = ['orders_read', 'orders_write', 'receiving_read', 'receiving_write', 'webhooks_write'];
const another = { id: 100050, name: 'A shop', application_name: 'Shopify', scopes: ['orders_read'] };
const channels = [{ ...channel, application_name: 'API', scopes }, another];

function routes(app: FastifyInstance, merchantOf: MerchantOf) {
  app.addHook('preHandler', (request, reply, done) => {
    const meant = request.headers.shipbob_channel_id;
    if (meant === undefined && request.routeOptions.config.operation === 'submit_order')
      return void refuse(400)(reply, 'shipbob_channel_id is required.');
    if (meant !== undefined && meant !== String(channel.id)) return void reply.code(403).send();
    // A list has to be written as it is.
    if (/any%3a/i.test(request.url)) return void refuse(400)(reply, 'The filter is not understood.', 'SKU');
    done();
  });
  app.register(
    async (v) => {
      v.get('/channel', { config: { operation: 'list_channels' } }, () => ({ items: channels, next: null, prev: null }));
      for (const add of [orderRoutes, goodsRoutes, receivingRoutes, webhookRoutes]) add(v, merchantOf);
    },
    { prefix: '/2026-07' },
  );
}
