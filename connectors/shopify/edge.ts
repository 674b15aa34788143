import { type Edge, type EdgeReply, type EdgeRequest, startEdge } from '../scripted-edge.ts';

type Raw = Record<string, unknown>;
export type RawOrder = Raw & { id: string; updatedAt: string; fulfillmentOrders: { nodes: Raw[] } };
export type Variables = {
  id: string;
  ids: string[];
  after: string | null;
  query: string;
  topic: string;
  uri: string;
  input: unknown;
  metafields: { compareDigest: string | null; value?: string }[];
  fulfillment: unknown;
};

export const gid = (kind: string, id: string | number) => `gid://shopify/${kind}/${id}`;
export const listOf = <T>(nodes: T[]) => ({ nodes, pageInfo: { hasNextPage: false, endCursor: null as string | null } });
const shopMoney = (amount: string) => ({ shopMoney: { amount } });

/** A line of a fulfilment order; `item` is the line of the order that it is of. */
export const rawLine = (id: number, changes: Raw = {}, item: Raw = {}): Raw => ({
  ...{ id: gid('FulfillmentOrderLineItem', id), remainingQuantity: 2, totalQuantity: 2, requiresShipping: true, sku: 'MUG-BLUE' },
  ...{ inventoryItemId: gid('InventoryItem', 71), productTitle: 'A mug', variantTitle: 'blue', ...changes },
  lineItem: {
    ...{ id: gid('LineItem', 41), name: 'A mug - blue', discountedUnitPriceAfterAllDiscountsSet: shopMoney('4.5') },
    ...{ image: { url: 'https://cdn.shopify.com/mug.jpg' }, customAttributes: [], ...item },
  },
});

export const place = (id: number, name: string, isFulfillmentService = false) => ({
  name,
  location: { id: gid('Location', id), isFulfillmentService },
});

export const rawPart = (id: number, changes: Raw = {}): Raw => ({
  ...{ id: gid('FulfillmentOrder', id), status: 'OPEN', requestStatus: 'UNSUBMITTED', fulfillBy: null },
  ...{
    assignedLocation: place(1, 'Leeds'),
    deliveryMethod: { methodType: 'SHIPPING' },
    fulfillmentHolds: [],
    merchantRequests: { nodes: [] },
  },
  ...{ lineItems: listOf([rawLine(id * 10)]), ...changes },
});

export const rawOrder = (id: number, changes: Raw = {}): RawOrder => ({
  ...{ id: gid('Order', id), name: `#10${id}`, createdAt: '2026-11-20T10:15:30Z', updatedAt: '2026-11-20T10:15:30Z' },
  ...{ processedAt: '2026-11-20T10:15:00Z', cancelledAt: null, currencyCode: 'GBP', displayFulfillmentStatus: 'UNFULFILLED' },
  ...{ displayFinancialStatus: 'PAID', email: 'anna@example.com', phone: null, note: 'Ring twice', poNumber: null, tags: ['vip'] },
  ...{
    sourceName: 'web',
    test: false,
    currentTotalWeight: '700',
    customAttributes: [],
    billingAddress: { name: 'Anna Lindqvist', company: null },
  },
  shippingAddress: {
    ...{ name: 'Anna Lindqvist', company: null, address1: '12 Mill Lane', address2: 'Flat 2', city: 'Leeds', province: 'England' },
    ...{ provinceCode: 'ENG', zip: 'LS1 4DY', countryCodeV2: 'GB', phone: '+44 113 496 0000' },
  },
  shippingLine: { code: 'Standard', title: 'Standard' },
  ...{ currentShippingPriceSet: shopMoney('2.5'), currentTotalTaxSet: shopMoney('2.3'), currentTotalPriceSet: shopMoney('13.80') },
  ...{ parcels: null, fulfillmentOrders: listOf([rawPart(id)]), ...changes },
});

export const rawVariant = (id: number, changes: Raw = {}): Raw & { id: string; updatedAt: string } => ({
  ...{ id: gid('ProductVariant', id), sku: `SKU-${id}`, barcode: '5012345678900', displayName: `Product ${id}`, inventoryQuantity: 5 },
  ...{ updatedAt: '2026-11-20T10:15:30Z', product: { onlineStoreUrl: 'https://mugs.example/p', featuredMedia: null } },
  ...{ media: { nodes: [] }, inventoryItem: { id: gid('InventoryItem', id), tracked: true }, ...changes },
});

