import { GraphQLError } from 'graphql';
import type { Kept } from '../kit/collection.ts';
import { type Paged, pagesOf } from '../kit/graphql.ts';
import { type Item, isOpen, isService, type Line, locations, type Parcel, type Part, type ShopAccount, type ShopOrder } from './shop.ts';

type Searched = Paged & { query?: string; sortKey?: string };

export const gid = (kind: string, id: number) => `gid://shopify/${kind}/${id}`;
export const numberIn = (id: string) => Number(id.split('/').at(-1));
const time = (at: number | null) => (at === null ? null : `${new Date(at).toISOString().slice(0, 19)}Z`);
const money = (amount: number) => ({ shopMoney: { amount: amount.toFixed(2), currencyCode: 'USD' } });

type Fits<T> = (record: T) => boolean;
const term = /\S+:(?:"(?:[^"\\]|\\.)*"|\S+)/g;

/** Nothing that a search says passes by luck: what is not known here is refused. `own`: what the list has beside ids and times. */
function searched<T extends { id: number; changedAt: number }>(
  records: T[],
  query = '',
  own: (word: string) => Fits<T> | null = () => null,
): T[] {
  const unknown = query
    .replaceAll(term, '')
    .replaceAll(/\b(?:AND|OR)\b/g, '')
    .trim();
  if (unknown !== '') throw new GraphQLError(`Not understood: ${unknown}`);
  const terms = (query.match(term) ?? []).map((word): Fits<T> => {
    const since = /^updated_at:>='(.+)'$/.exec(word)?.[1];
    if (since !== undefined) return ({ changedAt }) => Math.floor(changedAt / 1000) * 1000 >= Date.parse(since);
    const from = /^id:>=(\d+)$/.exec(word)?.[1];
    const fits = from === undefined ? own(word) : ({ id }: T) => id >= Number(from);
    if (!fits) throw new GraphQLError(`Not understood: ${word}`);
    return fits;
  });
  if (terms.length === 0) return records;
  return records.filter((record) => (query.includes(' OR ') ? terms.some((fits) => fits(record)) : terms.every((fits) => fits(record))));
}

const pageOf = pagesOf({ usual: 250, most: 250 });

const byChange = <T extends { id: number; changedAt: number }>(
  records: T[],
  { sortKey }: Searched,
): [T[], (record: T) => (number | string)[]] =>
  sortKey === 'UPDATED_AT'
    ? [records.toSorted((a, b) => a.changedAt - b.changedAt || a.id - b.id), ({ changedAt, id }) => [changedAt, id]]
    : [records, ({ id }) => [id]];

/** What can be asked of a shop. */
export function readingOf(shop: ShopAccount) {
  const { orders, parts, parcels, items, hooks, site } = shop;
  const order = (id: number) => orderNode(shop, orders.get(id));
  return {
    shop: { id: gid('Shop', shop.shopId), name: shop.name, myshopifyDomain: `${shop.handle}.myshopify.com` },
    currentAppInstallation: { accessScopes: site.scopes.map((handle) => ({ handle })) },
    orders(given: Searched) {
      const open = (word: string) => (word === 'status:open' ? ({ cancelledAt }: ShopOrder) => cancelledAt === null : null);
      const [sorted, placeOf] = byChange(searched(orders.all(), given.query, open), given);
      return pageOf(sorted, given, (one) => orderNode(shop, one), placeOf);
    },
    order: ({ id }: { id: string }) => order(numberIn(id)),
    nodes: ({ ids }: { ids: string[] }) =>
      ids.map((id) => (id.includes('/InventoryItem/') ? itemNode(items.get(numberIn(id))) : order(numberIn(id)))),
    fulfillmentOrders(given: Searched) {
      const [sorted, placeOf] = byChange(searched(parts.all(), given.query), given);
      return pageOf(sorted, given, (part) => partNode(shop, part), placeOf);
    },
    fulfillmentOrder: ({ id }: { id: string }) => partNode(shop, parts.get(numberIn(id))),
    fulfillment: ({ id }: { id: string }) => parcelNode(parcels.get(numberIn(id))),
    locations: (given: Paged) => pageOf(locations, given, ({ id, ...one }) => ({ ...one, id: gid('Location', id) })),
    productByIdentifier({ identifier: { handle } }: { identifier: { handle?: string } }) {
      const item = items.find((one) => handle !== undefined && one.handle === handle);
      return item ? productNode(item) : null;
    },
    productVariants: (given: Searched) => pageOf(searched(items.all(), given.query, hasSku), given, variantNode),
    inventoryItems: (given: Searched) => pageOf(searched(items.all(), given.query, hasSku), given, itemNode),
    webhookSubscriptions: (given: Paged) =>
      pageOf(hooks.all(), given, ({ id, topic, url }) => ({ id: gid('WebhookSubscription', id), topic, uri: url })),
  };
}

