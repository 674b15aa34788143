import { z } from 'zod';
import { actsBy, yes } from '../kit/acts.ts';
import { bearer } from '../kit/sign-in.ts';
import { standIn } from '../kit/stand-in.ts';
import { paceSettings } from '../kit/steps.ts';
import { headersOf } from '../kit/webhooks.ts';
import { type Credentials, type Merchant, openMerchant } from './account.ts';
import { type NewProduct, newProduct } from './goods.ts';
import { part, statusOf } from './orders.ts';
import { routes } from './routes.ts';

/** ShipBob's API of version 2026-07: one account, and the channel of its token. */
export const shipBob = standIn<Credentials, ReturnType<typeof openMerchant>>({
  ...{ name: 'shipbob', path: '/shipbob', accounts: [{ key: 'demo-shipbob-token' }], open: openMerchant, signIn: bearer(({ key }) => key) },
  refusals: {
    unauthorized: { status: 401, body: {} },
    rate_limited: { status: 429, body: { statusCode: 429, message: 'Rate limit is exceeded.' } },
    internal: { status: 500, body: { '': ['An unexpected error occurred.'] } },
  },
  // The window slides there; one that begins with its first request is stricter at its end.
  limits: [{ kind: 'window', most: 150, seconds: 60 }],
  limitHeaders: ({ remaining, refused, resetS }) =>
    headersOf('x-', { 'remaining-calls': remaining, ...(refused && { 'retry-after': resetS }) }),
  ...{ routes, settings: paceSettings, notFound: {}, broken: (message) => ({ '': [message] }) },
  stock: { of: ({ products }) => products, take: ({ add }, { sku, name, units }) => add({ sku, name, lots: [{ lot: null, units }] }) },
  entries: {
    products: { fields: newProduct, add: ({ add }, product: NewProduct) => add(product) },
    orders: actsBy(({ orders }: Merchant) => orders, { pick: yes, hold: z.boolean(), ship: part }),
    receivings: actsBy(({ receivings }: Merchant) => receivings, { receive: part, recount: yes }),
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
