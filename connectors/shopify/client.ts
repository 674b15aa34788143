import { z } from 'zod';
import type { Result } from '../contract.ts';
import { saidOrRefused } from '../http/failure.ts';
import type { ConnectorHttp } from '../http/request.ts';
import { mapResult } from '../http/result.ts';
import * as bulk from './documents/bulk.ts';
import * as orders from './documents/orders.ts';
import * as products from './documents/products.ts';
import * as shipping from './documents/shipping.ts';
import * as shop from './documents/shop.ts';
import * as stock from './documents/stock.ts';
import { refusable } from './refusals.ts';
import * as wire from './wire.ts';

/** A version is supported for a year; the newest is there on the first day of each quarter. */
export const version = '2026-10';

export type ShopifyClient = ReturnType<typeof shopifyClient>;

/** The calls of the Admin API that we use. `base` is the shop's address. */
export function shopifyClient(http: ConnectorHttp, base: string) {
  const calls = callsOf(http, `${base}/admin/api/${version}/graphql.json`);
  return { ...ofOrders(calls), ...ofShipping(calls), ...ofStock(calls), ...ofProducts(calls), ...ofBulk(calls, http), ...ofShop(calls) };
}

type Call = { operation: string; document: string; variables?: Record<string, unknown>; cost?: number };
type Calls = ReturnType<typeof callsOf>;

function callsOf(http: ConnectorHttp, url: string) {
  const ask =
    (effect: 'read' | 'idempotent' | 'once') =>
    async <T>({ operation, document, variables = {}, cost = 10 }: Call, reads: z.ZodType<T>): Promise<Result<T>> => {
      const reply = await http.request({
        ...{ method: 'POST', url, operation, effect, cost, body: { json: { query: document, variables } } },
        reads: z.object({ data: reads }),
        rejection: (status, body) => ({
          code: status === 400 || status === 422 ? 'invalid' : 'other',
          reason: saidOrRefused(wire.refusal.safeParse(body).data?.errors, status),
        }),
      });
      return mapResult(reply, ({ data }) => data);
    };
  return { read: ask('read'), write: ask('idempotent'), once: ask('once') };
}

/** What a mutation has under its own name. */
const payload = <N extends string, T extends z.ZodType>(name: N, shape: T) =>
  z.object({ [name]: shape } as Record<N, T>).transform((data) => (data as Record<N, z.output<T>>)[name]);

type Found<T> = { nodes: T[]; pageInfo: wire.PageInfo };

const ofOrders = ({ read }: Calls) => ({
  listOrders: (variables: { after: string | null; query: string }) =>
    read(
      { operation: 'list_orders', document: orders.orders, variables, cost: 150 },
      payload('orders', wire.connection(wire.anyRecord)),
    ) as Promise<Result<Found<wire.RawOrder>>>,
  /** Null when the shop does not have it. */
  getOrder: (id: string) =>
    read(
      { operation: 'get_order', document: orders.order, variables: { id: wire.gid('Order', id) }, cost: 40 },
      payload('order', wire.anyRecord.nullable()),
    ),
  getOrders: (ids: string[]) =>
    read(
      { operation: 'list_orders', document: orders.ordersById, variables: { ids: ids.map((id) => wire.gid('Order', id)) }, cost: 150 },
      payload('nodes', z.array(wire.anyRecord.nullable())),
    ),
  listChanged: (variables: { after: string | null; query: string }) =>
    read(
      { operation: 'list_fulfillment_orders', document: orders.changedFulfillmentOrders, variables, cost: 50 },
      payload('fulfillmentOrders', wire.connection(wire.anyRecord)),
    ),
  listOpen: (variables: { after: string | null; query: string }) =>
    read(
      { operation: 'list_open_orders', document: orders.openOrders, variables, cost: 250 },
      payload('orders', wire.connection(z.object({ id: wire.id }))),
    ),
  moreFulfillmentOrders: (id: string, after: string) =>
    read(
      { operation: 'get_order', document: orders.fulfillmentOrdersOf, variables: { id, after }, cost: 100 },
      payload('order', z.object({ fulfillmentOrders: wire.connection(wire.anyRecord) }).nullable()),
    ),
  moreLines: (id: string, after: string) =>
    read(
      { operation: 'get_order', document: orders.linesOf, variables: { id, after }, cost: 200 },
      payload('fulfillmentOrder', z.object({ lineItems: wire.connection(wire.anyRecord) }).nullable()),
    ),
});

