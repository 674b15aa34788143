import { z } from 'zod';
import type { Result } from '../contract.ts';
import { type Rejection, saidOrRefused } from '../http/failure.ts';
import { theirWords } from '../http/reasons.ts';
import type { ConnectorHttp, HttpRequest, Judge } from '../http/request.ts';
import * as wire from './wire.ts';

export type AmazonClient = ReturnType<typeof amazonClient>;
type Query = HttpRequest<unknown>['query'];

/** The calls of the Selling Partner API that we use. `base` is the address of a region without a slash at its end. */
export function amazonClient(http: ConnectorHttp, base: string, seller: string) {
  const calls = callsOf(http, base);
  return {
    ...{ ...ofOrders(calls), ...ofListings(calls, seller), ...ofFeeds(calls, http), ...ofReports(calls), ...ofNotifications(calls) },
    listParticipations: () => calls.get('list_participations', '/sellers/v1/marketplaceParticipations', wire.participations),
    /** A document lies at an address that signs itself in, for five minutes. */
    lines: <T>(
      { url, compressionAlgorithm }: z.output<typeof wire.document>,
      charset: string,
      take: (lines: AsyncIterable<string>) => Promise<T>,
    ) =>
      http.lines<T>(
        {
          ...{ method: 'GET', effect: 'read', url, operation: 'download', anonymous: true, timeoutMs: 300_000, charset },
          ...(compressionAlgorithm === 'GZIP' && { unpack: 'gzip' as const }),
        },
        take,
      ),
  };
}

type Calls = ReturnType<typeof callsOf>;

const callsOf = (http: ConnectorHttp, base: string) => ({
  get: <T>(operation: string, path: string, reads: z.ZodType<T>, query: Query = {}, credential?: string): Promise<Result<T>> =>
    http.request({
      method: 'GET',
      effect: 'read',
      url: base + path,
      query,
      operation,
      reads,
      rejection,
      ...(credential && { credential }),
    }),
  write: <T>(
    effect: 'idempotent' | 'once' | 'read',
    method: 'POST' | 'PATCH',
    operation: string,
    path: string,
    reads: z.ZodType<T>,
    json: unknown,
    query: Query = {},
    credential?: string,
  ): Promise<Result<T>> =>
    http.request({
      method,
      effect,
      url: base + path,
      query,
      operation,
      reads,
      rejection,
      body: { json },
      ...(credential && { credential }),
    }),
});

const orders = '/orders/2026-01-01/orders';
/** Everything of an order that is read. Personal data come with it where the application has the role for them. */
const includedData = 'BUYER,RECIPIENT,PROCEEDS,CANCELLATION,FULFILLMENT,PACKAGES';
const id = encodeURIComponent;

const ofOrders = ({ get, write }: Calls) => ({
  search: (query: Query) => get('search_orders', orders, wire.searched, { ...query, includedData }),
  getOrder: (orderId: string) => get('get_order', `${orders}/${id(orderId)}`, wire.oneOrder, { includedData }),
  /** A second one with the same number edits the parcel (guide "Confirm the shipment status"). It replies 204. */
  confirm: (orderId: string, json: unknown) =>
    write('idempotent', 'POST', 'confirm_shipment', `/orders/v0/orders/${id(orderId)}/shipmentConfirmation`, z.null(), json),
});

const ofListings = ({ get, write }: Calls, seller: string) => {
  const items = `/listings/2021-08-01/items/${id(seller)}`;
  return {
    listItems: (marketplaceIds: string) =>
      get('list_items', items, wire.listed, { marketplaceIds, pageSize: 1, includedData: 'summaries' }),
    getOffer: (sku: string, marketplaceIds: string) =>
      get('get_item', `${items}/${id(sku)}`, wire.offered, { marketplaceIds, includedData: 'fulfillmentAvailability' }),
    patchItem: (sku: string, marketplaceIds: string, json: unknown) =>
      write('idempotent', 'PATCH', 'patch_item', `${items}/${id(sku)}`, wire.submitted, json, { marketplaceIds }),
  };
};

