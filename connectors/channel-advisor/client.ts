import type { ConnectorHttp } from '../http/request.ts';
import { mapResult } from '../http/result.ts';
import { type Api, apiOf, oneOf, quoted } from './api.ts';
import { importable } from './reading/translate.ts';
import type { Shipped } from './shipping/plan.ts';
import * as wire from './wire.ts';

export type ChannelAdvisorClient = ReturnType<typeof channelAdvisorClient>;

const dates = ['CheckoutDateUtc', 'PaymentDateUtc', 'ShippingDateUtc', 'ImportDateUtc'];
const expand = 'Items($expand=BundleComponents,Adjustments),Fulfillments($expand=Items),Adjustments';

/** The API's calls that we use; lists are of one profile. */
export function channelAdvisorClient(http: ConnectorHttp, place: { base: string; profileId: string }) {
  const api = apiOf(http, place);
  return {
    listProfiles: () => api.all('list_profiles', 'Profiles', wire.profile),
    listCenters: () => api.all('list_distribution_centers', 'DistributionCenters', wire.distributionCenter),
    ...orderCalls(api),
    ...fulfillmentCalls(api),
    ...productCalls(api),
    ...webhookCalls(api),
  };
}

function orderCalls({ get, write, mine }: Api) {
  const statuses = Object.entries(importable).map(([status, words]) => oneOf(status, words.map(quoted)));
  return {
    /** What is not exported yet and may be imported, in the order of ids: unpaid orders stay behind until they are paid. */
    listQueue: (after: string) =>
      get('list_orders', 'Orders', wire.page, {
        ...{ exported: 'false', $filter: mine(`ID gt ${after}`, ...statuses), $orderby: 'ID', $expand: expand },
      }),
    /**
     * What is exported and from this moment on, by whichever of its dates: an order has none of its last change that could be asked for.
     */
    listExported: (after: string, since: Date) => {
      const from = dates.map((name) => `${name} ge ${since.toISOString()}`).join(' or ');
      return get('list_exported', 'Orders', wire.page, {
        ...{ exported: 'true', $filter: mine(`ID gt ${after}`, `(${from})`), $orderby: 'ID', $expand: expand },
      });
    },
    listOrders: (ids: string[]) =>
      get('reread_orders', 'Orders', wire.page, { $filter: mine(oneOf('ID', ids)), $orderby: 'ID', $expand: expand }),
    getOrder: (id: string) => get('get_order', `Orders(${id})`, wire.anyRecord, { $expand: expand }),
    exportOrder: (id: string) =>
      write({ method: 'POST', path: `Orders(${id})/Export`, operation: 'export_order', effect: 'idempotent', reads: wire.nothing }),
  };
}

function fulfillmentCalls({ write, profileId }: Api) {
  return {
    /** Sends the units that `Items` names, as `ShipOrderRequest` of the API's metadata; without them it would be the whole order. */
    shipOrder: (orderId: string, Value: { Items: Shipped[] } & Record<string, unknown>) =>
      write({
        ...{ method: 'POST', path: `Orders(${orderId})/Ship`, operation: 'ship_order', effect: 'once', reads: wire.nothing },
        json: { Value },
      }),
    /** Always with a `DeliveryStatus`: without one the order may be marked as shipped. */
    createFulfillment: (fields: { OrderID: number; DeliveryStatus: 'NoChange'; Type: 'Ship' } & Record<string, unknown>) =>
      write({
        ...{ method: 'POST', path: 'Fulfillments', operation: 'create_fulfillment', effect: 'once', reads: wire.newRecord },
        json: { ProfileID: Number(profileId), ...fields },
      }),
    moveItem: (itemId: string, toFulfillment: string, Quantity: number) =>
      write({
        ...{ method: 'POST', path: `FulfillmentItems(${itemId})/Move`, operation: 'move_fulfillment_item', effect: 'once' },
        ...{ reads: wire.nothing, json: { DestinationFulfillmentID: Number(toFulfillment), Quantity } },
      }),
    completeFulfillment: (id: string, fields: Record<string, unknown>) =>
      write({
        ...{ method: 'PATCH', path: `Fulfillments(${id})`, operation: 'update_fulfillment', effect: 'idempotent', reads: wire.nothing },
        json: { DeliveryStatus: 'Complete', ...fields },
      }),
  };
}

