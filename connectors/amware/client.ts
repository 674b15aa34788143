import type { z } from 'zod';
import type { InboundNotice, Result, WarehouseOrder } from '../contract.ts';
import type { Rejection } from '../http/failure.ts';
import type { Headers } from '../http/headers.ts';
import { theirWords } from '../http/reasons.ts';
import type { ConnectorHttp, Judge } from '../http/request.ts';
import { mapResult, rejectionCodes } from '../http/result.ts';
import { asnBody, orderBody } from './translate.ts';
import * as wire from './wire.ts';

export type AmwareClient = ReturnType<typeof amwareClient>;
export type Feed = 'order-changes' | 'asn-changes' | 'shipments' | 'items' | 'receipts';

/**
 * The calls of docs/connectors/amware.md. `base` has no trailing slash. `account`: the client that they are meant for; each but the one
 * that asks whose the key is names it, so that a key which became another client's is refused before it does anything.
 */
export function amwareClient(http: ConnectorHttp, base: string, account?: string) {
  const calls = callsOf(http, `${base}/v1`, account === undefined ? {} : { 'amware-account': account });
  return { ...ofAccount(calls), ...ofOrders(calls), ...ofFeeds(calls), ...ofAnnouncements(calls) };
}

type Calls = ReturnType<typeof callsOf>;

/** `meantFor`: the header that names the client. */
const callsOf = (http: ConnectorHttp, v1: string, meantFor: Headers) => ({
  /** Asks whose the key is, and so names nobody. */
  account: () =>
    http.request({ method: 'GET', effect: 'read', url: `${v1}/account`, operation: 'get_account', reads: wire.account, rejection }),
  get: <T>(operation: string, path: string, reads: z.ZodType<T>, query = {}): Promise<Result<T>> =>
    http.request({ method: 'GET', effect: 'read', url: `${v1}/${path}`, query, operation, reads, rejection, headers: meantFor }),
  search: <T>(operation: string, path: string, reads: z.ZodType<T>, query: Record<string, string>): Promise<Result<T>> =>
    http.request({
      ...{ method: 'GET', effect: 'read', url: `${v1}/${path}`, query, operation, reads, rejection, headers: meantFor },
      judge: noList,
    }),
  /** Every write may be repeated: by its reference, or because it says a state and not a step. */
  write: <T>(operation: string, method: 'POST' | 'PUT', path: string, json: unknown, reads: z.ZodType<T>) =>
    http.request({
      ...{ method, url: `${v1}/${path}`, operation, body: { json }, reads, rejection },
      ...{ effect: 'idempotent', headers: meantFor },
    }),
  /** 200 in place of 201: it has one of this reference already. */
  create: async <T>(operation: string, path: string, json: { reference: string }, reads: z.ZodType<T>) => {
    const reply = await http.reply({
      ...{ method: 'POST', url: `${v1}/${path}`, operation, body: { json }, reads, rejection, effect: 'idempotent' },
      headers: { ...meantFor, 'idempotency-key': json.reference },
    });
    return mapResult(reply, ({ status, body }) => ({ record: body, created: status === 201 }));
  },
});

const ofAccount = ({ account, get }: Calls) => ({
  account,
  warehouses: () => get('list_warehouses', 'warehouses', wire.warehouses),
  shippingMethods: () => get('list_shipping_methods', 'shipping-methods', wire.shippingMethods),
});

const order = (providerRef: string) => `orders/${encodeURIComponent(providerRef)}`;

const ofOrders = ({ search, write, create }: Calls) => ({
  submit: (body: WarehouseOrder) => create('submit_order', 'orders', orderBody(body), wire.order),
  find: (reference: string) => search('find_order', 'orders', wire.found, { reference }),
  findByNumber: (order_number: string) => search('find_orders_by_number', 'orders', wire.found, { order_number }),
  replace: (providerRef: string, body: WarehouseOrder) => write('replace_order', 'PUT', order(providerRef), orderBody(body), wire.order),
  cancel: (providerRef: string, reason: string) =>
    write('cancel_order', 'POST', `${order(providerRef)}/cancel`, { reason }, wire.cancelled),
  hold: (providerRef: string, held: boolean, reason: string) =>
    write('hold_order', 'POST', `${order(providerRef)}/hold`, { held, reason }, wire.held),
});

const ofFeeds = ({ get }: Calls) => ({
  feed: (feed: Feed, query: { after: string | null; since: string | null }) =>
    get(`read_${feed.replace('-', '_')}`, feed, wire.feedPage, { ...query, limit: 500 }),
  stock: (after: string | null) => get('read_stock', 'stock', wire.stockPage, { after, limit: 500 }),
});

const asn = (id: string) => `asns/${encodeURIComponent(id)}`;

const ofAnnouncements = ({ search, write, create }: Calls) => ({
  announce: (notice: InboundNotice) => create('create_asn', 'asns', asnBody(notice), wire.asn),
  findAsn: (reference: string) => search('find_asn', 'asns', wire.foundAsns, { reference }),
  findAsnsByNumber: (order_number: string) => search('find_asns_by_number', 'asns', wire.foundAsns, { order_number }),
  replaceAsn: (id: string, notice: InboundNotice) => write('replace_asn', 'PUT', asn(id), asnBody(notice), wire.asn),
  cancelAsn: (id: string, reason: string) => write('cancel_asn', 'POST', `${asn(id)}/cancel`, { reason }, wire.asnCancelled),
  closeAsn: (id: string, reason: string) => write('close_asn', 'POST', `${asn(id)}/close`, { reason }, wire.asnClosed),
});

/**
 * A search that finds nothing replies with an empty list. One that is not there, as behind a proxy that has lost the warehouse, does not
 * say that an order is not: it would be taken back here, and leave there.
 */
const noList: Judge = ({ status }) =>
  status === 404 || status === 410 ? { kind: 'retry', reason: { code: 'trouble', system: 'Amware', status } } : undefined;

function rejection(status: number, body: unknown): Rejection {
  const parsed = wire.refusal.safeParse(body);
  if (!parsed.success) return { code: status === 400 || status === 422 ? 'invalid' : 'other', reason: { code: 'refused', status } };
  const { code, message, field } = parsed.data;
  return { code: rejectionCodes.find((each) => each === code) ?? 'other', reason: theirWords(field ? `${message} (${field})` : message) };
}
