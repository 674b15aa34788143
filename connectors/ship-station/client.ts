import type { z } from 'zod';
import type { RejectionCode, Result } from '../contract.ts';
import { numericId } from '../http/json.ts';
import type { ConnectorHttp } from '../http/request.ts';
import { toPacific } from './pacific.ts';
import * as wire from './wire.ts';

export type Window = { from: Date; page: number; size: number };
export type Mark = { orderId: string; carrierCode: string; trackingNumber: string; shipDate: string };
export type ShipStationClient = ReturnType<typeof shipStationClient>;

/** V1's calls that we use. `base` has no trailing slash; `storeId`, when not empty, narrows the list to one store. */
export function shipStationClient(http: ConnectorHttp, { base, storeId }: { base: string; storeId: string }) {
  const get = <T>(operation: string, path: string, reads: z.ZodType<T>, query = {}): Promise<Result<T>> =>
    http.request({ method: 'GET', url: base + path, query, operation, reads });
  const post = (operation: string, path: string, { orderId, ...rest }: { orderId: string } & Record<string, unknown>) =>
    http.request({
      ...{ method: 'POST', url: base + path, operation, reads: wire.anyRecord, rejection },
      json: { orderId: numericId(orderId), ...rest },
    });
  return {
    listOrders: ({ from, page, size }: Window) =>
      get('list_orders', '/orders', wire.orderPage, {
        ...{ modifyDateStart: toPacific(from), sortBy: 'ModifyDate', sortDir: 'ASC', page, pageSize: size },
        storeId: storeId || null,
      }),
    getOrder: (id: string) => get('get_order', `/orders/${encodeURIComponent(id)}`, wire.anyRecord),
    listStores: () => get('list_stores', '/stores', wire.stores),
    listWarehouses: () => get('list_warehouses', '/warehouses', wire.warehouses),
    listTags: () => get('list_tags', '/accounts/listtags', wire.tags),
    listCarriers: () => get('list_carriers', '/carriers', wire.carriers),
    listServices: (carrierCode: string) => get('list_services', '/carriers/listservices', wire.services, { carrierCode }),
    /** Not repeatable: a second mark adds a second fulfilment. */
    markAsShipped: (mark: Mark) =>
      post('mark_as_shipped', '/orders/markasshipped', { ...mark, notifyCustomer: false, notifySalesChannel: true }),
    holdUntil: (orderId: string, holdUntilDate: string) => post('hold', '/orders/holduntil', { orderId, holdUntilDate }),
    restoreFromHold: (orderId: string) => post('restore_from_hold', '/orders/restorefromhold', { orderId }),
  };
}

/** `Message` says only that the request is invalid; the fields at fault are in `ModelState`. */
function rejection(status: number, body: unknown): { code: RejectionCode; reason: string } {
  const { Message, message, ExceptionMessage, ModelState } = wire.refusal.catch({}).parse(body);
  const fields = Object.entries(ModelState ?? {}).map(([field, messages]) => `${field}: ${messages.join(' ')}`);
  const reason = fields.join(' ') || ExceptionMessage || Message || message || 'The request was refused.';
  return { code: status === 400 || status === 422 ? 'invalid' : 'other', reason: `${reason.slice(0, 300)} (${status})` };
}