/** All that a search finds, as a bulk operation reads them. */
export const everyOrder =
  (shop: ShopAccount) =>
  ({ query }: Searched) => ({ edges: searched(shop.orders.all(), query).map((order) => ({ node: orderNode(shop, order) })) });
export const everyVariant =
  ({ items }: ShopAccount) =>
  ({ query }: Searched) => ({ edges: searched(items.all(), query).map((item) => ({ node: variantNode(item) })) });

/** How many a search finds, counted up to a limit. */
export const counted = ({ edges: { length } }: { edges: object[] }, limit = 10_000) => ({
  ...{ count: Math.min(length, limit), precision: length > limit ? 'AT_LEAST' : 'EXACT' },
});

/** A search finds what is like it, in any case. */
const hasSku = (word: string): Fits<Item> | null => {
  const text = /^sku:"(.*)"$/.exec(word)?.[1]?.replaceAll(/\\(.)/g, '$1').toLowerCase();
  return text === undefined ? null : ({ sku }) => sku.toLowerCase().includes(text);
};

function statusOf(shop: ShopAccount, { id }: Kept<ShopOrder>): string {
  const parts = shop.partsOf(id);
  const open = parts.filter(isOpen);
  if (parts.some(({ status }) => status === 'CLOSED') && open.length === 0) return 'FULFILLED';
  if (shop.parcels.all().some((parcel) => parcel.order === id)) return 'PARTIALLY_FULFILLED';
  return open.length > 0 && open.every(({ status }) => status === 'ON_HOLD') ? 'ON_HOLD' : 'UNFULFILLED';
}

function orderNode(shop: ShopAccount, order: Kept<ShopOrder> | undefined): object | null {
  if (!order) return null;
  const { id, lines, note, email, financial, parcels } = order;
  const goods = lines.reduce((sum, { quantity, price }) => sum + quantity * Number(price), 0);
  const address = {
    ...{ name: 'Alex Doe', company: null, address1: order.line1, address2: null, city: 'Austin', province: 'Texas', provinceCode: 'TX' },
    ...{ zip: '78701', countryCodeV2: 'US', phone: null },
  };
  const shown = shop.site.hidesCustomers ? null : address;
  return {
    ...{ __typename: 'Order', id: gid('Order', id), name: `#${id}`, createdAt: time(order.createdAt), updatedAt: time(order.changedAt) },
    ...{ processedAt: time(order.createdAt), cancelledAt: time(order.cancelledAt), currencyCode: 'USD', note, tags: [], poNumber: null },
    ...{ displayFulfillmentStatus: statusOf(shop, order), displayFinancialStatus: financial, sourceName: 'web', currentTotalWeight: '0' },
    ...{ email: shown && email, phone: null, customAttributes: [], billingAddress: shown, shippingAddress: shown },
    ...{ shippingLine: { code: 'Standard', title: 'Standard' }, currentShippingPriceSet: money(0), currentTotalTaxSet: money(0) },
    currentTotalPriceSet: money(goods),
    metafield: () => (parcels === null ? null : { value: parcels, compareDigest: digestOf(parcels) }),
    fulfillmentOrders: (given: Paged) => pageOf(shop.partsOf(id), given, (part) => partNode(shop, part)),
    fulfillments: ({ first }: { first?: number }) =>
      shop.parcels
        .all()
        .filter((one) => one.order === id)
        .slice(0, first)
        .map(parcelNode),
  };
}

export const digestOf = (value: string | null) => (value === null ? null : Buffer.from(value).toString('base64url').slice(-24));

