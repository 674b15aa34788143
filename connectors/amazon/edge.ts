import { gzipSync } from 'node:zlib';
import { type Edge, type EdgeReply, type EdgeRequest, startEdge } from '../scripted-edge.ts';

type Raw = Record<string, unknown>;

/** An order as `orders/2026-01-01` sends it. */
export const amazonOrder = (orderId: string, changes: Raw = {}): Raw => ({
  ...{ orderId, createdTime: '2026-11-20T10:15:30Z', lastUpdatedTime: '2026-11-20T11:00:00Z' },
  salesChannel: { channelName: 'AMAZON', marketplaceId: 'A1PA6795UKMFR9', marketplaceName: 'Amazon.de' },
  buyer: { buyerName: 'Anna Lindqvist', buyerEmail: 'abc123@marketplace.amazon.de', buyerPurchaseOrderNumber: 'PO-7' },
  recipient: {
    deliveryAddress: {
      ...{ name: 'Anna Lindqvist', addressLine1: 'Mühlgasse 12', addressLine2: 'Hof', addressLine3: '3. Stock', city: 'Köln' },
      ...{ postalCode: '50667', countryCode: 'DE', phone: '+49 221 000000' },
    },
  },
  proceeds: {
    grandTotal: { amount: '24.80', currencyCode: 'EUR' },
    breakdowns: [
      { type: 'ITEM', subtotal: { amount: '20.00', currencyCode: 'EUR' } },
      { type: 'SHIPPING', subtotal: { amount: '4.80', currencyCode: 'EUR' } },
    ],
  },
  fulfillment: {
    ...{ fulfillmentStatus: 'UNSHIPPED', fulfilledBy: 'MERCHANT', fulfillmentServiceLevel: 'EXPEDITED' },
    shipByWindow: { earliestDateTime: '2026-11-21T07:00:00Z', latestDateTime: '2026-11-23T22:59:59Z' },
  },
  orderItems: [amazonItem('11', { quantityOrdered: 2 })],
  packages: [],
  ...changes,
});

export function amazonItem(orderItemId: string, changes: Raw = {}): Raw {
  return {
    ...{ orderItemId, quantityOrdered: 1 },
    product: {
      ...{ asin: 'B00EXAMPLE', title: 'A mug', sellerSku: `MUG-${orderItemId}` },
      price: { unitPrice: { amount: '10.00', currencyCode: 'EUR' } },
    },
    ...changes,
  };
}

export type Market = {
  orders: Raw[];
  /** How many orders a page of a search has. */
  pageSize: number;
  marketplaces: string[];
  /** Rows of the report of listings, its header first. */
  report: string[];
  /** Who ships a SKU: `DEFAULT`, or a centre of Amazon's. One that is not in it is not listed. */
  offers: Record<string, string>;
  patched: { sku: string; body: unknown }[];
  feeds: unknown[];
  /** What the report on a feed says of its messages. */
  feedIssues: Raw[];
  isWorking: boolean;
  /** What has become of a file of quantities that it no longer works at; done unless said. */
  feedStatus?: 'CANCELLED' | 'FATAL';
  confirmed: { orderId: string; body: Raw }[];
  /** Nothing is left of its orders. */
  refusesParcels?: boolean;
  /** Messages of the queue of notifications, by their handles. */
  queue: Map<string, string>;
  /** Where notifications of changed orders go to. */
  subscribed: string | null;
  tokens: number;
  refusedTokens: Set<string>;
};

export const marketOf = (changes: Partial<Market> = {}): Market => ({
  ...{ orders: [amazonOrder('302-1'), amazonOrder('302-2'), amazonOrder('302-3')], pageSize: 2, marketplaces: ['A1PA6795UKMFR9'] },
  report: [
    'item-name\tlisting-id\tseller-sku\tprice\tquantity\tproduct-id\tfulfillment-channel',
    'A mug\t1120X\tMUG-11\t10.00\t5\t4006381333931\tDEFAULT',
    'A cup\t1121X\tCUP-12\t8.00\t\tB00EXAMPLE\tAMAZON_EU',
  ],
  ...{ offers: { 'MUG-11': 'DEFAULT', 'CUP-12': 'AMAZON_EU' }, patched: [], feeds: [], feedIssues: [], isWorking: false, confirmed: [] },
  ...{ queue: new Map<string, string>(), subscribed: null, tokens: 0, refusedTokens: new Set<string>(), ...changes },
});

