import { z } from 'zod';
import { byToken } from '../kit/sign-in.ts';
import { standIn } from '../kit/stand-in.ts';
import { paceSettings } from '../kit/steps.ts';
import { type Floor, openFloor } from './floor.ts';
import { ordersAndReceivers } from './papers.ts';
import type { Credentials } from './records.ts';
import { stockRoutes } from './stock-routes.ts';

const demoCustomers: Credentials[] = [
  {
    ...{ key: 'demo-extensiv-client', secret: 'demo-extensiv-secret', login: 'crossdock', customer: 143, name: 'Demo Gifts' },
    tpl: '01234567-89ab-cdef-0123-456789abcdef',
  },
];

const newItem = z.object({
  ...{ sku: z.string().min(1), name: z.string().optional(), upc: z.string().nullable().default(null), units: z.number().int().default(0) },
  ...{ facility: z.number().int().default(2), lot: z.string().nullable().default(null), expires: z.string().nullable().default(null) },
});

/** A 3PL on Extensiv 3PL Warehouse Manager, as https://3w.extensiv.com/Rels describes its API: HAL, RQL, ETags. */
export const extensiv = standIn<Credentials, Floor>({
  ...{ name: 'extensiv', path: '/extensiv', accounts: demoCustomers, open: openFloor, signIn: byToken() },
  tokens: {
    ...{ path: '/AuthServer/api/Token', livesS: 3600 },
    basic: ({ key, secret }) => [key, secret],
    asks: ({ login, tpl }) => ({ grant_type: 'client_credentials', user_login: login, tpl: `{${tpl}}` }),
    granted: (access_token) => ({ access_token, token_type: 'Bearer', expires_in: 3600, refresh_token: null, scope: null }),
    refused: { status: 401, body: { Message: 'invalid_client: client not registered' } },
  },
  silentLimit: true,
  refusals: {
    unauthorized: { status: 401, body: {} },
    rate_limited: { status: 429, body: {} },
    internal: { status: 500, body: { message: 'An error has occurred.' } },
  },
  ...{ notFound: {}, broken: (message) => ({ Message: message }) },
  routes(app, customerOf) {
    ordersAndReceivers(app, customerOf);
    stockRoutes(app, customerOf);
  },
  settings: paceSettings,
  stock: { of: ({ items }) => items, take: (customer, one) => enter(customer, newItem.parse(one)) },
  entries: { items: { fields: newItem, add: enter } },
  rows: ({ orders, receivers }) => ({
    orders: orders.all().map(({ id, reference, status, held, lines, cartons }) => ({
      ...{ orderId: id, reference, status, held: held !== null, trackingNumbers: cartons.map(({ trackingNumber }) => trackingNumber) },
      lines: lines.map(({ sku, externalId, quantity }) => ({ sku, line: externalId, quantity, shipped: status === 1 ? quantity : 0 })),
    })),
    receivers: receivers.all().map(({ id, reference, status }) => ({ receiverId: id, reference, status })),
  }),
});

function enter({ items, itemOf, deliveries }: Floor, { sku, name = sku, upc, units, facility, lot, expires }: z.infer<typeof newItem>) {
  const item = itemOf(sku) ?? items.add({ sku, name, upc });
  if (units > 0) deliveries.add({ sku, building: facility, place: 'A-01', lot, expires, onHand: units });
  return item;
}
