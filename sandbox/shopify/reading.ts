import type { Kept } from '../kit/collection.ts';
import { gidOf, looked, numberIn, recordsOf } from '../kit/graphql/lists.ts';
import type { Replies } from '../kit/graphql/replies.ts';
import { sumOf } from '../kit/shelves.ts';
import { search } from './search.ts';
import { type Item, isOpen, locations, type Parcel, type Part, type Shop, type ShopAccount, type ShopOrder } from './shop.ts';

const gid = gidOf('shopify');

/** What can be asked of a shop. */
export const readingOf = ({ orders, parts, parcels, items, hooks, bulks, sets, site, ...shop }: ShopAccount) => ({
  ...recordsOf(
    {
      ...{ Order: orders, FulfillmentOrder: parts, Fulfillment: parcels },
      ...{ ProductVariant: items, InventoryItem: items, WebhookSubscription: hooks },
    },
    search,
  ),
  shop: { id: shop.shopId, name: shop.name, myshopifyDomain: `${shop.handle}.myshopify.com` },
  currentAppInstallation: { accessScopes: site.scopes.map((handle) => ({ handle })) },
  locations,
  productByIdentifier: ({ identifier: { handle } }: { identifier: { handle?: string } }) =>
    items.find((one) => handle !== undefined && one.handle === handle),
  bulkOperation: looked(bulks, 'BulkOperation'),
  productOperation: looked(sets, 'ProductSetOperation'),
});

/** What a shop's records say in Shopify's words. A product, its only variant and its inventory item have one number here. */
export const typesOf = (shop: ShopAccount): Replies['types'] => ({
  ID: (id: number | string, of) => (typeof id === 'number' ? gid(of, id) : id),
  DateTime: (at: number) => `${new Date(at).toISOString().slice(0, 19)}Z`,
  MoneyBag: (amount: number) => ({ shopMoney: { amount: amount.toFixed(2), currencyCode: 'USD' } }),
  ...ordersOf(shop),
  ...othersOf(shop),
});

const ordersOf = (shop: ShopAccount): Replies['types'] => ({
  Order({ id, createdAt, changedAt, financial, lines, line1, email, parcels }: Kept<ShopOrder>) {
    const place = { city: 'Austin', province: 'Texas', provinceCode: 'TX', zip: '78701', countryCodeV2: 'US' };
    const address = shop.site.hidesCustomers ? null : { name: 'Alex Doe', address1: line1, ...place };
    return {
      ...{ name: `#${id}`, updatedAt: changedAt, processedAt: createdAt, currencyCode: 'USD', sourceName: 'web', test: false },
      currentTotalWeight: '0',
      ...{ displayFulfillmentStatus: statusOf(shop, id), displayFinancialStatus: financial },
      ...{ email: address && email, billingAddress: address, shippingAddress: address },
      shippingLine: { code: 'Standard', title: 'Standard' },
      ...{ currentShippingPriceSet: 0, currentTotalTaxSet: 0 },
      currentTotalPriceSet: sumOf(lines, ({ quantity, price }) => quantity * Number(price)),
      metafield: parcels === null ? null : { value: parcels, compareDigest: digestOf(parcels) },
      fulfillmentOrders: () => shop.partsOf(id),
      fulfillments: () => shop.parcelsOf(id),
    };
  },
  FulfillmentOrder({ id, order, location, changedAt, requestStatus, request, holds, lines }: Kept<Part>) {
    const at = locations.find((one) => one.id === location);
    const requests = requestStatus === 'UNSUBMITTED' ? [] : [{ id, message: null }];
    const askedBack = request === undefined ? [] : [{ id, message: request }];
    return {
      ...{ updatedAt: changedAt, order: () => shop.orders.get(order), deliveryMethod: { id, methodType: 'SHIPPING' } },
      ...{ assignedLocation: { name: at?.name, location: at }, fulfillmentHolds: holds, lineItems: lines },
      merchantRequests: ({ kind }: { kind?: string }) => (kind === 'FULFILLMENT_REQUEST' ? requests : askedBack),
    };
  },
  FulfillmentHold: ({ ours }: Part['holds'][number]) => ({ heldByRequestingApp: ours }),
  FulfillmentOrderLineItem({ total, remaining, line }: Part['lines'][number]) {
    const { sku, price, requiresShipping, item } = line;
    const name = shop.items.get(item)?.name ?? sku;
    return {
      ...{ remainingQuantity: remaining, totalQuantity: total, productTitle: name, requiresShipping, sku },
      inventoryItemId: item === 0 ? null : gid('InventoryItem', item),
      lineItem: { id: line.id, name, discountedUnitPriceAfterAllDiscountsSet: Number(price) },
    };
  },
});

const othersOf = (shop: ShopAccount): Replies['types'] => ({
  Fulfillment: ({ lines, numbers, location }: Kept<Parcel>) => ({
    ...{ status: 'SUCCESS', location: locations.find(({ id }) => id === location), trackingInfo: numbers.map((number) => ({ number })) },
    fulfillmentLineItems: lines.map(({ line, quantity }, at) => ({ id: at + 1, quantity, lineItem: { id: line.id } })),
  }),
  InventoryItem: ({ available }: Kept<Item>) => ({
    inventoryLevel({ locationId }: { locationId: string }) {
      const quantity = available[numberIn(locationId)];
      return quantity === undefined ? null : { quantities: [{ name: 'available', quantity }] };
    },
  }),
  ProductVariant: (item: Kept<Item>) => ({
    ...{ displayName: item.name, updatedAt: item.changedAt, product: item, inventoryItem: item },
    inventoryQuantity: sumOf(Object.values(item.available), (units) => units),
  }),
  Product: (item: Kept<Item>) => ({
    handle: item.handle ?? `item-${item.id}`,
    variantsCount: { count: 1, precision: 'EXACT' },
    variants: [item],
  }),
  WebhookSubscription: ({ url }: { url: string }) => ({ uri: url }),
  BulkOperation({ file, isDone }: { file: number; isDone: boolean }) {
    const result = isDone ? shop.files.get(file) : undefined;
    const done = result && { url: shop.files.addressOf(result), fileSize: String(Buffer.byteLength(result.text)) };
    return { status: isDone ? 'COMPLETED' : 'RUNNING', ...done };
  },
  ProductSetOperation: ({ item, isDone }: { item: number; isDone: boolean }) => ({
    ...{ status: isDone ? 'COMPLETE' : 'ACTIVE', product: isDone ? shop.items.get(item) : null },
  }),
});

function statusOf(shop: Shop, id: number): string {
  const open = shop.partsOf(id).filter(isOpen);
  if (shop.parcelsOf(id).length > 0) return open.length === 0 ? 'FULFILLED' : 'PARTIALLY_FULFILLED';
  return open.length > 0 && open.every(({ status }) => status === 'ON_HOLD') ? 'ON_HOLD' : 'UNFULFILLED';
}

export const digestOf = (value: string | null) => (value === null ? null : Buffer.from(value).toString('base64url').slice(-24));
