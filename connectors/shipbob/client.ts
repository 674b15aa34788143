import { z } from 'zod';
import type { Result } from '../contract.ts';
import type { Headers } from '../http/headers.ts';
import type { ConnectorHttp, HttpRequest } from '../http/request.ts';
import { mapResult } from '../http/result.ts';
import { rejection } from './refusals.ts';
import * as wire from './wire.ts';
import * as goods from './wire-goods.ts';

export type ShipBobClient = ReturnType<typeof shipBobClient>;
type Values = Record<string, string | number | readonly string[] | null>;

/** The newest version. Each is supported for a year, and named in the address. */
const version = '2026-07';

/**
 * The calls that we use. `base` has no trailing slash. `channel`: whom a call is meant for; what is written belongs to it, and a token
 * that is not its own is refused.
 */
export function shipBobClient(http: ConnectorHttp, base: string, channel: string) {
  const calls = callsOf(http, `${base}/${version}`, { shipbob_channel_id: channel });
  return { ...ofAccount(calls), ...ofOrders(calls), ...ofShipments(calls), ...ofGoods(calls), ...ofReceiving(calls), ...ofWebhooks(calls) };
}

type Calls = ReturnType<typeof callsOf>;

const callsOf = (http: ConnectorHttp, v: string, meantFor: Headers) => {
  const requestOf = <T>(operation: string, path: string, reads: z.ZodType<T>, values: Values = {}): HttpRequest<T> => ({
    ...{ method: 'GET', effect: 'read', url: v + path + queryOf(values), operation, reads, rejection },
  });
  return {
    get: <T>(operation: string, path: string, reads: z.ZodType<T>, values?: Values) =>
      http.request(requestOf(operation, path, reads, values)),
    timed: <T>(operation: string, path: string, reads: z.ZodType<T>) => http.reply(requestOf(operation, path, reads)),
    /** Of our channel alone, with the headers: the time by ShipBob's clock. */
    list: <T>(operation: string, path: string, reads: z.ZodType<T>, values?: Values) =>
      http.reply({ ...requestOf(operation, path, reads, values), headers: meantFor }),
    write: <T>(...[effect, operation, method, path, reads, json]: Write<T>): Promise<Result<T>> =>
      http.request({
        ...{ method, effect, url: v + path, operation, reads, rejection, headers: meantFor },
        ...(json === undefined ? {} : { body: { json } }),
      }),
    /** A record that may be there already: only 201 says that it is a new one. */
    create: async <T>(effect: Effect, operation: string, path: string, reads: z.ZodType<T>, json: unknown): Promise<Result<Made<T>>> =>
      mapResult(
        await http.reply({ method: 'POST', effect, url: v + path, operation, reads, rejection, headers: meantFor, body: { json } }),
        ({ status, body }) => ({ record: body, created: status === 201 }),
      ),
  };
};

type Effect = 'idempotent' | 'once';
type Write<T> = [Effect, operation: string, method: 'POST' | 'PUT' | 'DELETE', path: string, reads: z.ZodType<T>, json?: unknown];
type Made<T> = { record: T; created: boolean };

/**
 * A list is separated by commas as they are, and `any:` stands before SKUs as it is: ShipBob does not take them encoded
 * (github.com/brianzinn/shipbob-node-sdk). A comma within a value is encoded.
 */
function queryOf(values: Values): string {
  const parts = Object.entries(values).flatMap(([name, value]) => {
    if (value === null) return [];
    const text = Array.isArray(value) ? value.map(encodeURIComponent).join(',') : encodeURIComponent(String(value));
    return `${name}=${name === 'SKU' && Array.isArray(value) ? 'any:' : ''}${text}`;
  });
  return parts.length === 0 ? '' : `?${parts.join('&')}`;
}

const ofAccount = ({ get }: Calls) => ({
  channels: (next: string | null) =>
    get('list_channels', `/channel${next === null ? '?RecordsPerPage=100' : wire.queryIn(next)}`, wire.channels(next)),
  locations: () => get('list_locations', '/location', wire.locations, { AccessGranted: 'true' }),
  methods: (values: Values) => get('list_shipping_methods', '/shipping-method', wire.methods, values),
});

