import { z } from 'zod';
import type { AsnState, Connector, ConnectorSession, Field, Result, Warehouse, WarehouseOrderState } from '../contract.ts';
import { withoutSlash } from '../http/addresses.ts';
import { belongingIn, identityKey } from '../http/identity.ts';
import { mapResult } from '../http/result.ts';
import { type AmwareClient, amwareClient } from './client.ts';
import { feedStream, readStock } from './feeds.ts';
import {
  asnState,
  orderState,
  removedSku,
  translateAsn,
  translateItem,
  translateReceipt,
  translateShipment,
  translateState,
} from './translate.ts';
import { amwareHints } from './webhook.ts';

const settings = z.object({
  api_key: z.string().trim().min(1).meta({ title: 'API key', secret: true }),
  base_url: z.url().meta({ title: 'Address of the warehouse', description: 'As the warehouse gave it, without /v1.' }),
  webhook_secret: z
    .string()
    .trim()
    .default('')
    .meta({ title: 'Webhook secret', secret: true, description: 'Signs what the warehouse tells us by itself.' }),
});

/** The warehouse provider, over the HTTP contract of docs/connectors/amware.md. */
export const amware: Connector = {
  name: 'amware',
  label: 'Amware',
  logo: 'M3 20V9l9-5 9 5v11M7 20v-7h10v7M7 16.5h10',
  settings,
  hosts: ({ base_url = '' }) => ({ api: URL.canParse(base_url) ? [new URL(base_url).origin] : [] }),
  auth: { kind: 'fixed', headers: ({ api_key }) => ({ authorization: `Bearer ${api_key}` }) },
  limits: [{ kind: 'window', requests: 6000, perMs: 60_000 }],
  identify: async (session) =>
    mapResult(await clientOf(session).account(), ({ id, name }) => ({
      ...{ name: name || id, detail: id },
      keys: [identityKey('amware', 'account', id)],
    })),
  warehouse,
  hints: (session) => amwareHints(session.now),
};

function clientOf(session: ConnectorSession): AmwareClient {
  const { base_url } = settings.parse(session.settings);
  return amwareClient(session.http, withoutSlash(base_url), belongingIn(session.belongsTo, 'amware', 'account'));
}

function warehouse(session: ConnectorSession): Warehouse {
  const client = clientOf(session);
  return {
    ...referenceData(client),
    items: feedStream(client, 'items', translateItem, removedSku),
    async submitOrder(order) {
      return mapResult(await client.submit(order), ({ record, created }) => ({ ...orderState(record), created }));
    },
    async findOrder(reference) {
      const found = mapResult(await client.find(reference), ({ orders }) => orders.map(orderState));
      return theOneOf(found, { code: 'no_order', reference });
    },
    async findOrdersByNumber(orderNumber) {
      const carries = (state: WarehouseOrderState) => state.orderNumbers?.includes(orderNumber) ?? false;
      return mapResult(await client.findByNumber(orderNumber), ({ orders }) => orders.map(orderState).filter(carries));
    },
    async replaceOrder(providerRef, order) {
      return mapResult(await client.replace(providerRef, order), orderState);
    },
    async requestCancel(providerRef, reason) {
      return mapResult(await client.cancel(providerRef, reason), ({ outcome }) => outcome);
    },
    async setHold(providerRef, held, reason) {
      return mapResult(await client.hold(providerRef, held, reason), ({ outcome }) => outcome);
    },
    orderChanges: feedStream(client, 'order-changes', translateState),
    shipments: feedStream(client, 'shipments', translateShipment),
    stock: (cursor) => readStock(client, cursor),
    ...announcing(client),
    receipts: feedStream(client, 'receipts', translateReceipt),
  };
}

type Absent = { code: 'no_order' | 'no_announcement'; reference: string };

/** The one of exactly this reference. */
function theOneOf<T extends { reference: string }>(found: Result<T[]>, absent: Absent): Result<T> {
  if (!found.ok) return found;
  const value = found.value.find(({ reference }) => reference === absent.reference);
  return value ? { ok: true, value } : { ok: false, failure: { kind: 'not_found', reason: absent } };
}

type Announcing = Pick<Warehouse, 'createAsn' | 'findAsn' | 'findAsnsByNumber' | 'replaceAsn' | 'cancelAsn' | 'closeAsn' | 'asnChanges'>;

function announcing(client: AmwareClient): Announcing {
  return {
    async createAsn(notice) {
      return mapResult(await client.announce(notice), ({ record, created }) => ({ ...asnState(record), created }));
    },
    async findAsn(reference) {
      const found = mapResult(await client.findAsn(reference), ({ asns }) => asns.map(asnState));
      return theOneOf(found, { code: 'no_announcement', reference });
    },
    async findAsnsByNumber(orderNumber) {
      const carries = (state: AsnState) => state.orderNumbers?.includes(orderNumber) ?? false;
      return mapResult(await client.findAsnsByNumber(orderNumber), ({ asns }) => asns.map(asnState).filter(carries));
    },
    async replaceAsn(asnId, notice) {
      return mapResult(await client.replaceAsn(asnId, notice), asnState);
    },
    async cancelAsn(asnId, reason) {
      return mapResult(await client.cancelAsn(asnId, reason), ({ outcome }) => outcome);
    },
    async closeAsn(asnId, reason) {
      return mapResult(await client.closeAsn(asnId, reason), ({ outcome }) => outcome);
    },
    asnChanges: feedStream(client, 'asn-changes', translateAsn),
  };
}

/** What our orders may carry beside the order itself; the provider keeps others and ignores them. */
const extraFields: Field[] = [
  { path: 'packing_slip_message', name: 'Packing slip message', description: 'Printed below the lines.' },
  { path: 'delivery_instructions', name: 'Delivery instructions', description: 'Printed on the label, where the carrier allows it.' },
  { path: 'reference', name: 'Reference', description: 'A number of the seller’s or buyer’s own.' },
];

function referenceData(client: AmwareClient): Pick<Warehouse, 'listWarehouses' | 'listShippingMethods' | 'fields'> {
  return {
    fields: extraFields,
    async listWarehouses() {
      return mapResult(await client.warehouses(), ({ warehouses }) => warehouses.map(({ id, name }) => ({ id, name })));
    },
    async listShippingMethods() {
      const grouped = ({ carriers }: { carriers: { carrier: string; methods: { code: string; name: string }[] }[] }) =>
        carriers.map(({ carrier, methods }) => ({ carrier, methods: methods.map(({ code, name }) => ({ code, name })) }));
      return mapResult(await client.shippingMethods(), grouped);
    },
  };
}