/** The Selling Partner API as far as the tests need it, with its sign-in and the addresses of its documents. */
export async function startMarket(market: Market = marketOf()): Promise<Edge & { expireTokens: () => Promise<void> }> {
  let origin = '';
  const edge = await startEdge((request) => reply(request, market, origin));
  origin = edge.origin;
  const expireTokens = async () => {
    for (let n = 1; n <= market.tokens; n += 1) market.refusedTokens.add(`Atza|${n}`);
  };
  return { ...edge, expireTokens };
}

const refused = (status: number, message: string): EdgeReply => ({ status, json: { errors: [{ code: 'InvalidInput', message }] } });

function reply(request: EdgeRequest, market: Market, origin: string): EdgeReply {
  const { method, path, query, headers } = request;
  if (path === '/auth/o2/token') {
    const form = new URLSearchParams(request.body);
    if (form.get('grant_type') === 'authorization_code' && form.get('code') !== 'the-code')
      return { status: 400, json: { error: 'invalid_grant', error_description: 'Nobody was given this code.' } };
    market.tokens += 1;
    return { json: { access_token: `Atza|${market.tokens}`, expires_in: 3600, token_type: 'bearer' } };
  }
  if (path.startsWith('/documents/')) return document(request, market);
  if (path === '/') return ofQueue(request, market);
  const token = String(headers['x-amz-access-token'] ?? '');
  if (!token || market.refusedTokens.has(token)) return { status: 401, json: { errors: [{ code: 'Unauthorized', message: 'expired' }] } };
  if (path.startsWith('/orders/')) return ofOrders(request, market);
  if (path === '/sellers/v1/marketplaceParticipations') return { json: { payload: market.marketplaces.map(participation) } };
  if (path.startsWith('/listings/')) return ofListings(request, market);
  if (path.startsWith('/notifications/')) return ofNotifications(request, market);
  if (method === 'POST' && path.endsWith('/documents'))
    return { status: 201, json: { feedDocumentId: 'in-1', url: `${origin}/documents/in-1` } };
  if (method === 'POST' && path.endsWith('/feeds')) return { status: 202, json: { feedId: 'feed-1' } };
  const processingStatus = market.isWorking ? 'IN_PROGRESS' : 'DONE';
  if (path.endsWith('/feeds/feed-1'))
    return { json: { feedId: 'feed-1', processingStatus: market.feedStatus ?? processingStatus, resultFeedDocumentId: 'result-1' } };
  if (method === 'POST' && path.endsWith('/reports')) return { status: 202, json: { reportId: 'report-1' } };
  if (path.endsWith('/reports/report-1')) return { json: { reportId: 'report-1', processingStatus, reportDocumentId: 'listings-1' } };
  const [, name] = /\/documents\/([\w-]+)$/.exec(path) ?? [];
  if (name === 'gone') return refused(404, 'No document');
  const compressed = name === 'listings-1' ? {} : { compressionAlgorithm: 'GZIP' };
  return name
    ? { json: { url: `${origin}/documents/${name}?X-Amz-Signature=${query.size}`, ...compressed } }
    : refused(404, 'No such path');
}

const participation = (id: string) => ({
  marketplace: { id, name: `Amazon ${id}`, countryCode: 'DE', defaultCurrencyCode: 'EUR', defaultLanguageCode: 'de_DE', domainName: 'x' },
  ...{ participation: { isParticipating: true, hasSuspendedListings: false }, storeName: 'Leeds Mugs' },
});

/** Documents lie elsewhere at Amazon: no sign-in may reach them. */
function document({ method, path, headers, body }: EdgeRequest, market: Market): EdgeReply {
  if (headers['x-amz-access-token']) return refused(400, 'Only one way to sign in is allowed.');
  if (method === 'PUT') {
    market.feeds.push(JSON.parse(body));
    return { headers: { 'content-type': 'text/plain' }, text: '' };
  }
  if (path.endsWith('/listings-1')) return { headers: { 'content-type': 'text/plain; charset=utf-8' }, text: market.report.join('\r\n') };
  const text = JSON.stringify({ header: { feedId: 'feed-1' }, issues: market.feedIssues, summary: { errors: market.feedIssues.length } });
  return { headers: { 'content-type': 'application/octet-stream' }, bytes: gzipSync(text) };
}

