import type { Connector } from '../contract.ts';
import { mapResult } from '../http/result.ts';
import { identify, listLocations } from './identify.ts';
import { ordersOf } from './reading/orders.ts';
import { displayStatus } from './reading/states.ts';
import { granted, judge, learned } from './refusals.ts';
import { addressOf, domainOf, isShopify, opened, settings } from './settings.ts';
import { confirmationsOf } from './shipping/confirmations.ts';
import { consent, grant } from './sign-in.ts';
import { inventoryOf } from './stock/inventory.ts';
import { listingsOf } from './stock/listings.ts';
import { shopifyApplicationHints, shopifyHints } from './webhook.ts';

/** Shopify's Admin API. Sources of the facts: shopify.dev, and the schema that Shopify publishes; see docs/connectors/shopify.md. */
export const shopify: Connector = {
  name: 'shopify',
  label: 'Shopify',
  logo: 'M5 8h14l1 12H4zM9 8V6.5a3 3 0 0 1 6 0V8M9 12.5c1.5 2.5 4.5 2.5 6 0',
  settings,
  hosts: (values) => {
    const address = addressOf(values);
    // Where Shopify puts the file of a bulk operation.
    const downloads = ['storage.googleapis.com'];
    return { api: URL.canParse(address) && isShopify(new URL(address)) ? [new URL(address).origin] : [], downloads };
  },
  auth: { kind: 'token', grant, consent, headers: (token) => ({ 'x-shopify-access-token': token }) },
  // What the smallest plan has; each reply says what this shop's has. Shopify counts for each app in each shop.
  limits: [{ kind: 'bucket', perSecond: 100, burst: 2000, learn: learned }],
  // One app may be installed in several shops of its owner, with one secret: each has tokens of its own.
  scopes: (values) => ({ credential: JSON.stringify([addressOf(values), domainOf(values), values.client_id, values.client_secret]) }),
  judge,
  identify,
  choices: { locations: { list: (session) => listLocations(opened(session).client) } },
  displayStatus,
  orderPage: (values, { remoteId }) => `https://${domainOf(values)}/admin/orders/${encodeURIComponent(remoteId)}`,
  orders: (session) => ordersOf(opened(session)),
  confirmations: (session) => confirmationsOf(opened(session)),
  inventory: (session) => inventoryOf(opened(session)),
  listings: (session) => listingsOf(opened(session)),
  hints: (session) => shopifyHints(opened(session)),
  revoke: async (session) => mapResult(granted(await opened(session).client.uninstall()), () => null),
  applicationHints: shopifyApplicationHints,
};
