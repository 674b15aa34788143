import type { Connector } from '../contract.ts';
import { mapResult } from '../http/result.ts';
import { refusedToken } from './client.ts';
import { confirmationsOf } from './confirmations.ts';
import { identify } from './identify.ts';
import { inventoryOf } from './inventory.ts';
import { limits } from './limits.ts';
import { listingsOf } from './listings.ts';
import { marketplacesOf } from './marketplaces.ts';
import { notificationsOf } from './notifications.ts';
import { ordersOf } from './orders.ts';
import { queueCredential, queueOf } from './queue.ts';
import { primeWaits } from './reasons.ts';
import { officeOf, opened, originsOf, regionOf, settings } from './settings.ts';
import { consent, grant, grantless } from './sign-in.ts';

/** Amazon's Selling Partner API. Sources of the facts: Amazon's published models and developer documentation; see README.md. */
export const amazon: Connector = {
  name: 'amazon',
  label: 'Amazon',
  logo: 'M4 6h16v9H4zM8 9v3M12 9v3M16 9v3M5 18c4.5 2.6 9.5 2.6 14 0',
  settings,
  hosts: (values) => ({ api: originsOf(values), downloads: ['*.amazonaws.com'] }),
  auth: { kind: 'token', grant, consent, headers: (access) => ({ 'x-amz-access-token': access }) },
  credentials: { grantless, queue: queueCredential },
  limits,
  // Amazon counts what an application does for a seller. Tokens belong to the secrets that they were granted for, and to nothing less.
  scopes: ({ client_id = '', seller_id = '', client_secret = '', refresh_token = '', ...values }) => ({
    store: JSON.stringify([regionOf(values), client_id, seller_id]),
    credential: JSON.stringify([regionOf(values), client_id, seller_id, client_secret, refresh_token]),
  }),
  judge: refusedToken,
  identify,
  choices: {
    marketplaces: {
      list: async (session) => mapResult(await marketplacesOf(opened(session).client), (all) => all.map(({ id, name }) => ({ id, name }))),
    },
  },
  displayStatus: (word) =>
    word === 'UNSHIPPED' || word === 'PARTIALLY_SHIPPED' || word === primeWaits
      ? 'awaiting_shipment'
      : word === 'SHIPPED'
        ? 'shipped'
        : 'other',
  // Amazon’s Data Protection Policy, data retention: thirty days after delivery at most. Shipping comes before that.
  erasesBuyersAfterDays: 30,
  orderPage: (values, { remoteId }) => `${officeOf(values)}/orders-v3/order/${encodeURIComponent(remoteId)}`,
  orders: (session) => ordersOf(opened(session).client, opened(session)),
  confirmations: (session) => confirmationsOf(opened(session).client),
  inventory: (session) => {
    const { client, seller, marketplaces } = opened(session);
    return inventoryOf(client, seller, marketplaces, session.now);
  },
  listings: (session) => listingsOf(opened(session)),
  hintsArePolled: true,
  hints: (session) => {
    const { queue_url: url } = session.settings;
    // Without a queue the searches find the same.
    return url ? notificationsOf({ ...opened(session), url, queue: queueOf(session.http, url) }) : {};
  },
};
