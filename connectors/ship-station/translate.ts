import type { Address, ChannelLine, ChannelOrder, Reason } from '../contract.ts';
import { money } from '../http/money.ts';
import { firstIssue, idIn, type Translated, webAddress } from '../http/records.ts';
import { detailsOf, type Names, optionsOf } from './details.ts';
import { modifiedIn } from './pacific.ts';
import { because } from './reasons.ts';
import { order as orderShape, type WireItem, type WireOrder } from './wire.ts';

/** `names`: what the account calls its tags and warehouses, by id. */
export type Reading = { currency: string; poNumberField: '' | 'customField1' | 'customField2' | 'customField3'; names?: Names };

/** Translates one V1 order. Accepts any input and never throws: an order that cannot be read becomes a value that says why. */
export function translateOrder(raw: unknown, reading: Reading): Translated<ChannelOrder> {
  const parsed = orderShape.safeParse(raw);
  if (!parsed.success) return unreadable(raw, firstIssue(parsed.error));
  const modifiedAt = parsed.data.modifyDate ?? parsed.data.createDate ?? parsed.data.orderDate;
  if (!modifiedAt) return unreadable(raw, because({ code: 'ship_station.no_time' }));
  return { ok: true, record: canonical(parsed.data, modifiedIn(modifiedAt), raw, reading) };
}

// Any other word, `rejected_fulfillment` among them, needs a person.
const states: Record<string, ChannelOrder['state']> = {
  awaiting_payment: 'waiting',
  awaiting_shipment: 'ready',
  pending_fulfillment: 'waiting',
  on_hold: 'held',
  shipped: 'shipped',
  cancelled: 'cancelled',
};

/** What others fulfil may be listed as `awaiting_shipment`, and is not ours to send. */
function stateOf({ orderStatus, externallyFulfilled }: WireOrder): ChannelOrder['state'] {
  const state = Object.hasOwn(states, orderStatus) ? (states[orderStatus] ?? 'unknown') : 'unknown';
  return externallyFulfilled && state !== 'shipped' && state !== 'cancelled' ? 'external' : state;
}

/** Ids of other orders; 0 is none. */
const otherThan = (own: string, ids: (string | null | undefined)[]): string[] => [
  ...new Set(ids.filter((id) => typeof id === 'string' && id !== own && id !== '0') as string[]),
];

const gramsIn: Record<string, number> = { grams: 1, ounces: 28.349523125, pounds: 453.59237 };

function canonical(order: WireOrder, modifiedAt: Date, raw: unknown, { currency, poNumberField, names }: Reading): ChannelOrder {
  const { shipTo, billTo, advancedOptions, weight } = order;
  return {
    remoteId: order.orderId,
    number: order.orderNumber || order.orderId,
    sourceStatus: order.orderStatus,
    state: stateOf(order),
    splitFrom: otherThan(order.orderId, [advancedOptions?.parentId])[0] ?? null,
    mergedIds: otherThan(order.orderId, advancedOptions?.mergedIds ?? []),
    orderedAt: order.orderDate ?? order.createDate ?? modifiedAt,
    modifiedAt,
    currency,
    poNumber: poNumberField === '' ? null : advancedOptions?.[poNumberField] || null,
    // V1 gives the store's id alone; its name is in /stores.
    store: advancedOptions?.storeId ? { id: advancedOptions.storeId, name: null } : null,
    customer: {
      id: order.customerId ?? null,
      name: billTo?.name || shipTo?.name || order.customerUsername,
      email: order.customerEmail || null,
      phone: shipTo?.phone || billTo?.phone || null,
    },
    shipTo: addressOf(shipTo),
    shipping: { code: order.serviceCode || order.requestedShippingService || null, description: order.requestedShippingService || null },
    note: order.customerNotes || null,
    details: detailsOf(order, names),
    totals: { shipping: money(order.shippingAmount), tax: money(order.taxAmount), total: money(order.orderTotal) },
    weightGrams: weight && Object.hasOwn(gramsIn, weight.units) ? Math.round(weight.value * (gramsIn[weight.units] ?? 0)) : null,
    lines: (order.items ?? []).map(lineOf),
    raw,
  };
}

function lineOf(item: WireItem, index: number): ChannelLine {
  return {
    remoteLineId: item.orderItemId ?? (item.lineItemKey || `#${index + 1}`),
    sku: item.sku,
    name: item.name,
    quantity: item.quantity,
    unitPrice: money(item.unitPrice),
    isCharge: item.adjustment,
    imageUrl: webAddress(item.imageUrl),
    upc: item.upc || null,
    location: item.warehouseLocation || null,
    ...optionsOf(item),
  };
}

function addressOf(address: WireOrder['shipTo']): Address {
  const country = address?.country ?? '';
  return {
    name: address?.name ?? '',
    company: address?.company || null,
    line1: address?.street1 ?? '',
    line2: [address?.street2, address?.street3].filter(Boolean).join(', ') || null,
    city: address?.city ?? '',
    state: address?.state || null,
    postalCode: address?.postalCode ?? '',
    country: /^[a-z]{2}$/i.test(country) ? country.toUpperCase() : country,
  };
}

function unreadable(raw: unknown, reason: Reason): Translated<ChannelOrder> {
  return { ok: false, unreadable: { remoteId: idIn(raw, ['orderId']), reason, raw } };
}
