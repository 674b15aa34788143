import { z } from 'zod';
import type { Connector, ConnectorSession, Identity, Result } from '../contract.ts';
import { withoutSlash } from '../http/addresses.ts';
import type { Granting } from '../http/auth.ts';
import { looking, several, severalIn } from '../http/fields.ts';
import { identityKey } from '../http/identity.ts';
import { mapResult } from '../http/result.ts';
import { amazonClient, refusedToken } from './client.ts';
import { confirmationsOf } from './confirmations.ts';
import { inventoryOf } from './inventory.ts';
import { limits } from './limits.ts';
import { listingsOf } from './listings.ts';
import { marketplacesOf } from './marketplaces.ts';
import { ordersOf } from './orders.ts';
import { because } from './reasons.ts';
import { token } from './wire.ts';

const home = 'https://sellingpartnerapi-na.amazon.com';

const settings = z.object({
  api_origin: z.url().default(home).meta({
    title: 'Address of the region',
    description:
      'North America: https://sellingpartnerapi-na.amazon.com. Europe, India, the Middle East: https://sellingpartnerapi-eu.amazon.com. Japan, Australia, Singapore: https://sellingpartnerapi-fe.amazon.com.',
  }),
  seller_id: looking({ begins: ['A'], of: 'letters and digits', length: [10, 20] })
    .min(1)
    .meta({ title: 'Merchant token', description: 'In Seller Central below Account Info.', examples: ['A2QL5Z1EXAMPLE'] }),
  client_id: looking({ begins: ['amzn1.application-oa2-client'] })
    .min(1)
    .meta({ title: 'LWA client identifier' }),
  client_secret: z.string().trim().min(1).meta({ title: 'LWA client secret', secret: true }),
  refresh_token: looking({ begins: ['Atzr|'] })
    .min(1)
    .meta({ title: 'Refresh token', secret: true, description: 'From “Authorize” in Seller Central.' }),
  marketplace_ids: several().meta({ title: 'Marketplaces', description: 'None chosen: all in which you sell.', choices: 'marketplaces' }),
});

/** Amazon's Selling Partner API. Sources of the facts: Amazon's published models and developer documentation; see README.md. */
export const amazon: Connector = {
  name: 'amazon',
  label: 'Amazon',
  logo: 'M4 6h16v9H4zM8 9v3M12 9v3M16 9v3M5 18c4.5 2.6 9.5 2.6 14 0',
  settings,
  hosts: ({ api_origin = home }) => {
    if (!URL.canParse(api_origin)) return { api: [] };
    const { origin, hostname } = new URL(api_origin);
    const isRegion = /^sellingpartnerapi-(?:na|eu|fe)\.amazon\.com$/.test(hostname);
    return { api: isRegion ? [origin, signIn(api_origin)] : [], downloads: ['*.amazonaws.com'] };
  },
  auth: { kind: 'token', grant, headers: (access) => ({ 'x-amz-access-token': access }) },
  limits,
  // Amazon counts what an application does for a seller. Tokens belong to the secrets that they were granted for, and to nothing less.
  scopes: ({ api_origin = home, client_id = '', seller_id = '', client_secret = '', refresh_token = '' }) => ({
    store: JSON.stringify([api_origin, client_id, seller_id]),
    credential: JSON.stringify([api_origin, client_id, seller_id, client_secret, refresh_token]),
  }),
  judge: refusedToken,
  identify,
  choices: {
    marketplaces: {
      list: async (session) => mapResult(await marketplacesOf(opened(session).client), (all) => all.map(({ id, name }) => ({ id, name }))),
    },
  },
  displayStatus: (word) =>
    word === 'UNSHIPPED' || word === 'PARTIALLY_SHIPPED' ? 'awaiting_shipment' : word === 'SHIPPED' ? 'shipped' : 'other',
  orderPage: ({ api_origin = home }, { remoteId }) => `https://${officeOf(api_origin)}/orders-v3/order/${encodeURIComponent(remoteId)}`,
  orders: (session) => ordersOf(opened(session).client, opened(session).chosen, session.now),
  confirmations: (session) => confirmationsOf(opened(session).client),
  inventory: (session) => {
    const { client, seller, marketplaces } = opened(session);
    return inventoryOf(client, seller, marketplaces, session.now);
  },
  listings: (session) => listingsOf({ ...opened(session), now: session.now }),
};

/** Sellers sign in at one address a region. */
const officeOf = (region: string) =>
  region.includes('-eu.')
    ? 'sellercentral-europe.amazon.com'
    : region.includes('-fe.')
      ? 'sellercentral-japan.amazon.com'
      : 'sellercentral.amazon.com';

/** Tokens come from one address for all regions; a stand-in has its own. */
const signIn = (region: string) => (new URL(region).hostname.endsWith('.amazon.com') ? 'https://api.amazon.com' : withoutSlash(region));

function opened(session: ConnectorSession) {
  const { api_origin, seller_id: seller } = settings.parse(session.settings);
  const chosen = severalIn(session.settings, 'marketplace_ids');
  const client = amazonClient(session.http, withoutSlash(api_origin), seller);
  return { client, seller, chosen, marketplaces: () => marketplacesOf(client, chosen) };
}

/** A refresh token is exchanged for one of an hour. It does not rotate, but may be replaced. */
async function grant({ settings: values, kept, http, now }: Granting) {
  const { api_origin, client_id, client_secret, refresh_token } = settings.parse(values);
  const granted = await http.request({
    ...{ method: 'POST', url: `${signIn(api_origin)}/auth/o2/token`, operation: 'token', effect: 'idempotent', reads: token },
    body: { form: { grant_type: 'refresh_token', refresh_token: kept ?? refresh_token, client_id, client_secret } },
  });
  return mapResult(granted, ({ access_token, expires_in, refresh_token: next }) => ({
    ...{ token: access_token, expiresAt: new Date(now().getTime() + expires_in * 1000) },
    ...(next && next !== refresh_token && { keep: next }),
  }));
}

/**
 * The API does not say whose credentials they are. That they are this seller's shows by the seller's own listings, which no other may
 * read.
 */
async function identify(session: ConnectorSession): Promise<Result<Identity>> {
  const { client, seller, chosen, marketplaces } = opened(session);
  const found = await marketplaces();
  if (!found.ok) return found;
  const [first] = found.value;
  if (!first)
    return {
      ok: false,
      failure: { kind: 'rejected', code: 'other', reason: because({ code: 'amazon.no_marketplace', marketplace: chosen.join(', ') }) },
    };
  const own = await client.listItems(first.id);
  if (!own.ok && (own.failure.kind === 'forbidden' || own.failure.kind === 'rejected' || own.failure.kind === 'not_found'))
    return { ok: false, failure: { ...own.failure, reason: because({ code: 'amazon.other_seller', seller }) } };
  if (!own.ok) return own;
  const whole = identityKey('amazon', 'seller', seller);
  const keys = chosen.map((id) => identityKey('amazon', 'seller', seller, 'marketplace', id));
  const names = found.value.map(({ name }) => name).join(', ');
  return { ok: true, value: { name: first.store ?? seller, detail: names.slice(0, 200), keys: keys.length > 0 ? keys : [whole] } };
}