const order = (id: string) => `/order/${encodeURIComponent(id)}`;

const ofOrders = ({ get, list, write, create }: Calls) => ({
  /** An order may be repeated by its reference: a second one is refused. */
  submit: (json: unknown) => create('idempotent', 'submit_order', '/order', wire.order, json),
  /** Of every channel: a reference is taken once in the whole account. */
  find: (reference: string) => get('find_order', '/order', wire.orders, { ReferenceIds: reference }),
  order: (id: string) => get('get_order', order(id), wire.order),
  orders: (values: Values) => list('list_orders', '/order', wire.records, values),
  cancel: (id: string) => write('idempotent', 'cancel_order', 'POST', `${order(id)}:cancel`, wire.cancelled),
});

const shipment = (id: string) => `/shipment/${encodeURIComponent(id)}`;

const ofShipments = ({ get, write }: Calls) => ({
  lineItems: (id: string) => get('list_line_items', `${shipment(id)}:getLineItems`, wire.lineItems),
  setLineItems: (id: string, items: unknown[]) =>
    write('idempotent', 'change_lines', 'POST', `${shipment(id)}:updateLineItems`, wire.changed, { items }),
  setAddress: (id: string, json: unknown) =>
    write('idempotent', 'change_address', 'PUT', `${shipment(id)}:updateAddress`, wire.changed, json),
});

const ofGoods = ({ get, timed, list }: Calls) => ({
  products: (values: Values, next: string | null) =>
    next === null
      ? list('list_products', '/product', wire.page(next), values)
      : list('list_products', `/product${wire.queryIn(next)}`, wire.page(next)),
  findProducts: (skus: readonly string[], next: string | null) => {
    const [only, ...more] = skus;
    const values = { SKU: more.length === 0 ? (only ?? '') : skus, PageSize: 250 };
    return get('find_products', `/product${next === null ? queryOf(values) : wire.queryIn(next)}`, goods.found(next));
  },
  levels: (next: string | null) =>
    timed('read_stock', `/inventory-level/locations${next === null ? queryOf({ PageSize: 100 }) : wire.queryIn(next)}`, wire.page(next)),
  lots: (inventoryIds: readonly string[], next: string | null) =>
    get(
      'read_lots',
      `/inventory-level/lots${next === null ? queryOf({ InventoryIds: inventoryIds, PageSize: 100 }) : wire.queryIn(next)}`,
      goods.lots(next),
    ),
});

const receiving = (id: string) => `/receiving/${encodeURIComponent(id)}`;

const ofReceiving = ({ get, list, write, create }: Calls) => ({
  announce: (json: unknown) => create('once', 'create_asn', '/receiving', goods.receiving, json),
  findReceiving: (number: string) => get('find_asn', '/receiving', z.array(goods.receiving), { PurchaseOrderNumbers: number, Limit: 100 }),
  receiving: (id: string) => get('get_asn', receiving(id), goods.receiving),
  receivings: (values: Values) => list('list_asns', '/receiving', wire.records, values),
  boxes: (id: string) => get('list_boxes', `${receiving(id)}/boxes`, wire.records),
  cancelReceiving: (id: string) => write('idempotent', 'cancel_asn', 'POST', `${receiving(id)}:cancel`, goods.receiving),
});

const ofWebhooks = ({ get, write }: Calls) => ({
  subscriptions: (next: string | null) =>
    get('list_webhooks', `/webhook${next === null ? '?RecordsPerPage=100' : wire.queryIn(next)}`, wire.subscriptions(next)),
  subscribe: (json: unknown) => write('once', 'subscribe', 'POST', '/webhook', wire.subscribed, json),
  unsubscribe: (id: string) => write('idempotent', 'unsubscribe', 'DELETE', `/webhook/${encodeURIComponent(id)}`, z.unknown()),
});
