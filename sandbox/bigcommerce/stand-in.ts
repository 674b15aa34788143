import { z } from 'zod';
import { orderEntry, parcelRow } from '../kit/acts.ts';
import { header } from '../kit/sign-in.ts';
import { standIn } from '../kit/stand-in.ts';
import { hookRoutes, orderRoutes, storeRoutes } from './routes.ts';
import { type Credentials, newOrder, openStore, type PersonsAct, personsAct, type Store, statuses } from './store.ts';

const demoStores: Credentials[] = [
  { key: 'demo-bigcommerce-token', hash: 'demogifts1', name: 'Demo Gifts' },
  { key: 'second-bigcommerce-token', hash: 'secondst01', name: 'Second Store' },
];
const newProduct = z.object({ sku: z.string().min(1), name: z.string(), stock: z.number().int().default(0) });
const refusal = (status: number, message: string) => ({ status, body: [{ status, message }] });

/** BigCommerce's API of stores: v2 for orders, v3 for all else, under the name of each store. */
export const bigCommerce = standIn<Credentials, Store>({
  ...{ name: 'bigcommerce', path: '/bigcommerce', accounts: demoStores, open: openStore, signIn: header('x-auth-token', ({ key }) => key) },
  limits: [{ kind: 'window', most: 150, seconds: 30 }],
  limitHeaders: ({ limit, remaining, resetMs }) => ({
    ...{ 'X-Rate-Limit-Requests-Quota': String(limit), 'X-Rate-Limit-Requests-Left': String(remaining) },
    ...{ 'X-Rate-Limit-Time-Reset-Ms': String(resetMs), 'X-Rate-Limit-Time-Window-Ms': '30000' },
  }),
  refusals: {
    unauthorized: refusal(401, 'Unauthorized'),
    rate_limited: refusal(429, 'Too many requests'),
    internal: refusal(500, 'An internal error occurred.'),
  },
  ...{ notFound: refusal(404, 'The requested resource was not found.').body, broken: (message) => refusal(400, message).body },
  routes: (app, storeOf) =>
    app.register(
      async (store) => {
        store.addHook('preHandler', (request, reply, done) => {
          const { hash } = request.params as { hash?: string };
          if (hash !== storeOf(request).hash) return void reply.code(403).send(refusal(403, 'Forbidden').body);
          done();
        });
        orderRoutes(store, storeOf);
        storeRoutes(store, storeOf);
        hookRoutes(store, storeOf);
      },
      { prefix: '/stores/:hash' },
    ),
  entries: {
    orders: orderEntry(newOrder, { fields: personsAct, change: (store: Store, id, changes: PersonsAct) => store.act(id, changes) }),
    products: { fields: newProduct, add: ({ products }, product: z.output<typeof newProduct>) => products.add(product) },
  },
  rows: ({ orders, shipments, products }) => ({
    orders: orders.all().map(({ id, status, lines }) => ({
      ...{ orderId: id, status: statuses[status] },
      parcels: shipments
        .all()
        .filter(({ order }) => order === id)
        .map(({ tracking, items }) => parcelRow(tracking, items, ({ id: item }) => lines.find((line) => line.id === item)?.sku)),
    })),
    stock: products.all().map(({ sku, stock }) => ({ sku, stock })),
  }),
});
