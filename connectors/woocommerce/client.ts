import { z } from 'zod';
import type { Result } from '../contract.ts';
import { type Rejection, saidOrRefused } from '../http/failure.ts';
import { theirWords } from '../http/reasons.ts';
import type { ConnectorHttp, HttpRequest, Judge } from '../http/request.ts';
import { because } from './reasons.ts';
import * as wire from './wire.ts';

export type WooClient = ReturnType<typeof wooClient>;
type Query = HttpRequest<unknown>['query'];
type Changes = { id: number; manage_stock: true; stock_quantity: number };

/** The calls of v3 that we use. `base` is the shop's address without a slash at its end. */
export function wooClient(http: ConnectorHttp, base: string) {
  const calls = callsOf(http, `${base}/wp-json/wc/v3`);
  return {
    ...{ ...ofOrders(calls), ...ofFulfilments(calls), ...ofProducts(calls), ...ofWebhooks(calls) },
    site: () =>
      http.request({ method: 'GET', effect: 'read', url: `${base}/wp-json/`, operation: 'read_site', reads: wire.site, rejection }),
    listZones: () => calls.get('list_shipping_zones', '/shipping/zones', wire.zones),
    listMethods: (zone: string) => calls.get('list_shipping_methods', `/shipping/zones/${encodeURIComponent(zone)}/methods`, wire.methods),
  };
}

type Calls = ReturnType<typeof callsOf>;

const callsOf = (http: ConnectorHttp, v3: string) => ({
  get: <T>(operation: string, path: string, reads: z.ZodType<T>, query: Query = {}): Promise<Result<T>> =>
    http.request({ method: 'GET', effect: 'read', url: v3 + path, query, operation, reads, rejection }),
  /** Beside the records, the time by the shop's own clock, where its reply says it. */
  list: (operation: string, path: string, query: Query) =>
    http.reply({ method: 'GET', effect: 'read', url: v3 + path, query, operation, reads: wire.records, rejection }),
  write: <T>(
    effect: 'idempotent' | 'once',
    method: 'POST' | 'PUT' | 'DELETE',
    operation: string,
    path: string,
    reads: z.ZodType<T>,
    json: unknown,
    query: Query = {},
  ): Promise<Result<T>> => http.request({ method, effect, url: v3 + path, query, operation, reads, rejection, body: { json } }),
});

const order = (id: string) => `/orders/${encodeURIComponent(id)}`;

const ofOrders = ({ get, list, write }: Calls) => ({
  listOrders: (query: Query) => list('list_orders', '/orders', query),
  listOpen: (query: Query) => get('list_open_orders', '/orders', wire.listedIds, query),
  probe: () => get('list_orders', '/orders', wire.records, { per_page: 1 }),
  getOrder: (id: string) => get('get_order', order(id), wire.anyRecord),
  listRefunds: (id: string, query: Query) => get('list_refunds', `${order(id)}/refunds`, wire.beside, query),
  listNotes: (id: string) => get('list_notes', `${order(id)}/notes`, wire.notes, { per_page: 100 }),
  addNote: (id: string, note: string) =>
    write('once', 'POST', 'create_note', `${order(id)}/notes`, wire.anyRecord, { note, customer_note: true }),
  complete: (id: string) => write('idempotent', 'PUT', 'complete_order', order(id), wire.anyRecord, { status: 'completed' }),
});

const ofFulfilments = ({ get, write }: Calls) => ({
  listFulfilments: (id: string) => get('list_fulfillments', `${order(id)}/fulfillments`, wire.beside),
  /** Once: a second one would tell the buyer of a second parcel. */
  addFulfilment: (id: string, json: unknown) =>
    write('once', 'POST', 'create_fulfillment', `${order(id)}/fulfillments`, wire.anyRecord, json),
});

const ofProducts = ({ get, list, write }: Calls) => ({
  listProducts: (query: Query) => list('list_products', '/products', query),
  listVariations: (parent: string, query: Query) =>
    get('list_variations', `/products/${encodeURIComponent(parent)}/variations`, wire.records, query),
  /** Those that these ids are of: the variations of a list have none of their own. */
  findProducts: (ids: string[]) =>
    get('find_products', '/products', wire.stocked, { include: ids.join(','), per_page: 100, _fields: 'id,parent_id,sku' }),
  findBySku: (skus: string[]) =>
    get('find_products', '/products', wire.stocked, { sku: skus.join(','), per_page: 100, _fields: 'id,parent_id,sku' }),
  setStock: (parent: string | null, update: Changes[]) =>
    write(
      ...(['idempotent', 'POST', 'set_stock'] as const),
      parent === null ? '/products/batch' : `/products/${encodeURIComponent(parent)}/variations/batch`,
      wire.updated,
      { update },
    ),
});

const ofWebhooks = ({ get, write }: Calls) => ({
  listWebhooks: (query: Query) => get('list_webhooks', '/webhooks', wire.webhooks, query),
  addWebhook: (json: unknown) => write('once', 'POST', 'subscribe', '/webhooks', wire.anyRecord, json),
  changeWebhook: (id: string, json: unknown) =>
    write('idempotent', 'PUT', 'subscribe', `/webhooks/${encodeURIComponent(id)}`, wire.anyRecord, json),
  dropWebhook: (id: string) =>
    write('idempotent', 'DELETE', 'unsubscribe', `/webhooks/${encodeURIComponent(id)}`, z.unknown(), {}, { force: 'true' }),
});

const noRoute = 'woocommerce.no_route';

/**
 * What a status alone would say wrongly. A page of the theme with 404, or a REST API that is switched off, is an outage: an order that is
 * "not found" would end. A key that may not write is refused with 401, though it is a good one.
 */
export const refusalOf: Judge = ({ status, body }) => {
  if (status !== 401 && status !== 404) return undefined;
  const parsed = wire.refusal.safeParse(body);
  if (status === 404 && !isObject(body)) return { kind: 'retry', reason: because({ code: 'woocommerce.not_the_api' }) };
  if (!parsed.success) return undefined;
  const { code, message } = parsed.data;
  if (status === 404 && code === 'rest_no_route')
    return { kind: 'rejected', code: 'other', reason: because({ code: noRoute, message: message.slice(0, 200) }) };
  if (status === 401 && /\bwrite permissions\b/i.test(message)) return { kind: 'forbidden', reason: theirWords(message) };
  return undefined;
};

const isObject = (body: unknown): body is object => typeof body === 'object' && body !== null;

/** Whether a call failed because the shop does not have it: a feature that is switched off. */
export const isMissing = (result: Result<unknown>): boolean =>
  !result.ok && result.failure.kind === 'rejected' && result.failure.reason.code === noRoute;

function rejection(status: number, body: unknown): Rejection {
  const { message } = wire.refusal.safeParse(body).data ?? {};
  return { code: status === 400 || status === 422 ? 'invalid' : 'other', reason: saidOrRefused(message, status) };
}
