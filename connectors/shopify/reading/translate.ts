import { z } from 'zod';
import type { Address, ChannelOrder, OrderDetails, Reason } from '../../contract.ts';
import { money } from '../../http/money.ts';
import { firstIssue, idIn, type Translated } from '../../http/records.ts';
import { because } from '../reasons.ts';
import { cancelRequestOf } from '../shipping/cancelling.ts';
import { notedIn } from '../shipping/noted.ts';
import { shipRequestOf } from '../shipping/requests.ts';
import { type Fulfillment, fulfillment, order as orderShape, type WireOrder } from '../wire.ts';
import { isOpen, isOurPlace, isOurs, type Reading, stateOf } from './states.ts';
import { linesOf, sentIn } from './units.ts';
import type { WholeOrder } from './whole.ts';

const parcels = z.array(fulfillment);

/** Translates a whole order. Never throws. */
export function translateOrder(raw: WholeOrder, reading: Reading): Translated<ChannelOrder> {
  const unreadable = (reason: Reason): Translated<ChannelOrder> => ({
    ok: false,
    unreadable: { remoteId: idIn(raw, ['id'])?.split('/').at(-1) ?? null, reason, raw },
  });
  const parsed = orderShape.safeParse(raw);
  if (!parsed.success) return unreadable(firstIssue(parsed.error));
  if (isCut(parsed.data)) return unreadable(because({ code: 'shopify.too_long' }));
  if (notedIn(raw.parcels) === null) return unreadable(because({ code: 'shopify.broken_note' }));
  const ours = parcels.safeParse(raw.ours);
  if (!ours.success) return unreadable(firstIssue(ours.error, 'parcels'));
  const sent = ours.data.filter((one) => isSentBy(one, reading));
  const record = canonical(parsed.data, sent, raw, reading);
  const isToLeave = record.state === 'ready' || record.state === 'waiting' || record.state === 'held';
  if (isToLeave && record.shipTo.line1 === '' && record.shipTo.postalCode === '')
    return unreadable(because({ code: 'shopify.no_address' }));
  return { ok: true, record };
}

/** Another connection to the shop, for other locations of it, notes its parcels in the same place. One of no location is as noted. */
const isSentBy = ({ location }: Fulfillment, { locations }: Reading) => !location || isOurPlace(location, locations);

const isCut = ({ fulfillmentOrders }: WireOrder) =>
  fulfillmentOrders.pageInfo.hasNextPage || fulfillmentOrders.nodes.some(({ lineItems }) => lineItems.pageInfo.hasNextPage);

function canonical(order: WireOrder, ours: Fulfillment[], raw: WholeOrder, reading: Reading): ChannelOrder {
  const { billingAddress, shippingAddress, shippingLine } = order;
  const cancelRequest = order.cancelledAt ? null : cancelRequestOf(order, reading.locations);
  const shipRequest = order.cancelledAt ? null : shipRequestOf(order, reading.locations);
  const hasSent = sentIn(ours).size > 0;
  const weight = Number(order.currentTotalWeight ?? 0);
  return {
    ...{ remoteId: order.id, number: order.name.replace(/^#/, ''), ...stateOf(order, reading, hasSent) },
    ...{ splitFrom: null, mergedIds: [], orderedAt: order.processedAt, modifiedAt: order.updatedAt },
    ...{ currency: order.currencyCode, poNumber: order.poNumber || null, store: null },
    customer: {
      id: null,
      name: billingAddress?.name || shippingAddress?.name || billingAddress?.company || shippingAddress?.company || order.email,
      ...{ email: order.email || null, phone: shippingAddress?.phone || order.phone || null },
    },
    shipTo: addressOf(shippingAddress),
    shipping: { code: shippingLine?.code || shippingLine?.title || null, description: shippingLine?.title || null },
    ...{ note: order.note || null, details: detailsOf(order, reading) },
    totals: {
      shipping: twoDecimals(order.currentShippingPriceSet),
      tax: twoDecimals(order.currentTotalTaxSet),
      total: twoDecimals(order.currentTotalPriceSet),
    },
    ...{ weightGrams: weight > 0 ? weight : null, lines: linesOf(order, ours, reading.locations), raw },
    ...(cancelRequest && { cancelRequest }),
    ...(shipRequest && { shipRequest }),
  };
}

const twoDecimals = (amount: string) => money(Number(amount));

function addressOf(address: WireOrder['shippingAddress']): Address {
  const { name = '', company = '', address1 = '', address2 = '', city = '', province = '', provinceCode = '', zip = '' } = address ?? {};
  return {
    ...{ name: name || company, company: company || null, line1: address1, line2: address2 || null, city },
    ...{ state: provinceCode || province || null, postalCode: zip, country: address?.countryCodeV2 ?? '' },
  };
}

function detailsOf({ fulfillmentOrders, tags }: WireOrder, { locations }: Reading): OrderDetails {
  const ours = fulfillmentOrders.nodes.filter((one) => isOurs(one, locations));
  const due = ours.filter(isOpen).flatMap(({ fulfillBy }) => fulfillBy?.getTime() ?? []);
  const place = ours[0]?.assignedLocation.name;
  return {
    ...(due.length > 0 && { shipBy: new Date(Math.min(...due)).toISOString() }),
    ...(place && { warehouse: place }),
    ...(tags.length > 0 && { tags }),
  };
}
