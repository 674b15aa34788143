import type { Address, CancelRequest, ChannelLine, ChannelOrder, OrderDetails } from '../contract.ts';
import { money } from '../http/money.ts';
import { firstIssue, idIn, type Translated } from '../http/records.ts';
import { unitsIn } from './packages.ts';
import { because, primeWaits } from './reasons.ts';
import { order as orderShape, type WireAddress, type WireItem, type WireOrder } from './wire.ts';

/** Translates one order of `orders/2026-01-01`. `sendsPrime`: its warehouse buys Amazon's labels for Prime. Never throws. */
export function translateOrder(raw: unknown, sendsPrime: boolean): Translated<ChannelOrder> {
  const parsed = orderShape.safeParse(raw);
  const refuse = (reason: ReturnType<typeof firstIssue>): Translated<ChannelOrder> => ({
    ok: false,
    unreadable: { remoteId: idIn(raw, ['orderId']), reason, raw },
  });
  if (!parsed.success) return refuse(firstIssue(parsed.error));
  const { fulfillment, recipient } = parsed.data;
  if (!fulfillment) return refuse(because({ code: 'amazon.no_status' }));
  const record = ofPrime(canonical(parsed.data, raw), parsed.data, sendsPrime);
  // Without the role for addresses everything else of an order comes: it would be sent to nowhere.
  if (record.state === 'ready' && !recipient?.deliveryAddress) return refuse(because({ code: 'amazon.no_address' }));
  return { ok: true, record };
}

/** Amazon's statuses of an order that the seller ships. Until payment is cleared it has neither price nor address. */
const states: Record<string, ChannelOrder['state']> = {
  PENDING_AVAILABILITY: 'waiting',
  PENDING: 'waiting',
  UNSHIPPED: 'ready',
  PARTIALLY_SHIPPED: 'ready',
  SHIPPED: 'shipped',
  CANCELLED: 'cancelled',
};

/**
 * Programs by which no parcel of ours is to leave: the buyer fetches it from the seller's shop, Amazon's carrier fetches it there, or its
 * label is bought from Amazon, which then takes no confirmation. Source: `programs` of an order in Amazon's model orders_2026-01-01,
 * the guides of the APIs for Easy Ship and Delivery by Amazon, and "Confirm the shipment status" for Ship+.
 */
const notByParcel = new Set(['IN_STORE_PICK_UP', 'AMAZON_EASY_SHIP', 'DELIVERY_BY_AMAZON', 'FBM_SHIP_PLUS']);

/** Of an order that left in part the warehouse has chosen its labels. */
function ofPrime(record: ChannelOrder, { programs, packages }: WireOrder, sendsPrime: boolean): ChannelOrder {
  const mayWait = record.state === 'ready' && !sendsPrime && programs?.includes('PRIME');
  return mayWait && unitsIn(packages ?? []).ours.size === 0 ? { ...record, state: 'unknown', sourceStatus: primeWaits } : record;
}

/** What the shipping level of an order is called, by its code. */
export const serviceLevels: Record<string, string> = {
  ...{ STANDARD: 'Standard', FREE_ECONOMY: 'Free economy', EXPEDITED: 'Expedited', PRIORITY: 'Priority' },
  ...{ SECOND_DAY: 'Second day', NEXT_DAY: 'Next day', SAME_DAY: 'Same day', SCHEDULED: 'Scheduled' },
};

function canonical(order: WireOrder, raw: unknown): ChannelOrder {
  const { orderId, salesChannel, buyer, recipient, proceeds, fulfillment } = order;
  const lines = linesLeft(order);
  const shipTo = addressOf(recipient?.deliveryAddress);
  const level = fulfillment?.fulfillmentServiceLevel ?? null;
  const cancelRequest = cancelRequestOf(order);
  const sums = new Map((proceeds?.breakdowns ?? []).map(({ type, subtotal }) => [type, subtotal.amount]));
  return {
    ...{ remoteId: orderId, number: orderId, sourceStatus: fulfillment?.fulfillmentStatus ?? '', state: stateOf(order, lines) },
    ...{ splitFrom: null, mergedIds: [], orderedAt: order.createdTime, modifiedAt: order.lastUpdatedTime },
    ...{ currency: currencyOf(order), poNumber: buyer?.buyerPurchaseOrderNumber ?? null },
    store: salesChannel.marketplaceId === null ? null : { id: salesChannel.marketplaceId, name: salesChannel.marketplaceName },
    customer: {
      ...{ id: null, name: buyer?.buyerName ?? shipTo.name, email: buyer?.buyerEmail ?? null },
      phone: recipient?.deliveryAddress?.phone ?? null,
    },
    shipTo,
    shipping: { code: level, description: level === null ? null : (serviceLevels[level] ?? level) },
    note: recipient?.deliveryPreference?.addressInstruction ?? null,
    details: detailsOf(order),
    totals: {
      ...{ shipping: money(sums.get('SHIPPING') ?? 0), tax: money(sums.get('TAX') ?? 0) },
      total: money(proceeds?.grandTotal?.amount ?? lines.reduce((sum, { unitPrice, quantity }) => sum + Number(unitPrice) * quantity, 0)),
    },
    ...{ weightGrams: null, lines, raw },
    // A parcel is confirmed for the marketplace that the order is of.
    ...(salesChannel.marketplaceId !== null && { handle: salesChannel.marketplaceId }),
    ...(cancelRequest && { cancelRequest }),
  };
}

