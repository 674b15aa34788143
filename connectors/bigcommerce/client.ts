import { z } from 'zod';
import type { Result } from '../contract.ts';
import { type Rejection, saidOrRefused } from '../http/failure.ts';
import type { ConnectorHttp, HttpRequest } from '../http/request.ts';
import { mapResult } from '../http/result.ts';
import * as wire from './wire.ts';

export type BigCommerceClient = ReturnType<typeof bigCommerceClient>;
type Query = HttpRequest<unknown>['query'];

/** The calls that we use. `base` is the store's address at the API, without a slash at its end. */
export function bigCommerceClient(http: ConnectorHttp, base: string) {
  const get = <T>(operation: string, path: string, reads: z.ZodType<T>, query: Query = {}): Promise<Result<T>> =>
    http.request({ method: 'GET', effect: 'read', url: base + path, query, operation, reads, rejection });
  const listed = async <T>(operation: string, path: string, of: z.ZodType<T>, query?: Query) =>
    mapResult(await get(operation, path, wire.list(of), query), (records) => records ?? []);
  const v3 = async <T>(operation: string, path: string, of: z.ZodType<T>, query?: Query) =>
    mapResult(await get(operation, `/v3${path}`, wire.data(of), query), ({ data }) => data);
  const write = (
    effect: 'idempotent' | 'once',
    method: 'POST' | 'PUT' | 'DELETE',
    operation: string,
    path: string,
    json?: unknown,
  ): Promise<Result<unknown>> =>
    http.request({ method, effect, url: base + path, operation, reads: written, rejection, ...(json !== undefined && { body: { json } }) });
  return {
    store: () => get('read_store', '/v2/store', wire.store),
    listOrders: (query: Query) => listed('list_orders', '/v2/orders', wire.record, { ...withGoods, ...query }),
    listOpen: (query: Query) => listed('list_open_orders', '/v2/orders', wire.ids, query),
    getOrder: (id: string) => get('get_order', order(id), wire.record, withGoods),
    /** The lines of an order, wherever they go. */
    listLines: (id: string, query: Query) => listed('list_order_lines', `${order(id)}/products`, wire.record, query),
    listShipments: (id: string, query: Query) => listed('list_shipments', `${order(id)}/shipments`, wire.record, query),
    /** Once: a second one would tell the buyer of a second parcel. */
    addShipment: (id: string, json: unknown) => write('once', 'POST', 'create_shipment', `${order(id)}/shipments`, json),
    listZones: () => listed('list_shipping_zones', '/v2/shipping/zones', wire.named),
    listMethods: (zone: string) => listed('list_shipping_methods', `/v2/shipping/zones/${encodeURIComponent(zone)}/methods`, wire.named),
    listLocations: (query: Query) => v3('list_locations', '/inventory/locations', z.array(wire.location), query),
    setStock: (json: unknown) => write('idempotent', 'PUT', 'set_stock', '/v3/inventory/adjustments/absolute', json),
    listProducts: (query: Query) => v3('list_products', '/catalog/products', z.array(wire.record), { include: 'variants', ...query }),
    listHooks: (query: Query) => v3('list_webhooks', '/hooks', z.array(wire.hook), query),
    addHook: (json: unknown) => write('once', 'POST', 'subscribe', '/v3/hooks', json),
    changeHook: (id: string, json: unknown) => write('idempotent', 'PUT', 'subscribe', `/v3/hooks/${encodeURIComponent(id)}`, json),
    dropHook: (id: string) => write('idempotent', 'DELETE', 'unsubscribe', `/v3/hooks/${encodeURIComponent(id)}`),
  };
}

const order = (id: string) => `/v2/orders/${encodeURIComponent(id)}`;
/** Without it an order has its goods and addresses behind two more calls. */
const withGoods = { include: 'consignments.line_items', consignment_structure: 'object' };
const written = z.union([wire.record, z.null()]);

function rejection(status: number, body: unknown): Rejection {
  const refusal = wire.refusal.safeParse(body).data;
  const words = Array.isArray(refusal)
    ? refusal[0]?.message
    : [refusal?.title, ...Object.values(refusal?.errors ?? {})].filter(Boolean).join(': ');
  return { code: status === 400 || status === 422 ? 'invalid' : 'other', reason: saidOrRefused(words, status) };
}
