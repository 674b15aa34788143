import { z } from 'zod';
import type { Connector, ConnectorSession, Identity, Result } from '../contract.ts';
import { withoutSlash } from '../http/addresses.ts';
import { learnedFrom } from '../http/headers.ts';
import { identityKey } from '../http/identity.ts';
import { mapResult } from '../http/result.ts';
import { bigCommerceClient } from './client.ts';
import { confirmationsOf } from './confirmations.ts';
import { inventoryOf } from './inventory.ts';
import { listingsOf } from './listings.ts';
import { ordersOf } from './orders.ts';
import { bigCommerceHints } from './webhook.ts';

const home = 'https://api.bigcommerce.com';
const howHash = 'What stands between stores/ and /v3 in the API path, as a1b2c3d4e5.';

const settings = z.object({
  store_hash: z
    .string()
    .trim()
    .regex(/^[0-9a-z]{3,30}$/, howHash)
    .meta({ title: 'Store hash', description: howHash, examples: ['a1b2c3d4e5'] }),
  access_token: z
    .string()
    .trim()
    .min(1)
    .meta({ title: 'Access token', secret: true, description: 'Of a store-level API account, below Settings › API.' }),
  api_origin: z.url().default(home).meta({ title: 'API address' }),
});

/** BigCommerce's store API. Sources of the facts: the vendor's published OpenAPI; see README.md. */
export const bigCommerce: Connector = {
  name: 'bigcommerce',
  label: 'BigCommerce',
  logo: 'M4 8h16l-1.5 11h-13zM8.5 8V6a3.5 3.5 0 0 1 7 0v2M9 12.5h6M10 15.5h4',
  settings,
  hosts: ({ api_origin = home }) => ({ api: withoutSlash(api_origin) === home ? [home] : [] }),
  auth: { kind: 'fixed', headers: ({ access_token = '' }) => ({ 'x-auth-token': access_token, accept: 'application/json' }) },
  // The smallest plan's; all apps of the store share it, and each reply says what is left.
  limits: [{ kind: 'window', requests: 150, perMs: 30_000, scope: 'store', learn: ({ headers }, now) => learned(headers, now) }],
  scopes: ({ store_hash = '' }) => ({ store: store_hash }),
  identify,
  displayStatus: (word) =>
    word === 'Awaiting Fulfillment' ? 'awaiting_shipment' : /^(Shipped|Completed)$/.test(word) ? 'shipped' : 'other',
  orderPage: ({ store_hash = '' }, { remoteId }) =>
    `https://store-${store_hash}.mybigcommerce.com/manage/orders/${encodeURIComponent(remoteId)}`,
  orders: (session) => ordersOf(opened(session), session.now),
  confirmations: (session) => confirmationsOf(opened(session)),
  inventory: (session) => inventoryOf(opened(session)),
  listings: (session) => listingsOf(opened(session), `https://store-${session.settings.store_hash}.mybigcommerce.com`, session.now),
  hints: (session) => bigCommerceHints(opened(session)),
};

/** It has names of its own for two of the three numbers. */
const learned = (headers: Record<string, string>, now: Date) =>
  learnedFrom(
    {
      ...headers,
      'x-rate-limit-limit': headers['x-rate-limit-requests-quota'] ?? '',
      'x-rate-limit-remaining': headers['x-rate-limit-requests-left'] ?? '',
    },
    now,
  );

function opened({ http, settings }: ConnectorSession) {
  return bigCommerceClient(http, `${withoutSlash(settings.api_origin ?? home)}/stores/${settings.store_hash}`);
}

async function identify(session: ConnectorSession): Promise<Result<Identity>> {
  const found = await opened(session).store();
  if (!found.ok && found.failure.kind === 'not_found') return { ok: false, failure: { ...found.failure, setting: 'store_hash' } };
  return mapResult(found, ({ id, name, domain }) => ({
    ...{ name: name || domain || id, detail: domain, keys: [identityKey('bigcommerce', 'store', id)] },
  }));
}
