import { z } from 'zod';
import type { Connector, ConnectorSession, Identity, Result, Warehouse } from '../contract.ts';
import { withoutSlash } from '../http/addresses.ts';
import { identityKey } from '../http/identity.ts';
import { mapResult } from '../http/result.ts';
import { changeOrder } from './changes.ts';
import { type ShipBobClient, shipBobClient } from './client.ts';
import { buildingsOf, knownOf, methodsOf } from './known.ts';
import { fields, ordersOf } from './orders.ts';
import { everyPage } from './pages.ts';
import { because } from './reasons.ts';
import { asnStream, receiptStream } from './receipts.ts';
import { announcingOf } from './receiving.ts';
import { judge, learn } from './refusals.ts';
import { readStock } from './stock.ts';
import { itemStream, orderStream, parcelStream } from './streams.ts';
import { shipBobHints } from './webhook.ts';

const home = 'https://api.shipbob.com';
/** Production, and the sandbox that ShipBob offers. */
const origins: readonly string[] = [home, 'https://sandbox-api.shipbob.com'];

const settings = z.object({
  token: z
    .string()
    .trim()
    .min(1)
    .meta({ title: 'Personal access token', secret: true, description: 'From Integrations, API Tokens of the ShipBob dashboard.' }),
  api_origin: z.url().default(home).meta({ title: 'API address', description: 'Of the sandbox: https://sandbox-api.shipbob.com' }),
  channel_id: z
    .string()
    .trim()
    .regex(/^\d{1,12}$/, 'The number of a channel.')
    .meta({ title: 'Channel', description: 'Orders are written to it: the one of the token itself.', choices: 'channels' }),
  package_type: z
    .enum(['Package', 'Pallet', 'FloorLoadedContainer'])
    .default('Package')
    .meta({
      ...{ title: 'Announced goods come as', description: 'What ShipBob expects at the dock for a purchase order.' },
      options: [
        { value: 'Package', label: 'Packages' },
        { value: 'Pallet', label: 'Pallets' },
        { value: 'FloorLoadedContainer', label: 'A container without pallets' },
      ],
    }),
});

/** ShipBob's API. Sources of the facts: developer.shipbob.com, and what others met; see docs/connectors/shipbob.md. */
export const shipBob: Connector = {
  name: 'shipbob',
  label: 'ShipBob',
  logo: 'M4 8.5h13v9H4zM4 8.5l2.5-4h8l2.5 4M17 11h3v4h-3M8.5 13h4',
  settings,
  hosts: ({ api_origin = home }) => ({ api: origins.includes(withoutSlash(api_origin)) ? [withoutSlash(api_origin)] : [] }),
  auth: { kind: 'fixed', headers: ({ token }) => ({ authorization: `Bearer ${token}` }) },
  limits: [{ kind: 'window', requests: 150, perMs: 60_000, learn }],
  judge,
  identify: (session) => identify(opened(session), session.now),
  choices: {
    channels: {
      dependsOn: ['token', 'api_origin'],
      list: async (session) => mapResult(await channelsOf(opened(session).client, session.now), (all) => all.map(asNamed)),
    },
  },
  warehouse,
  hints: (session) => shipBobHints(opened(session).client, session.now),
};

function opened(session: ConnectorSession) {
  // The channel is chosen last: its list is read without one.
  const { api_origin = home, channel_id: channel = '' } = session.settings;
  const packageType = settings.shape.package_type.parse(session.settings.package_type);
  const base = withoutSlash(api_origin);
  const client = shipBobClient(session.http, base, channel);
  return { client, channel, packageType, known: () => knownOf(client, JSON.stringify([base, channel]), session.now) };
}

function warehouse(session: ConnectorSession): Warehouse {
  const { client, packageType, known } = opened(session);
  const { now } = session;
  return {
    fields,
    listWarehouses: () => buildingsOf(client),
    listShippingMethods: () => shippingMethods(client),
    items: itemStream(client, now),
    ...ordersOf(client, known(), now),
    replaceOrder: (providerRef, order) => changeOrder({ client, now }, providerRef, order),
    orderChanges: orderStream(client, now),
    shipments: parcelStream(client, now),
    stock: (cursor) => readStock(client, cursor, now),
    ...announcingOf(client, packageType, now),
    // Each lists all receiving orders of half a year, by the requests that orders are sent with.
    inboundSeconds: 60,
    asnChanges: asnStream(client, now),
    receipts: receiptStream(client, now),
  };
}

/** The carrier is ShipBob's choice, by its service level. */
const shippingMethods: (client: ShipBobClient) => ReturnType<Warehouse['listShippingMethods']> = async (client) =>
  mapResult(await methodsOf(client), (methods) => [
    {
      carrier: 'ShipBob',
      methods: methods.map(({ name, level }) => ({ code: name, name: level === null || level === name ? name : `${name} (${level})` })),
    },
  ]);

type Channel = { id: string; name: string | null; application_name: string | null; scopes: string[] };
const asNamed = ({ id, name, application_name }: Channel) => ({ id, name: name ?? application_name ?? id });

const channelsOf = ({ channels }: ShipBobClient, now: () => Date): Promise<Result<Channel[]>> => everyPage(channels, now);

/** A channel is one account's, for ever, whichever token asks; a token of another account does not see it. */
async function identify({ client, channel }: ReturnType<typeof opened>, now: () => Date): Promise<Result<Identity>> {
  const channels = await channelsOf(client, now);
  if (!channels.ok) return channels;
  const ours = channels.value.find(({ id }) => id === channel);
  const setting = 'channel_id';
  if (!ours) return { ok: false, failure: { kind: 'reconnect', reason: because({ code: 'shipbob.no_channel', channel }), setting } };
  if (!ours.scopes.includes('orders_write'))
    return { ok: false, failure: { kind: 'reconnect', reason: because({ code: 'shipbob.reads_only', channel }), setting } };
  return { ok: true, value: { name: asNamed(ours).name, detail: ours.id, keys: [identityKey('shipbob', 'channel', ours.id)] } };
}
