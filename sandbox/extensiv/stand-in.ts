import { z } from 'zod';
import { byToken } from '../kit/sign-in.ts';
import { standIn } from '../kit/stand-in.ts';
import { paceSettings } from '../kit/steps.ts';
import { type Floor, openFloor } from './floor.ts';
import { orderRoutes } from './order-routes.ts';
import { receiverRoutes } from './receiver-routes.ts';
import type { Credentials } from './records.ts';
import type { Customer } from './replies.ts';
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
    accountOf: ({ grant_type, user_login, tpl }, authorization, customers: Customer[]) =>
      customers.find(
        ({ key, secret, login, tpl: guid }) =>
          authorization === `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}` &&
          grant_type === 'client_credentials' &&
          user_login === login &&
          tpl === `{${guid}}`,
      ) ?? null,
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
    orderRoutes(app, customerOf);
    receiverRoutes(app, customerOf);
    stockRoutes(app, customerOf);
  },
  settings: paceSettings,
  stock({ items, stock }, goods) {
    if (items.all().length > 0) return;
    for (const { sku, name, units } of goods) {
      items.add({ sku, name, upc: null });
      stock({ sku, facility: 2, place: 'A-01', lot: null, expires: null, onHand: units });
    }
  },
  entries: {
    items: {
      fields: newItem,
      add({ items, itemOf, stock }, { sku, name = sku, upc, units, facility, lot, expires }: z.infer<typeof newItem>) {
        const item = itemOf(sku) ?? items.add({ sku, name, upc });
        if (units > 0) stock({ sku, facility, place: 'A-01', lot, expires, onHand: units });
        return item;
      },
    },
  },
  rows: ({ orders, receivers }) => ({
    orders: orders.all().map(({ id, reference, status, held, lines, cartons }) => ({
      ...{ orderId: id, reference, status, held: held !== null, trackingNumbers: cartons.map(({ trackingNumber }) => trackingNumber) },
      lines: lines.map(({ sku, externalId, quantity }) => ({ sku, line: externalId, quantity, shipped: status === 1 ? quantity : 0 })),
    })),
    receivers: receivers.all().map(({ id, reference, status }) => ({ receiverId: id, reference, status })),
  }),
});