/** `Webhook` of the metadata: subscriptions of the application, for all profiles that its grant opens. */
function webhookCalls({ all, write }: Api) {
  type Fields = { Name: string; Status: string; WebhookUri: string; SigningSecret: string; EventTypes: string[] };
  const one = (id: string) => `Webhooks(${id})`;
  return {
    listWebhooks: () => all('list_webhooks', 'Webhooks', wire.webhook),
    addWebhook: (json: Fields) =>
      write({ method: 'POST', path: 'Webhooks', operation: 'subscribe', effect: 'once', reads: wire.nothing, json }),
    changeWebhook: (id: string, json: Fields) =>
      write({ method: 'PATCH', path: one(id), operation: 'subscribe', effect: 'idempotent', reads: wire.nothing, json }),
    dropWebhook: (id: string) =>
      write({ method: 'DELETE', path: one(id), operation: 'unsubscribe', effect: 'idempotent', reads: wire.nothing }),
  };
}

const productCalls = (api: Api) => ({ ...productReads(api), ...productWrites(api) });

function productReads({ get, mine }: Api) {
  return {
    listProducts: (after: string, since: Date) =>
      get('list_products', 'Products', wire.page, {
        $filter: mine(`ID gt ${after}`, `UpdateDateUtc ge ${since.toISOString()}`, 'IsParent eq false'),
        ...{ $orderby: 'ID', $select: 'ID,Sku,Title,UPC,EAN,WarehouseLocation,TotalAvailableQuantity', $expand: 'Images' },
      }),
    /** In any profile of the grant. */
    findProductIn: async (profile: string, sku: string) =>
      mapResult(
        await get('find_product', 'Products', wire.page, {
          $filter: `ProfileID eq ${profile} and Sku eq ${quoted(sku)}`,
          $select: 'ID,Sku,UPC,EAN',
        }),
        ({ value }) => value.flatMap((record) => wire.productId.safeParse(record).data ?? [])[0],
      ),
    listPictures: async (ids: string[]) =>
      mapResult(
        await get('list_pictures', 'Products', wire.page, { $filter: mine(oneOf('ID', ids)), $select: 'ID', $expand: 'Images' }),
        ({ value }) => value.flatMap((record) => wire.pictured.safeParse(record).data ?? []),
      ),
    findProducts: async (skus: string[]) =>
      mapResult(
        await get('find_products', 'Products', wire.page, { $filter: mine(oneOf('Sku', skus.map(quoted))), $select: 'ID,Sku' }),
        ({ value }) => value.flatMap((record) => wire.productId.safeParse(record).data ?? []),
      ),
  };
}

function productWrites({ write }: Api) {
  return {
    createProduct: (fields: { ProfileID: number; Sku: string } & Record<string, unknown>) =>
      write({ method: 'POST', path: 'Products', operation: 'create_product', effect: 'once', reads: wire.newRecord, json: fields }),
    updateProduct: (id: string, fields: object) =>
      write({
        ...{ method: 'PATCH', path: `Products(${id})`, operation: 'update_product', effect: 'idempotent' },
        ...{ reads: wire.nothing, json: fields },
      }),
    /** `UnShipped` is what lies there, with what is sold and has not left: the channel takes that off itself. */
    updateQuantity: (productId: string, Updates: { DistributionCenterID: number; Quantity: number }[]) =>
      write({
        ...{ method: 'POST', path: `Products(${productId})/UpdateQuantity`, operation: 'update_quantity', effect: 'idempotent' },
        ...{ reads: wire.nothing, json: { Value: { UpdateType: 'UnShipped', Updates } } },
      }),
  };
}
