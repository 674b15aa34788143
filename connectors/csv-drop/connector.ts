import { z } from 'zod';
import type { Confirmations, Connector, ConnectorSession, Orders } from '../contract.ts';
import { withoutSlash } from '../http/addresses.ts';
import { oneByOne } from '../http/confirming.ts';
import { asText, several, severalIn } from '../http/fields.ts';
import { identityKey } from '../http/identity.ts';
import { oneRecord } from '../http/records.ts';
import { mapResult } from '../http/result.ts';
import { columns, file, isCsv, pageForOne } from './file.ts';
import { because } from './reasons.ts';
import { pageOf, sitesIn } from './rows.ts';
import { consent, grant } from './sign-in.ts';

const settings = z.object({
  address: z.url().meta({ title: 'Address of the folder', description: 'Where orders.csv is, by https.' }),
  token: z.string().trim().min(1).optional().meta({ title: 'Access token', secret: true }),
  sites: several().meta({ title: 'Sites', description: 'Leave it empty to read the orders of every site.', choices: 'sites' }),
});

/** Orders that a shop drops as a CSV file in a folder on the web: the example of docs/connectors/writing-one.md. */
export const csvDrop: Connector = {
  name: 'csv_drop',
  label: 'Orders as CSV',
  logo: 'M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6',
  settings,
  hosts: ({ address = '' }) => ({ api: URL.canParse(address) ? [new URL(address).origin] : [] }),
  auth: { kind: 'token', grant, consent, headers: (token) => ({ authorization: `Bearer ${token}` }) },
  limits: [{ kind: 'window', requests: 60, perMs: 60_000 }],
  async identify(session) {
    const { host, origin, pathname } = new URL(base(session));
    const folder = ['folder', `${origin}${withoutSlash(pathname)}`];
    const sites = severalIn(session.settings, 'sites');
    const keys =
      sites.length === 0 ? [identityKey('csv_drop', ...folder)] : sites.map((site) => identityKey('csv_drop', ...folder, 'site', site));
    return mapResult(await columns(session), (names) => ({ name: host, detail: `${names.length} columns`, keys }));
  },
  choices: {
    sites: {
      dependsOn: ['address'],
      list: async (session) => mapResult(await file(session, null), ({ text }) => sitesIn(text).map((site) => ({ id: site, name: site }))),
    },
  },
  // The words of the file's status column: see rows.ts.
  displayStatus: (word) => (word === 'open' ? 'awaiting_shipment' : word === 'shipped' ? 'shipped' : 'other'),
  orders,
  confirmations,
};

const base = (session: ConnectorSession) => withoutSlash(settings.parse(session.settings).address);

const sitesOf = ({ settings }: ConnectorSession) => severalIn(settings, 'sites');

function orders(session: ConnectorSession): Orders {
  return {
    isUndated: true,
    stream: {
      mode: 'cursor',
      async read(cursor) {
        // With other sites the same file has other orders.
        const sites = asText(sitesOf(session));
        const lastEtag = typeof cursor?.etag === 'string' && cursor.sites === sites ? cursor.etag : null;
        return mapResult(await file(session, lastEtag), ({ text, etag, readAt }) =>
          pageOf(text, { etag, sites }, { sites: sitesOf(session), readAt }),
        );
      },
    },
    async get(remoteId) {
      const result = await pageForOne(session, sitesOf(session));
      if (!result.ok) return result;
      const { records, unreadable } = result.value;
      const ofIt = <T extends { remoteId: string | null }>(all: T[]) => all.filter((one) => one.remoteId === remoteId);
      const [found, odd] = [ofIt(records), ofIt(unreadable)];
      // One that cannot be read is not gone: it would end.
      if (found.length > 0 || odd.length > 0) return oneRecord(found, odd);
      return { ok: false, failure: { kind: 'not_found', reason: because({ code: 'csv_drop.no_order', id: remoteId }) } };
    },
  };
}

function confirmations(session: ConnectorSession): Confirmations {
  const shipped = (key: string) => `${base(session)}/shipped/${encodeURIComponent(key)}.csv`;
  return {
    per: 'shipment',
    // The same file put there twice is the same file: repeating it does no harm.
    confirm: oneByOne(async ({ key, remoteOrderId, carrier, trackingNumber, shippedAt }) => {
      const cells = [remoteOrderId, carrier, trackingNumber, shippedAt.toISOString()].map((cell) => `"${cell.replaceAll('"', '""')}"`);
      const text = `order,carrier,tracking_number,shipped_at\n${cells.join(',')}\n`;
      const put = await session.http.request({
        ...{ method: 'PUT', effect: 'idempotent', url: shipped(key), operation: 'confirm_shipment' },
        ...{ body: { text, type: 'text/csv' }, as: 'text', reads: z.literal('') },
      });
      return mapResult(put, () => ({ reference: null }));
    }),
    async isConfirmed({ key }) {
      const got = await session.http.request({
        ...{ method: 'GET', effect: 'read', url: shipped(key), operation: 'find_shipment', as: 'text', reads: z.string(), judge: isCsv },
      });
      if (!got.ok && got.failure.kind === 'not_found') return { ok: true, value: false };
      return mapResult(got, () => true);
    },
  };
}