/**
 * The state by Amazon's word. Amazon ships some itself or has them fetched, others may have been shipped by hand: those are `external`.
 * Where the buyer asks for something of it to be cancelled, nothing of it leaves until the seller has decided there.
 */
function stateOf({ fulfillment, orderItems, programs }: WireOrder, lines: ChannelLine[]): ChannelOrder['state'] {
  const { fulfilledBy, fulfillmentStatus: word = '' } = fulfillment ?? {};
  if (fulfilledBy === 'AMAZON') return 'external';
  const state = Object.hasOwn(states, word) ? (states[word] ?? 'unknown') : 'unknown';
  if ((state === 'ready' || state === 'waiting') && programs?.some((one) => notByParcel.has(one))) return 'external';
  if (state !== 'ready') return state;
  if (fulfilledBy !== 'MERCHANT') return 'unknown';
  if (lines.length === 0) return orderItems.every(isCancelled) ? 'cancelled' : 'external';
  return orderItems.some(isToCancel) ? 'held' : state;
}

const isCancelled = ({ quantityOrdered, cancellation }: WireItem) => quantityOrdered === 0 || Boolean(cancellation?.cancellationExecution);
const isOpen = (item: WireItem) => !isCancelled(item) && (item.fulfillment?.quantityUnfulfilled ?? item.quantityOrdered) > 0;
const isToCancel = (item: WireItem) => isOpen(item) && Boolean(item.cancellation?.cancellationRequest);

/** The buyer asks for all that has not left to be cancelled. It is asked item by item, and its id is made of them. */
function cancelRequestOf({ orderItems }: WireOrder): CancelRequest | undefined {
  const open = orderItems.filter(isOpen);
  if (open.length === 0 || !open.every(isToCancel)) return undefined;
  const id = open.map(({ orderItemId }) => orderItemId).toSorted();
  return { id: id.join('+').slice(0, 200), reason: open[0]?.cancellation?.cancellationRequest?.cancelReason ?? null };
}

/**
 * What is ours to ship: what was ordered and not cancelled, less what left in parcels of others. Amazon's own count of what is left is
 * heeded too, because it may say less of parcels than has left.
 */
function linesLeft({ orderItems, packages }: WireOrder): ChannelLine[] {
  const { ours, others } = unitsIn(packages ?? []);
  return orderItems.flatMap((item) => {
    const { orderItemId: id, quantityOrdered, fulfillment } = item;
    const left = fulfillment?.quantityUnfulfilled ?? Number.POSITIVE_INFINITY;
    const quantity = isCancelled(item) ? 0 : Math.min(quantityOrdered - (others.get(id) ?? 0), left + (ours.get(id) ?? 0));
    return quantity <= 0 ? [] : [lineOf(item, quantity)];
  });
}

function lineOf({ orderItemId, product }: WireItem, quantity: number): ChannelLine {
  const { sellerSku, asin, title, price, customization } = product;
  return {
    ...{ remoteLineId: orderItemId, sku: sellerSku ?? '', name: title ?? sellerSku ?? asin ?? '', quantity },
    ...{ unitPrice: money(price?.unitPrice?.amount ?? 0), isCharge: false, imageUrl: null, upc: null, location: null },
    ...(customization?.customizedUrl && { options: [{ name: 'Customised', value: customization.customizedUrl }] }),
  };
}

/** An order that is not paid yet names no currency, and its marketplace's is not said: it is corrected by the next read. */
const currencyOf = ({ proceeds, orderItems }: WireOrder) =>
  (proceeds?.grandTotal ?? orderItems.find(({ product }) => product.price?.unitPrice)?.product.price?.unitPrice)?.currencyCode ?? 'USD';

function detailsOf({ fulfillment, orderItems }: WireOrder): OrderDetails {
  const gifts = orderItems.flatMap(({ fulfillment: packed }) => packed?.packing?.giftOption ?? []);
  const message = gifts
    .map(({ giftMessage }) => giftMessage)
    .filter(Boolean)
    .join('\n');
  const shipBy = fulfillment?.shipByWindow?.latestDateTime;
  return {
    ...(gifts.length > 0 && { isGift: true as const }),
    ...(message && { giftMessage: message }),
    ...(shipBy && { shipBy: shipBy.toISOString() }),
  };
}

/** The third line of an address, and the district where no city is said, stay with the lines that labels print. */
function addressOf(address: WireAddress | null | undefined): Address {
  const { name, companyName, addressLine1, addressLine2, addressLine3, city, municipality, districtOrCounty } = address ?? {};
  const below = [addressLine2, addressLine3].filter(Boolean).join(', ');
  return {
    ...{ name: name ?? companyName ?? '', company: companyName ?? null, line1: addressLine1 ?? '', line2: below || null },
    ...{ city: city ?? municipality ?? districtOrCounty ?? '', state: address?.stateOrRegion ?? null },
    ...{ postalCode: address?.postalCode ?? '', country: address?.countryCode?.toUpperCase() ?? '' },
  };
}
