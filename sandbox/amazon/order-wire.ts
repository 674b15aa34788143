import type { Kept } from '../kit/collection.ts';
import { marketplaces } from './listing.ts';
import type { Site } from './market.ts';
import { type Item, leftOf, type MarketOrder, sentOf, statusOf } from './order.ts';

const day = 86_400_000;
/** Amazon's moments have whole seconds. */
export const moment = (at: number) => `${new Date(at).toISOString().slice(0, 19)}Z`;

/** An order with the datasets that are asked for, as orders/2026-01-01 sends it. */
export function renderOrder(order: Kept<MarketOrder>, wanted: ReadonlySet<string>, { seesAddresses }: Site) {
  const { orderId, marketplace, isPaid, fulfilledBy, name, createdAt, changedAt, items, packages, programs = [] } = order;
  const place = marketplaces.find(({ id }) => id === marketplace);
  const currencyCode = place?.currency ?? 'USD';
  const isTheirs = fulfilledBy === 'MERCHANT';
  const total = items.reduce((sum, { price, quantity, cancelledBy }) => sum + (cancelledBy ? 0 : Number(price) * quantity), 0);
  const money = (amount: number) => ({ amount: amount.toFixed(2), currencyCode });
  return {
    ...{ orderId, createdTime: moment(createdAt), lastUpdatedTime: moment(changedAt), programs },
    salesChannel: { channelName: 'AMAZON', marketplaceId: marketplace, marketplaceName: place?.name ?? marketplace },
    ...(wanted.has('BUYER') && isTheirs && isPaid && { buyer: { buyerName: name, buyerEmail: `${orderId}@marketplace.amazon.com` } }),
    // For who has the role alone; and a buyer who has not paid is nobody's yet.
    ...(wanted.has('RECIPIENT') && seesAddresses && isPaid && { recipient: { deliveryAddress: addressOf(order, place?.country ?? 'US') } }),
    ...(wanted.has('PROCEEDS') &&
      isPaid && { proceeds: { grandTotal: money(total), breakdowns: [{ type: 'ITEM', subtotal: money(total) }] } }),
    ...(wanted.has('FULFILLMENT') && { fulfillment: fulfillmentOf(order) }),
    orderItems: items.map((item) => renderItem(order, item, wanted, currencyCode)),
    ...(wanted.has('PACKAGES') && isTheirs && { packages: packages.map(renderPackage) }),
  };
}

function fulfillmentOf(order: Kept<MarketOrder>) {
  const { fulfilledBy, level, createdAt } = order;
  return {
    ...{ fulfillmentStatus: statusOf(order), fulfilledBy, fulfillmentServiceLevel: level },
    shipByWindow: { earliestDateTime: moment(createdAt), latestDateTime: moment(createdAt + 2 * day) },
    deliverByWindow: { earliestDateTime: moment(createdAt + 3 * day), latestDateTime: moment(createdAt + 7 * day) },
  };
}

const addressOf = ({ name, line1 }: MarketOrder, countryCode: string) => ({
  ...{ name, addressLine1: line1, city: 'Austin', stateOrRegion: 'TX', postalCode: '78701', countryCode, phone: '+1 512 555 0100' },
  addressType: 'RESIDENTIAL',
});

function renderItem(order: MarketOrder, item: Item, wanted: ReadonlySet<string>, currencyCode: string) {
  const { id, sku, quantity, price, gift, askedBack, cancelledBy } = item;
  const cancellation = {
    ...(askedBack !== null && { cancellationRequest: { requester: 'BUYER', cancelReason: askedBack } }),
    ...(cancelledBy && { cancellationExecution: { cancelledBy, cancelReason: askedBack ?? 'No longer available' } }),
  };
  return {
    ...{ orderItemId: id, quantityOrdered: quantity },
    product: {
      ...{ asin: `B0${sku}`, title: sku, sellerSku: sku, condition: { conditionType: 'NEW', conditionSubtype: 'NEW' } },
      ...(order.isPaid && { price: { unitPrice: { amount: price, currencyCode } } }),
    },
    ...(wanted.has('CANCELLATION') && Object.keys(cancellation).length > 0 && { cancellation }),
    ...(wanted.has('FULFILLMENT') && {
      fulfillment: {
        ...{ quantityFulfilled: sentOf(order, id), quantityUnfulfilled: leftOf(order, item) },
        ...(gift !== null && { packing: { giftOption: { giftMessage: gift, giftWrapLevel: 'Classic' } } }),
      },
    }),
  };
}

const renderPackage = ({ reference, carrier, service, tracking, shippedAt, createdAt, items }: MarketOrder['packages'][0]) => ({
  ...{ packageReferenceId: reference, createdTime: moment(createdAt), packageStatus: { status: 'SHIPPED' }, carrier },
  trackingNumber: tracking,
  ...{ shipTime: moment(Date.parse(shippedAt)), ...(service && { shippingService: service }) },
  packageItems: items.map(({ id, quantity }) => ({ orderItemId: id, quantity })),
});
