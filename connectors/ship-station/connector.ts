import { z } from 'zod';
import type { Confirmations, Connector, ConnectorSession, Identity, Orders, Result, Settings, ShippingCode } from '../contract.ts';
import { withoutSlash } from '../http/addresses.ts';
import { oneByOne } from '../http/confirming.ts';
import { identityKey } from '../http/identity.ts';
import { orderUnreadable } from '../http/records.ts';
import { mapResult } from '../http/result.ts';
import { accountOf } from './account.ts';
import { carrierCodeOf } from './carriers.ts';
import { refusal, type ShipStationClient, shipStationClient } from './client.ts';
import { openOrders, shippedSince } from './open-orders.ts';
import { orderStream } from './orders.ts';
import { isNearPacificDay, pacificDay } from './pacific.ts';
import { because } from './reasons.ts';
import { translateOrder } from './translate.ts';
import { isShipStation, shipStationHints } from './webhook.ts';

const home = 'https://ssapi.shipstation.com';
const poNumberFields = ['', 'customField1', 'customField2', 'customField3'] as const;

const settings = z.object({
  api_key: z
    .string()
    .trim()
    .min(1)
    .meta({ title: 'API key', secret: true, description: 'Of the V1 API: in ShipStation below Settings › Account › API Settings.' }),
  api_secret: z.string().trim().min(1).meta({ title: 'API secret', secret: true, description: 'Shown once, with the key.' }),
  api_origin: z.url().default(home).meta({ title: 'API address' }),
  store_id: z
    .string()
    .trim()
    .regex(/^\d*$/)
    .default('')
    .meta({ title: 'Store id', description: 'Leave empty to read every store.', choices: 'stores' }),
  currency: z
    .string()
    .trim()
    .regex(/^[A-Z]{3}$/)
    .default('USD')
    .meta({ title: 'Currency', description: 'ShipStation sends amounts without one.' }),
  po_number_field: z
    .enum(poNumberFields)
    .default('')
    .meta({
      ...{ title: 'PO number is in', description: 'The custom field that holds it, if any.' },
      options: [1, 2, 3].map((place) => ({ value: `customField${place}`, label: `Custom field ${place}` })),
    }),
});

/** ShipStation's V1 API. Sources of the facts: docs.shipstation.com, and what real payloads show; see README.md. */
export const shipStation: Connector = {
  name: 'ship_station',
  label: 'ShipStation',
  logo: 'M4 8l8-4 8 4v8.5L12 20.5 4 16.5zM4 8l8 4 8-4M12 12v8.5',
  settings,
  hosts: ({ api_origin = home }) => ({
    api: URL.canParse(api_origin) && isShipStation(new URL(api_origin)) ? [new URL(api_origin).origin] : [],
  }),
  auth: {
    kind: 'fixed',
    headers: ({ api_key, api_secret }) => ({ authorization: `Basic ${Buffer.from(`${api_key}:${api_secret}`).toString('base64')}` }),
  },
  limits: [{ kind: 'window', requests: 40, perMs: 60_000 }],
  judge: refusal,
  identify: (session) => identify(opened(session)),
  choices: { stores: { list: async (session) => mapResult(await opened(session).client.listStores(), (stores) => stores.map(asNamed)) } },
  displayStatus: (word) => (word === 'awaiting_shipment' || word === 'shipped' ? word : 'other'),
  orderPage,
  orders,
  confirmations,
  hints: (session) => shipStationHints(opened(session)),
};

/** ShipStation's page of an order wants a number that its API does not give, so the link searches for the order's. */
function orderPage({ api_origin = home }: Settings, { number }: { number: string }): string {
  const office = URL.canParse(api_origin) && isShipStation(new URL(api_origin)) ? 'https://ship.shipstation.com' : withoutSlash(api_origin);
  return `${office}/orders/all-orders-search-result?${new URLSearchParams({ quickSearch: number })}`;
}

const asNamed = ({ storeId, storeName }: { storeId: string; storeName: string }) => ({ id: storeId, name: storeName });

function opened(session: ConnectorSession) {
  const { api_origin, api_key, api_secret, store_id, currency, po_number_field } = settings.parse(session.settings);
  const base = withoutSlash(api_origin);
  const client = shipStationClient(session.http, { base, storeId: store_id });
  const account = accountOf(client, [base, api_key, api_secret], session.now);
  return { base, client, account, storeId: store_id, reading: { currency, poNumberField: po_number_field } };
}

