import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { bearer } from '../kit/sign-in.ts';
import { standIn } from '../kit/stand-in.ts';
import { paceSettings } from '../kit/steps.ts';
import { type Credentials, type Merchant, type MerchantOf, openMerchant, refuse } from './account.ts';
import { type NewProduct, newProduct } from './goods.ts';
import { goodsRoutes } from './goods-routes.ts';
import { statusOf } from './order.ts';
import { orderRoutes } from './order-routes.ts';
import { channel } from './order-wire.ts';
import { webhookRoutes } from './webhook-routes.ts';

const part = z.enum(['a part', 'the rest']);

/** ShipBob's API of version 2026-07: one account, and the channel of its token. */
export const shipBob = standIn<Credentials, Merchant>({
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
    orders: {
      fields: z.object({ pick: z.boolean(), ship: part }),
      add: () => ({ id: 0 }),
      change: ({ orders, ...floor }, id, { pick, ship }: { pick?: boolean; ship?: z.infer<typeof part> }) => {
        const order = orders.get(id);
        if (order && pick) floor.pick(order);
        if (order && ship) floor.ship(order, ship);
        return order ? { id: order.id, status: statusOf(order) } : null;
      },
    },
    receivings: {
      fields: z.object({ receive: part, recount: z.boolean() }),
      add: () => ({ id: 0 }),
      change: ({ receivings, ...dock }, id, { receive, recount }: { receive?: z.infer<typeof part>; recount?: boolean }) => {
        const order = receivings.get(id);
        if (order && receive) dock.receive(order, receive);
        if (order && recount) dock.recount(order);
        return order ? { id: order.id, status: order.status } : null;
      },
    },
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

function routes(app: FastifyInstance, merchantOf: MerchantOf) {
  app.addHook('preHandler', (request, reply, done) => {
    reply.header('date', new Date(merchantOf(request).now()).toUTCString());
    const meant = request.headers.shipbob_channel_id;
    if (meant !== undefined && meant !== String(channel.id)) return void reply.code(403).send();
    // A list has to be written as it is.
    if (/any%3a/i.test(request.url)) return void refuse(reply, 400, 'The filter is not understood.', 'SKU');
    done();
  });
  app.register(
    async (v) => {
      orderRoutes(v, merchantOf);
      goodsRoutes(v, merchantOf);
      webhookRoutes(v, merchantOf);
    },
    { prefix: '/2026-07' },
  );
}