/** A shop as far as a test scripts it: what each operation replies with. */
export type Shop = {
  orders: RawOrder[];
  changed: { updatedAt: string; order: { id: string; updatedAt: string } | null }[];
  variants: (Raw & { id: string; updatedAt: string })[];
  locations: { id: string; name: string; isFulfillmentService: boolean }[];
  scopes: string[];
  webhooks: { id: string; topic: string; uri: string }[];
  /** It has not worked through what it has taken. */
  isWorking: boolean;
  /** The file of a bulk operation, at /file. */
  file: EdgeReply;
  /** Replies of a test's own, by operation. */
  replies: Record<string, (variables: Variables) => unknown>;
};

const hour = (id: number) => ({ updatedAt: `2026-11-20T1${id}:00:00Z` });

/** What a test does not say is as in any shop. */
export const shopOf = (changes: Partial<Shop> = {}): Shop => ({
  ...{ orders: [1, 2, 3, 4, 5, 6, 7].map((id) => rawOrder(id, hour(id))), changed: [], webhooks: [] },
  variants: [7, 8].map((id) => rawVariant(id, hour(id))),
  locations: [
    { id: gid('Location', 1), name: 'Leeds', isFulfillmentService: false },
    { id: gid('Location', 2), name: 'Hull', isFulfillmentService: true },
  ],
  scopes: [
    ...['read_all_orders', 'write_orders', 'read_products', 'write_inventory', 'read_locations'],
    ...['write_merchant_managed_fulfillment_orders', 'write_products'],
  ],
  ...{ isWorking: false, file: { status: 404, text: 'Not Found' }, replies: {}, ...changes },
});

const allowed = {
  requestedQueryCost: 100,
  actualQueryCost: 20,
  throttleStatus: { maximumAvailable: 2000, currentlyAvailable: 1900, restoreRate: 100 },
};
const done = { userErrors: [] };

export type ShopEdge = Edge & { expireTokens: () => Promise<void>; asked: () => { operation: string; variables: Variables }[] };

/** The Admin API as far as the tests need it. Its tokens are refused once they have ended. */
export async function startShop(shop: Shop = shopOf()): Promise<ShopEdge> {
  let token = 1;
  const edge = await startEdge((request) => {
    if (request.path === '/admin/oauth/access_token' && !request.body.includes('client_credentials'))
      return { status: 400, json: { error: 'invalid_request', error_description: 'Nobody was given this code.' } };
    if (request.path === '/admin/oauth/access_token')
      return { json: { access_token: `shpat_token_${token}`, scope: shop.scopes.join(','), expires_in: 86_399 } };
    if (request.path === '/file') return pieceOf(shop.file, request);
    if (request.path !== '/admin/api/2026-10/graphql.json') return { status: 404, json: { errors: 'Not Found' } };
    if (request.headers['x-shopify-access-token'] !== `shpat_token_${token}`)
      return { status: 401, json: { errors: '[API] Invalid API key or access token' } };
    return replyOf(request, shop);
  }, isLook);
  const questions = () => edge.requests.filter(({ path }) => path.endsWith('graphql.json')).map(questionIn);
  const expireTokens = async () => {
    token += 1;
  };
  return { ...edge, expireTokens, asked: questions };
}

/** As a server that cuts files does it, which is asked for the rest from a byte on. */
function pieceOf(file: EdgeReply, { headers }: EdgeRequest): EdgeReply {
  const from = /^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1];
  if (from === undefined || file.text === undefined || file.status !== undefined) return file;
  const text = Buffer.from(file.text).subarray(Number(from)).toString();
  return { status: 206, text, headers: { 'content-range': `bytes ${from}-` } };
}

const isLook = ({ path, body }: EdgeRequest) =>
  path === '/admin/oauth/access_token' || (JSON.parse(body) as { query: string }).query.startsWith('query');

function questionIn({ body }: EdgeRequest) {
  const { query, variables } = JSON.parse(body) as { query: string; variables: Variables };
  return { operation: /^(?:query|mutation) (\w+)/.exec(query)?.[1] ?? '', variables };
}

/** A test's reply may be a whole body, with `errors`; without `data` it is the data. */
function replyOf(request: EdgeRequest, shop: Shop): EdgeReply {
  const { operation, variables } = questionIn(request);
  const own = shop.replies[operation]?.(variables) as Raw | undefined;
  if (own && ('errors' in own || 'data' in own)) return { json: own };
  return { json: { data: own ?? standing(operation, variables, shop), extensions: { cost: allowed } } };
}