const ofShipping = ({ read, write, once }: Calls) => ({
  getFulfillment: (id: string) =>
    read(
      { operation: 'get_fulfillment', document: orders.fulfillment, variables: { id: wire.gid('Fulfillment', id) }, cost: 20 },
      payload('fulfillment', wire.anyRecord.nullable()),
    ),
  moreFulfillmentLines: (id: string, after: string) =>
    read(
      {
        ...{ operation: 'get_fulfillment', document: orders.fulfillmentLinesOf, cost: 100 },
        variables: { id: wire.gid('Fulfillment', id), after },
      },
      payload('fulfillment', z.object({ fulfillmentLineItems: wire.connection(wire.anyRecord) }).nullable()),
    ),
  listFulfillments: (orderId: string) =>
    read(
      { operation: 'list_fulfillments', document: orders.fulfillmentsOf, variables: { id: wire.gid('Order', orderId) }, cost: 20 },
      payload('order', z.object({ fulfillments: z.array(wire.parcel) }).nullable()),
    ),
  trackingOf: (id: string) =>
    read(
      { operation: 'get_fulfillment', document: orders.trackingOf, variables: { id: wire.gid('Fulfillment', id) } },
      payload('fulfillment', wire.parcel.pick({ trackingInfo: true }).nullable()),
    ),
  ship: (fulfillment: unknown) =>
    once(
      { operation: 'create_fulfillment', document: shipping.ship, variables: { fulfillment } },
      payload('fulfillmentCreate', refusable.extend({ fulfillment: z.object({ id: wire.id }).nullable() })),
    ),
  note: (metafield: Record<string, unknown>) =>
    write(
      { operation: 'note_parcels', document: shipping.note, variables: { metafields: [metafield] } },
      payload('metafieldsSet', refusable),
    ),
  accept: (id: string) =>
    write(
      { operation: 'accept_request', document: shipping.accept, variables: { id } },
      payload('fulfillmentOrderAcceptFulfillmentRequest', refusable),
    ),
  decline: (id: string, reason: string, message: string) =>
    write(
      { operation: 'decline_request', document: shipping.decline, variables: { id, reason, message } },
      payload('fulfillmentOrderRejectFulfillmentRequest', refusable),
    ),
  giveUp: (id: string, message: string) =>
    write(
      { operation: 'close_request', document: shipping.giveUp, variables: { id, message } },
      payload('fulfillmentOrderClose', refusable),
    ),
  acceptCancel: (id: string, message: string) =>
    write(
      { operation: 'decide_cancel', document: shipping.acceptCancel, variables: { id, message } },
      payload('fulfillmentOrderAcceptCancellationRequest', refusable),
    ),
  rejectCancel: (id: string, message: string) =>
    write(
      { operation: 'decide_cancel', document: shipping.rejectCancel, variables: { id, message } },
      payload('fulfillmentOrderRejectCancellationRequest', refusable),
    ),
  hold: (id: string, hold: Record<string, unknown>) =>
    write({ operation: 'hold', document: shipping.hold, variables: { id, hold } }, payload('fulfillmentOrderHold', refusable)),
  release: (id: string, holds: string[]) =>
    write(
      { operation: 'release_hold', document: shipping.release, variables: { id, holds } },
      payload('fulfillmentOrderReleaseHold', refusable),
    ),
});

const ofStock = ({ read, write }: Calls) => ({
  listVariants: (variables: { after: string | null; query: string }) =>
    read(
      { operation: 'list_products', document: stock.variants, variables, cost: 200 },
      payload('productVariants', wire.connection(wire.anyRecord)),
    ),
  stockBySku: ({ location, ...search }: { after: string | null; query: string; location: string }) =>
    read(
      {
        ...{ operation: 'read_stock', document: stock.stockBySku, cost: 100 },
        variables: { ...search, location: wire.gid('Location', location) },
      },
      payload('inventoryItems', wire.connection(wire.stocked)),
    ),
  stockById: (ids: string[], location: string) =>
    read(
      {
        ...{ operation: 'read_stock', document: stock.stockById, cost: 100 },
        variables: { ids: ids.map((id) => wire.gid('InventoryItem', id)), location: wire.gid('Location', location) },
      },
      payload('nodes', z.array(wire.stocked.nullable())),
    ),
  setStock: (input: unknown, key: string) =>
    write({ operation: 'set_stock', document: stock.setStock, variables: { input, key } }, payload('inventorySetQuantities', refusable)),
});

