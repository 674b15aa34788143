import { z } from 'zod';
import type { Connector, ConnectorSession, Identity, Result } from '../contract.ts';
import { withoutSlash } from '../http/addresses.ts';
import { looking } from '../http/fields.ts';
import { identityKey } from '../http/identity.ts';
import { refusalOf, wooClient } from './client.ts';
import { confirmationsOf } from './confirmations.ts';
import { inventoryOf } from './inventory.ts';
import { listingsOf } from './listings.ts';
import { ordersOf } from './orders.ts';
import { wooHints } from './webhook.ts';

/** As `wc_rand_hash` makes them: 20 random bytes (woocommerce/includes/wc-core-functions.php, class-wc-ajax.php). */
const key = (begins: string) => looking({ begins: [begins], of: 'hexadecimal digits', length: 43 }).min(1);

const settings = z.object({
  address: z.url().meta({ title: 'Address of the shop', description: 'By https, as https://shop.example.com.' }),
  consumer_key: key('ck_').meta({
    ...{ title: 'Consumer key', secret: true },
    description: 'In WordPress below WooCommerce › Settings › Advanced › REST API, for Read/Write.',
  }),
  consumer_secret: key('cs_').meta({ title: 'Consumer secret', secret: true, description: 'Shown once, with the key.' }),
});

/** WooCommerce's REST API v3. Sources of the facts: developer.woocommerce.com, and the plugin's own code; see README.md. */
export const wooCommerce: Connector = {
  name: 'woocommerce',
  label: 'WooCommerce',
  logo: 'M4 5h16v11h-7l-3 4-1-4H4zM7.5 8.5l1 4 1.5-4 1.5 4 1-4M15 10.5h2.5',
  settings,
  // Only https: over http every request would have to be signed, and an order's address would be read by anybody on the way.
  hosts: ({ address = '' }) => ({ api: URL.canParse(address) ? [new URL(address).origin] : [] }),
  auth: {
    kind: 'fixed',
    headers: ({ consumer_key, consumer_secret }) => ({
      authorization: `Basic ${Buffer.from(`${consumer_key}:${consumer_secret}`).toString('base64')}`,
    }),
  },
  // None is published; the host decides. Two at once leave a small one room for its buyers.
  limits: [{ kind: 'concurrent', max: 2 }],
  scopes: ({ address = '' }) => ({ credential: address }),
  judge: refusalOf,
  identify,
  displayStatus: (word) => (word === 'processing' ? 'awaiting_shipment' : word === 'completed' ? 'shipped' : 'other'),
  orderPage: ({ address = '' }, { remoteId }) =>
    `${withoutSlash(address)}/wp-admin/admin.php?${new URLSearchParams({ page: 'wc-orders', action: 'edit', id: remoteId })}`,
  orders: (session) => ordersOf(opened(session), session.now),
  confirmations: (session) => confirmationsOf(opened(session)),
  inventory: (session) => inventoryOf(opened(session)),
  listings: (session) => listingsOf(opened(session), session.now),
  hints: (session) => wooHints(opened(session)),
};

const opened = (session: ConnectorSession) => wooClient(session.http, withoutSlash(settings.parse(session.settings).address));

/** Anybody may read who the shop is; whether the key is good, only a list of its orders shows. */
async function identify(session: ConnectorSession): Promise<Result<Identity>> {
  const client = opened(session);
  const probed = await client.probe();
  if (!probed.ok) return probed;
  const site = await client.site();
  if (!site.ok) return site;
  const { host, pathname } = new URL(site.value.home);
  // With and without www. an address leads to one shop, so it is no difference.
  const shop = `${host.toLowerCase().replace(/^www\./, '')}${withoutSlash(pathname)}`;
  return { ok: true, value: { name: site.value.name || host, detail: host, keys: [identityKey('woocommerce', 'shop', shop)] } };
}