function ofOrders({ method, path, query, body }: EdgeRequest, market: Market): EdgeReply {
  const [, id, below] = /^\/orders\/[\w-]+\/orders(?:\/([\w-]+))?(?:\/(\w+))?$/.exec(path) ?? [];
  if (below === 'shipmentConfirmation' && method === 'POST') {
    if (market.refusesParcels) return refused(400, 'No quantity is left to be shipped.');
    market.confirmed.push({ orderId: String(id), body: JSON.parse(body) as Raw });
    return { status: 204 };
  }
  const order = market.orders.find(({ orderId }) => orderId === id);
  if (id) return order ? { json: { order } } : { status: 404, json: { errors: [{ code: 'NotFound', message: 'No order' }] } };
  const after = query.get('lastUpdatedAfter') ?? '';
  const token = query.get('paginationToken');
  if (token && !/^\d+$/.test(token)) return refused(400, 'The pagination token has expired.');
  const since = market.orders.filter(({ lastUpdatedTime }) => String(lastUpdatedTime) >= after.replace('.000', ''));
  const from = Number(token ?? 0);
  const next = from + market.pageSize;
  return {
    headers: { 'x-amzn-ratelimit-limit': '0.0167' },
    json: {
      orders: since.slice(from, next),
      ...(next < since.length && { pagination: { nextToken: String(next) } }),
      lastUpdatedBefore: '2026-11-21T11:58:00Z',
    },
  };
}

const notFound: EdgeReply = { status: 404, json: { errors: [{ code: 'NotFound', message: 'No such thing' }] } };

function ofNotifications({ method, path, body }: EdgeRequest, market: Market): EdgeReply {
  const sent = { name: 'crossdock', destinationId: 'destination-1', resource: { sqs: { arn: market.subscribed ?? '' } } };
  if (path.endsWith('/destinations')) {
    if (method === 'GET') return { json: { payload: market.subscribed ? [sent] : [] } };
    const { arn } = (JSON.parse(body) as { resourceSpecification: { sqs: { arn: string } } }).resourceSpecification.sqs;
    return {
      json: { payload: { ...sent, destinationId: market.subscribed ? 'destination-2' : 'destination-1', resource: { sqs: { arn } } } },
    };
  }
  if (method === 'POST') market.subscribed = 'arn:aws:sqs:us-east-1:123456789012:crossdock';
  const { destinationId } = sent;
  return market.subscribed ? { json: { payload: { subscriptionId: 's-1', payloadVersion: '1.0', destinationId } } } : notFound;
}

function ofQueue({ headers, body }: EdgeRequest, { queue }: Market): EdgeReply {
  const { Entries = [] } = JSON.parse(body) as { Entries?: { ReceiptHandle: string }[] };
  for (const { ReceiptHandle } of Entries) queue.delete(ReceiptHandle);
  if (headers['x-amz-target'] === 'AmazonSQS.DeleteMessageBatch') return { json: { Successful: [], Failed: [] } };
  return {
    json: queue.size > 0 ? { Messages: [...queue].map(([handle, Body]) => ({ MessageId: handle, ReceiptHandle: handle, Body })) } : {},
  };
}

function ofListings({ method, path, body }: EdgeRequest, market: Market): EdgeReply {
  const [, seller, sku] = /^\/listings\/2021-08-01\/items\/([^/]+)(?:\/(.+))?$/.exec(path) ?? [];
  if (seller !== 'A2QL5Z1EXAMPLE') return { status: 403, json: { errors: [{ code: 'Unauthorized', message: 'Access denied' }] } };
  if (!sku) return { json: { numberOfResults: 1, items: [{ sku: 'MUG-11' }] } };
  const offer = market.offers[decodeURIComponent(sku)];
  if (!offer) return { status: 404, json: { errors: [{ code: 'NOT_FOUND', message: 'SKU not found' }] } };
  if (method === 'GET') return { json: { sku, fulfillmentAvailability: [{ fulfillmentChannelCode: offer, quantity: 5 }] } };
  market.patched.push({ sku: decodeURIComponent(sku), body: JSON.parse(body) });
  return { json: { sku, status: 'ACCEPTED', submissionId: 's-1', issues: [] } };
}