const ofProducts = ({ read, write }: Calls) => ({
  variantsWith: (variables: { query: string; after: string | null }) =>
    read(
      { operation: 'find_variants', document: products.variantsWith, variables, cost: 110 },
      payload('productVariants', wire.connection(wire.ofProduct)),
    ),
  /** Null when the shop has no product with this handle. */
  productUnder: (handle: string) =>
    read(
      { operation: 'find_product', document: products.productUnder, variables: { handle } },
      payload('productByIdentifier', wire.underHandle.nullable()),
    ),
  /** A second one with the same identifier changes what the first one made. */
  putProduct: (variables: { identifier: unknown; input: unknown }) =>
    write(
      { operation: 'put_product', document: products.putProduct, variables },
      payload('productSet', refusable.extend({ productSetOperation: z.object({ id: wire.operationId }).nullish() })),
    ),
  /** Null when Shopify does not have it any longer. */
  productOperation: (id: string) =>
    read(
      { operation: 'get_product_operation', document: products.productOperation, variables: { id } },
      payload('productOperation', wire.productOperation.nullable()),
    ),
});

const ofBulk = ({ read }: Calls, http: ConnectorHttp) => ({
  countVariants: (query: string, most: number) =>
    read(
      { operation: 'count_products', document: bulk.variantsCount, variables: { query, most } },
      payload('productVariantsCount', z.object({ count: z.int() })),
    ),
  countOrders: (query: string, most: number) =>
    read(
      { operation: 'count_orders', document: bulk.ordersCount, variables: { query, most } },
      payload('ordersCount', z.object({ count: z.int() })),
    ),
  /** Nothing comes of one that nobody asks for. */
  runBulk: (query: string, groups: boolean) =>
    read(
      { operation: 'run_bulk', document: bulk.runBulk, variables: { query, groups } },
      payload('bulkOperationRunQuery', refusable.extend({ bulkOperation: z.object({ id: z.string() }).nullish() })),
    ),
  /** Null when Shopify does not have it any longer. */
  bulkOperation: (id: string) =>
    read(
      { operation: 'get_bulk', document: bulk.bulkOperation, variables: { id } },
      payload('bulkOperation', wire.bulkOperation.nullable()),
    ),
  /**
   * The file from a byte on; it lies at an address that signs itself in. `isRest`: it begins with the byte before that one. A server need
   * not cut it, and then sends all.
   */
  lines: <T>(url: string, from: number, take: (lines: AsyncIterable<string>, isRest: boolean) => Promise<T>) =>
    http.lines<T>(
      {
        ...{ method: 'GET', effect: 'read', url, operation: 'download', anonymous: true, timeoutMs: 300_000, charset: 'utf-8' },
        // Of a packed file the bytes would be others.
        headers: { 'accept-encoding': 'identity', ...(from > 0 && { range: `bytes=${from - 1}-` }) },
      },
      (lines, headers) => take(lines, from > 0 && headers['content-range'] !== undefined),
    ),
});

const ofShop = ({ read, write, once }: Calls) => ({
  shop: () => read({ operation: 'read_shop', document: shop.shop }, wire.shop),
  listLocations: (after: string | null) =>
    read(
      { operation: 'list_locations', document: shop.locations, variables: { after }, cost: 30 },
      payload('locations', wire.connection(wire.location)),
    ),
  listWebhooks: (after: string | null) =>
    read(
      { operation: 'list_webhooks', document: shop.webhooks, variables: { after }, cost: 30 },
      payload('webhookSubscriptions', wire.connection(wire.webhook)),
    ),
  addWebhook: (topic: string, uri: string) =>
    once({ operation: 'subscribe', document: shop.addWebhook, variables: { topic, uri } }, payload('webhookSubscriptionCreate', refusable)),
  uninstall: () => write({ operation: 'uninstall', document: shop.uninstall }, payload('appUninstall', refusable)),
  dropWebhook: (id: string) =>
    write({ operation: 'unsubscribe', document: shop.dropWebhook, variables: { id } }, payload('webhookSubscriptionDelete', refusable)),
});