function partNode(shop: ShopAccount, part: Kept<Part> | undefined): object | null {
  if (!part) return null;
  const order = shop.orders.get(part.order);
  const { name = '' } = locations.find(({ id }) => id === part.location) ?? {};
  const hold = ({ id, ours }: Part['holds'][number]) => ({ id: gid('FulfillmentHold', id), heldByRequestingApp: ours });
  const requests = part.request === null ? [] : [{ id: gid('FulfillmentOrderMerchantRequest', part.id), message: part.request }];
  const shipRequests = part.requestStatus === 'UNSUBMITTED' ? [] : [{ id: gid('FulfillmentOrderMerchantRequest', part.id), message: null }];
  return {
    ...{ id: gid('FulfillmentOrder', part.id), status: part.status, requestStatus: part.requestStatus, fulfillBy: null },
    ...{ updatedAt: time(part.changedAt), order: () => orderNode(shop, order), deliveryMethod: { methodType: 'SHIPPING' } },
    assignedLocation: { name, location: { id: gid('Location', part.location), isFulfillmentService: isService(part.location) } },
    ...{
      fulfillmentHolds: part.holds.map(hold),
      merchantRequests: ({ kind }: { kind?: string }) => ({ nodes: kind === 'FULFILLMENT_REQUEST' ? shipRequests : requests }),
    },
    lineItems: (given: Paged) =>
      pageOf(part.lines, given, (one) =>
        lineNode(
          shop,
          one,
          order?.lines.find(({ id }) => id === one.line),
        ),
      ),
  };
}

function lineNode({ items }: ShopAccount, { id, total, remaining }: Part['lines'][number], line: Line | undefined) {
  const name = items.get(line?.item)?.name ?? line?.sku ?? '';
  return {
    ...{ id: gid('FulfillmentOrderLineItem', id), remainingQuantity: remaining, totalQuantity: total, productTitle: name },
    ...{ requiresShipping: line?.requiresShipping, sku: line?.sku, inventoryItemId: line?.item ? gid('InventoryItem', line.item) : null },
    lineItem: {
      ...{ id: gid('LineItem', line?.id ?? 0), name, discountedUnitPriceAfterAllDiscountsSet: money(Number(line?.price ?? 0)) },
      ...{ image: null, customAttributes: [] },
    },
  };
}

function parcelNode(parcel: Kept<Parcel> | undefined): object | null {
  if (!parcel) return null;
  const lines = parcel.lines.map(({ line, quantity }, at) => ({ id: at + 1, quantity, lineItem: { id: gid('LineItem', line) } }));
  return {
    ...{ id: gid('Fulfillment', parcel.id), status: parcel.status, trackingInfo: () => parcel.numbers.map((number) => ({ number })) },
    fulfillmentLineItems: (given: Paged) => pageOf(lines, given, (line) => line),
  };
}

function itemNode(item: Kept<Item> | undefined): object | null {
  if (!item) return null;
  const { id, sku, tracked, available } = item;
  const inventoryLevel = ({ locationId }: { locationId: string }) => {
    const quantity = available[numberIn(locationId)];
    return quantity === undefined ? null : { quantities: () => [{ name: 'available', quantity }] };
  };
  return { __typename: 'InventoryItem', id: gid('InventoryItem', id), sku, tracked, inventoryLevel };
}

function variantNode(item: Kept<Item>) {
  const quantities = Object.values(item.available);
  return {
    ...{ id: gid('ProductVariant', item.id), sku: item.sku, barcode: null, displayName: item.name, updatedAt: time(item.changedAt) },
    ...{ product: productNode(item), media: () => ({ nodes: [] }), inventoryItem: itemNode(item) },
    inventoryQuantity: quantities.reduce((sum, quantity) => sum + quantity, 0),
  };
}

/** A product and its only variant have one number here. */
export const productNode = ({ id, sku, handle = `item-${id}` }: Kept<Item>) => ({
  ...{ id: gid('Product', id), handle, onlineStoreUrl: null, featuredMedia: null, variantsCount: { count: 1, precision: 'EXACT' } },
  variants: () => ({ nodes: [{ id: gid('ProductVariant', id), sku }] }),
});
