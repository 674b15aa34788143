import { z } from 'zod';
import type { Result } from '../contract.ts';
import { type Rejection, saidOrRefused } from '../http/failure.ts';
import { numericId } from '../http/json.ts';
import type { ConnectorHttp, Judge } from '../http/request.ts';
import { toPacific } from './pacific.ts';
import * as wire from './wire.ts';

export type Window = { from: Date; page: number; size: number };
export type OpenPage = { status: string; page: number; size: number };
export type Mark = { orderId: string; carrierCode: string; trackingNumber: string; shipDate: string };
export type ShipStationClient = ReturnType<typeof shipStationClient>;
type Api = ReturnType<typeof apiOf>;

/** V1's calls that we use. `base` has no trailing slash; `storeId`, when not empty, narrows the list to one store. */
export function shipStationClient(http: ConnectorHttp, { base, storeId }: { base: string; storeId: string }) {
  const api = apiOf(http, base);
  return { ...orderLists(api, storeId), ...orderCalls(api), ...accountCalls(api), ...webhookCalls(api, http, base, storeId) };
}

function apiOf(http: ConnectorHttp, base: string) {
  const get = <T>(operation: string, path: string, reads: z.ZodType<T>, query = {}): Promise<Result<T>> =>
    http.request({ method: 'GET', effect: 'read', url: base + path, query, operation, reads });
  const post = (operation: string, path: string, { orderId, ...rest }: { orderId: string } & Record<string, unknown>) =>
    http.request({
      ...{ method: 'POST', effect: 'once', url: base + path, operation, reads: wire.anyRecord, rejection },
      body: { json: { orderId: numericId(orderId), ...rest } },
    });
  return { get, post };
}

function orderLists({ get }: Api, storeId: string) {
  return {
    listOrders: ({ from, page, size }: Window) =>
      get('list_orders', '/orders', wire.orderPage, {
        ...{ modifyDateStart: toPacific(from), sortBy: 'ModifyDate', sortDir: 'ASC', page, pageSize: size },
        storeId: storeId || null,
      }),
    listOpen: ({ status, page, size }: OpenPage) =>
      get('list_open_orders', '/orders', wire.orderPage, {
        ...{ orderStatus: status, sortBy: 'OrderDate', sortDir: 'ASC', page, pageSize: size },
        storeId: storeId || null,
      }),
    listShipped: (from: Date, size: number) =>
      get('list_shipped_orders', '/orders', wire.orderPage, {
        ...{ orderStatus: 'shipped', modifyDateStart: toPacific(from), sortBy: 'ModifyDate', sortDir: 'DESC', page: 1, pageSize: size },
        storeId: storeId || null,
      }),
  };
}

function accountCalls({ get }: Api) {
  return {
    listStores: ({ inactive = false } = {}) => get('list_stores', '/stores', wire.stores, inactive ? { showInactive: true } : {}),
    listWarehouses: () => get('list_warehouses', '/warehouses', wire.warehouses),
    listTags: () => get('list_tags', '/accounts/listtags', wire.tags),
    listCarriers: () => get('list_carriers', '/carriers', wire.carriers),
    listServices: (carrierCode: string) => get('list_services', '/carriers/listservices', wire.services, { carrierCode }),
  };
}

function orderCalls({ get, post }: Api) {
  return {
    getOrder: (id: string) => get('get_order', `/orders/${encodeURIComponent(id)}`, wire.anyRecord),
    /** Once: a second mark adds a second fulfilment. */
    markAsShipped: (mark: Mark) =>
      post('mark_as_shipped', '/orders/markasshipped', { ...mark, notifyCustomer: false, notifySalesChannel: true }),
    holdUntil: (orderId: string, holdUntilDate: string) => post('hold', '/orders/holduntil', { orderId, holdUntilDate }),
    restoreFromHold: (orderId: string) => post('restore_from_hold', '/orders/restorefromhold', { orderId }),
  };
}

function webhookCalls({ get }: Api, http: ConnectorHttp, base: string, storeId: string) {
  return {
    listWebhooks: () => get('list_webhooks', '/webhooks', wire.webhooks),
    subscribe: (target_url: string) =>
      http.request({
        ...{ method: 'POST', effect: 'once', url: `${base}/webhooks/subscribe`, operation: 'subscribe', reads: wire.anyRecord, rejection },
        body: {
          json: { target_url, event: 'ORDER_NOTIFY', store_id: storeId === '' ? null : Number(storeId), friendly_name: 'Crossdock' },
        },
      }),
    unsubscribe: (id: string) =>
      http.request({
        ...{ method: 'DELETE', effect: 'idempotent', url: `${base}/webhooks/${encodeURIComponent(id)}`, operation: 'unsubscribe' },
        reads: z.unknown(),
      }),
  };
}

/**
 * V1 says a refusal as 500 with the exception's message too, and as 200 with `success: false`. A 500 to a read may be an order that
 * it cannot write, and an exception of its database passes: those stay failures that are tried again.
 */
export const refusal: Judge = ({ status, body }, { effect }) => {
  if (effect === 'read' || (status !== 500 && status !== 200)) return undefined;
  const { success, ExceptionMessage, ExceptionType = '' } = wire.refusal.catch({}).parse(body);
  const refused = status === 500 ? ExceptionMessage && !passing.test(`${ExceptionType} ${ExceptionMessage}`) : success === false;
  return refused ? { kind: 'rejected', ...rejection(status, body) } : undefined;
};

const passing = /SqlException|timed? ?out|deadlock|connection|unavailable/i;

/** `Message` says only that the request is invalid; the fields at fault are in `ModelState`. */
function rejection(status: number, body: unknown): Rejection {
  const { Message, message, ExceptionMessage, ModelState } = wire.refusal.catch({}).parse(body);
  const fields = Object.entries(ModelState ?? {}).map(([field, messages]) => `${field}: ${messages.join(' ')}`);
  const text = fields.join(' ') || ExceptionMessage || Message || message;
  return { code: status === 400 || status === 422 ? 'invalid' : 'other', reason: saidOrRefused(text, status) };
}