function standing(operation: string, variables: Variables, shop: Shop): unknown {
  const { id, after } = variables;
  if (operation === 'Shop')
    return {
      shop: { id: gid('Shop', 548380009), name: 'Leeds Mugs', myshopifyDomain: 'leeds-mugs.myshopify.com' },
      currentAppInstallation: { accessScopes: shop.scopes.map((handle) => ({ handle })) },
    };
  if (operation === 'Orders') return { orders: paged(updatedSince(shop.orders, variables.query), after, 5) };
  if (operation === 'Order') return { order: shop.orders.find((order) => order.id === id) ?? null };
  if (operation === 'OrdersById') return { nodes: variables.ids.map((one) => shop.orders.find((order) => order.id === one) ?? null) };
  if (operation === 'ChangedFulfillmentOrders') return { fulfillmentOrders: paged(updatedSince(shop.changed, variables.query), after, 25) };
  const from = Number(/id:>=(\d+)/.exec(variables.query ?? '')?.[1] ?? 0);
  if (operation === 'OpenOrders')
    return {
      orders: paged(
        shop.orders.map((order) => ({ id: order.id })).filter(({ id }) => Number(id.split('/').at(-1)) >= from),
        after,
        250,
      ),
    };
  if (operation === 'FulfillmentsOf') return { order: { fulfillments: [] } };
  if (operation === 'Locations') return { locations: listOf(shop.locations) };
  if (operation === 'Variants') return { productVariants: paged(updatedSince(shop.variants, variables.query), after, 1) };
  if (operation === 'StockBySku') return { inventoryItems: listOf([stockedItem(7, 3)]) };
  if (operation === 'OrdersCount') return { ordersCount: { count: shop.orders.length } };
  if (operation === 'VariantsCount') return { productVariantsCount: { count: shop.variants.length } };
  if (operation === 'VariantsWith') return { productVariants: listOf([]) };
  if (operation === 'ProductUnder') return { productByIdentifier: null };
  if (operation === 'ProductOperation') return { productOperation: shop.isWorking ? working : finished };
  if (operation === 'Webhooks') return { webhookSubscriptions: listOf(shop.webhooks) };
  return written(operation, variables, shop);
}

const working = { status: 'ACTIVE', product: null, userErrors: [] };
const finished = {
  status: 'COMPLETE',
  product: { onlineStoreUrl: null, variants: { nodes: [{ id: gid('ProductVariant', 77) }] } },
  userErrors: [],
};

export const stockedItem = (id: number, quantity: number, changes: Raw = {}): Raw => ({
  ...{ id: gid('InventoryItem', id), sku: `SKU-${id}`, tracked: true, inventoryLevel: { quantities: [{ quantity }] }, ...changes },
});

function written(operation: string, { id, topic, uri }: Variables, shop: Shop): unknown {
  if (operation === 'AddWebhook') shop.webhooks.push({ id: gid('WebhookSubscription', 500 + shop.webhooks.length), topic, uri });
  if (operation === 'DropWebhook') shop.webhooks = shop.webhooks.filter((one) => one.id !== id);
  return {
    ...{ fulfillmentCreate: { fulfillment: { id: gid('Fulfillment', 900) }, ...done }, metafieldsSet: done },
    ...{ fulfillmentOrderAcceptFulfillmentRequest: done, fulfillmentOrderHold: done, fulfillmentOrderReleaseHold: done },
    ...{ fulfillmentOrderRejectFulfillmentRequest: done, fulfillmentOrderClose: done },
    ...{ fulfillmentOrderAcceptCancellationRequest: done, fulfillmentOrderRejectCancellationRequest: done },
    productSet: { productSetOperation: { id: gid('ProductSetOperation', 1) }, ...done },
    ...{ inventorySetQuantities: done, webhookSubscriptionCreate: done, webhookSubscriptionDelete: done, appUninstall: done },
  };
}

const updatedSince = <T extends { updatedAt: string }>(records: T[], query: string): T[] => {
  const since = /'(.*)'/.exec(query)?.[1] ?? '';
  return records.filter(({ updatedAt }) => updatedAt >= since).toSorted((a, b) => (a.updatedAt < b.updatedAt ? -1 : 1));
};

/** As Shopify pages: a cursor is a place after a record. */
function paged<T>(records: T[], after: string | null, size: number) {
  const from = after === null ? 0 : Number(after) + 1;
  const nodes = records.slice(from, from + size);
  const hasNextPage = from + size < records.length;
  return { nodes, pageInfo: { hasNextPage, endCursor: nodes.length === 0 ? null : String(from + nodes.length - 1) } };
}