function orders(session: ConnectorSession): Orders {
  const { client, account, reading } = opened(session);
  return {
    stream: orderStream(client, account, reading, session.now),
    async get(remoteId) {
      const result = await client.getOrder(remoteId);
      if (!result.ok) return result;
      const translated = translateOrder(result.value, { ...reading, names: await account.names() });
      return translated.ok ? { ok: true, value: translated.record } : orderUnreadable(translated.unreadable.reason);
    },
    listOpen: { everySeconds: 1_800, read: (cursor) => openOrders(client, cursor) },
    listShippingCodes: () => listShippingCodes(client),
    hold: (remoteId, until, ours) => hold(client, remoteId, until, ours),
  };
}

/** V1 knows one hold of an order, and a new one takes its place: one that a person put there, or in place of ours, is looked for first. */
async function hold(
  client: ShipStationClient,
  remoteId: string,
  until: Date | null,
  ours: boolean | Date,
): Promise<Result<'done' | 'held_before'>> {
  if (ours instanceof Date || (until && !ours)) {
    const order = await client.getOrder(remoteId);
    if (!order.ok) return order;
    const { orderStatus, holdUntilDate } = order.value;
    // An attempt of which no reply came may have put ours there until the new day.
    const isOurs = ours instanceof Date && [ours, until].some((day) => day !== null && isNearPacificDay(holdUntilDate, day));
    if (orderStatus === 'on_hold' && !isOurs) return { ok: true, value: 'held_before' };
  }
  const result = until ? await client.holdUntil(remoteId, pacificDay(until)) : await client.restoreFromHold(remoteId);
  if (!result.ok && result.failure.kind === 'rejected') return asWanted(await client.getOrder(remoteId), until !== null, result);
  return mapResult(result, () => 'done' as const);
}

/** V1 refuses to release what is not on hold, which a person or the day of its hold may have done before: then it is as wanted. */
function asWanted(order: Result<Record<string, unknown>>, held: boolean, refused: Result<never>): Result<'done'> {
  if (!order.ok) return order;
  return (order.value.orderStatus === 'on_hold') === held ? { ok: true, value: 'done' } : refused;
}

function confirmations(session: ConnectorSession): Confirmations {
  const { client, account } = opened(session);
  return {
    per: 'whole_order',
    confirm: oneByOne(async ({ remoteOrderId: orderId, carrier, trackingNumber, shippedAt }) => {
      const carrierCode = await carrierCodeOf(account, carrier);
      if (!carrierCode.ok) return carrierCode;
      const mark = { orderId, carrierCode: carrierCode.value, trackingNumber, shipDate: pacificDay(shippedAt) };
      return mapResult(await client.markAsShipped(mark), () => ({ reference: null }));
    }),
    shippedSince: (since) => shippedSince(client, since),
    async isConfirmed({ remoteOrderId }) {
      return mapResult(await client.getOrder(remoteOrderId), ({ orderStatus }) => orderStatus === 'shipped');
    },
  };
}

/** V1 does not say whose key it is, so it is what its stores are, also those that were switched off: their orders are listed too. */
async function identify({ client, storeId }: ReturnType<typeof opened>): Promise<Result<Identity>> {
  const result = await client.listStores({ inactive: true });
  if (!result.ok) return result;
  const chosen = result.value.filter((store) => storeId === '' || store.storeId === storeId);
  if (chosen.length === 0) {
    const reason = because({ code: 'ship_station.no_store', id: storeId });
    return { ok: false, failure: { kind: 'rejected', code: 'invalid', reason, setting: 'store_id' } };
  }
  const name = chosen.map(({ storeName, storeId: id }) => storeName || id).join(', ');
  const keys = chosen.map((store) => identityKey('ship_station', 'store', store.storeId));
  return { ok: true, value: { name, detail: chosen.length === 1 ? '1 store' : `${chosen.length} stores`, keys } };
}

async function listShippingCodes(client: ShipStationClient): Promise<Result<ShippingCode[]>> {
  const carriers = await client.listCarriers();
  if (!carriers.ok) return carriers;
  const codes: ShippingCode[] = [];
  for (const carrier of carriers.value) {
    const services = await client.listServices(carrier.code);
    if (!services.ok) return services;
    codes.push(...services.value.map(({ code, name }) => ({ code, description: name || code, carrier: carrier.name || carrier.code })));
  }
  return { ok: true, value: codes };
}
