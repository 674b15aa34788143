import type { Connector } from '../contract.ts';
import type { Granting } from '../http/auth.ts';
import { mapResult } from '../http/result.ts';
import { confirmationsOf } from './confirmations.ts';
import { identify } from './identify.ts';
import { inventoryOf } from './inventory.ts';
import { listingsOf } from './listings.ts';
import { addressOf, isNetsuite, opened, settings } from './opened.ts';
import { ordersOf } from './orders.ts';
import { purchaseOrdersOf } from './purchase-orders.ts';
import { accounts, locations, subsidiaries } from './queries.ts';
import { namesOf } from './reading.ts';
import { judge, learned, rejection } from './refusals.ts';
import { assertionFor } from './sign-in.ts';
import { displayStatus } from './statuses.ts';
import * as wire from './wire.ts';

/**
 * NetSuite by SuiteQL and REST records. Sources of the facts: Oracle's documentation of SuiteTalk REST; see docs/connectors/netsuite.md.
 */
export const netsuite: Connector = {
  name: 'netsuite',
  label: 'NetSuite',
  logo: 'M5 4h14v16H5zM9 4v16M12 9h4M12 13h4',
  settings,
  hosts: (values) => {
    const address = addressOf(values);
    return { api: URL.canParse(address) && isNetsuite(new URL(address)) ? [new URL(address).origin] : [] };
  },
  auth: { kind: 'token', grant, headers: (token) => ({ authorization: `Bearer ${token}` }) },
  // The smallest service tier has five for all who call it. Where a certificate may read how many we have, that counts from then on.
  limits: [{ kind: 'concurrent', max: 2, scope: 'store', learn: learned }],
  scopes: ({ netsuite_account = '' }) => ({ store: netsuite_account.toLowerCase() }),
  judge,
  identify,
  choices: {
    subsidiaries: { list: (session) => namesOf(opened(session).client, subsidiaries) },
    accounts: {
      dependsOn: ['subsidiary_id'],
      list: (session) => namesOf(opened(session).client, accounts(opened(session).subsidiary)),
    },
    locations: {
      dependsOn: ['subsidiary_id'],
      list: (session) => namesOf(opened(session).client, locations(opened(session).subsidiary)),
    },
  },
  displayStatus,
  orders: (session) => ordersOf(opened(session, 'sales_orders')),
  confirmations: (session) => confirmationsOf(opened(session, 'sales_orders')),
  inventory: (session) => inventoryOf(opened(session, 'stock')),
  listings: (session) => listingsOf(opened(session, 'items')),
  purchaseOrders: (session) => purchaseOrdersOf(opened(session, 'purchase_orders')),
};

/** Client credentials: a signed assertion is exchanged for a token of an hour. */
async function grant({ settings: values, http, now }: Granting) {
  const url = `${addressOf(values)}/services/rest/auth/oauth2/v1/token`;
  const granted = await http.request({
    ...{ method: 'POST', url, operation: 'token', effect: 'idempotent', reads: wire.token, rejection },
    body: {
      form: {
        grant_type: 'client_credentials',
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        client_assertion: await assertionFor(values, url, now()),
      },
    },
  });
  return mapResult(granted, ({ access_token, expires_in }) => ({
    token: access_token,
    expiresAt: new Date(now().getTime() + expires_in * 1000),
  }));
}