const feeds = '/feeds/2021-06-30';
const json = 'application/json; charset=UTF-8';

const ofFeeds = ({ get, write }: Calls, http: ConnectorHttp) => ({
  /** Where the file of a feed is put. Nothing comes of it until the feed is created. */
  createDocument: () => write('read', 'POST', 'create_document', `${feeds}/documents`, wire.upload, { contentType: json }),
  putDocument: (url: string, content: unknown) =>
    http.request({
      ...{ method: 'PUT', effect: 'read', url, operation: 'upload', anonymous: true, reads: z.string(), as: 'text', rejection },
      body: { text: JSON.stringify(content), type: json },
    }),
  createFeed: (marketplaceIds: string[], inputFeedDocumentId: string) =>
    write('idempotent', 'POST', 'create_feed', `${feeds}/feeds`, wire.createdFeed, {
      ...{ feedType: 'JSON_LISTINGS_FEED', marketplaceIds, inputFeedDocumentId },
    }),
  getFeed: (feedId: string) => get('get_feed', `${feeds}/feeds/${id(feedId)}`, wire.feed),
  getFeedDocument: (documentId: string) => get('get_feed_document', `${feeds}/documents/${id(documentId)}`, wire.document),
});

const reports = '/reports/2021-06-30';

const ofReports = ({ get, write }: Calls) => ({
  createReport: (marketplaceId: string) =>
    write('read', 'POST', 'create_report', `${reports}/reports`, wire.createdReport, {
      ...{ reportType: 'GET_MERCHANT_LISTINGS_ALL_DATA', marketplaceIds: [marketplaceId] },
    }),
  getReport: (reportId: string) => get('get_report', `${reports}/reports/${id(reportId)}`, wire.report),
  getReportDocument: (documentId: string) => get('get_report_document', `${reports}/documents/${id(documentId)}`, wire.document),
});

const notifications = '/notifications/v1';
const changes = `${notifications}/subscriptions/ORDER_CHANGE`;

/** Where notifications go to is the application's, whatever the seller: it signs in for that by itself. */
const ofNotifications = ({ get, write }: Calls) => ({
  listDestinations: () => get('list_destinations', `${notifications}/destinations`, wire.destinations, {}, 'grantless'),
  addDestination: (arn: string) =>
    write(
      'idempotent',
      'POST',
      'create_destination',
      `${notifications}/destinations`,
      wire.destination,
      {
        ...{ name: arn.split(':').at(-1), resourceSpecification: { sqs: { arn } } },
      },
      {},
      'grantless',
    ),
  getSubscription: () => get('get_subscription', changes, wire.subscription, { payloadVersion: '1.0' }),
  addSubscription: (destinationId: string) =>
    write('idempotent', 'POST', 'create_subscription', changes, wire.subscription, { payloadVersion: '1.0', destinationId }),
});

function rejection(status: number, body: unknown): Rejection {
  const refusal = wire.refusal.safeParse(body).data?.errors[0];
  return { code: status === 400 || status === 422 ? 'invalid' : 'other', reason: saidOrRefused(refusal?.message ?? refusal?.code, status) };
}

/**
 * A token that has ended or was taken back is refused with 403, as a role that the application lacks is: only the words tell them apart.
 */
export const refusedToken: Judge = ({ status, body }) => {
  const refusal = status === 403 ? wire.refusal.safeParse(body).data?.errors[0] : undefined;
  const words = `${refusal?.message ?? ''} ${refusal?.details ?? ''}`.toLowerCase();
  const isToken = words.includes('access token') && ['expired', 'revoked', 'invalid', 'malformed'].some((word) => words.includes(word));
  return isToken ? { kind: 'reconnect', reason: theirWords(refusal?.details ?? refusal?.message ?? '', status) } : undefined;
};
