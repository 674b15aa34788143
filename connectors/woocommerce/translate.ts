import type { Address, ChannelLine, ChannelOrder } from '../contract.ts';
import { money } from '../http/money.ts';
import type { Reason } from '../http/reasons.ts';
import { firstIssue, idIn, type Translated, webAddress } from '../http/records.ts';
import { isLeftUncertain, sentAndRefunded } from '../http/sent-and-refunded.ts';
import { hasParcelOfOthers, sentByOthers } from './fulfilments.ts';
import { provinceOf } from './provinces.ts';
import { because } from './reasons.ts';
import { skuOfLine } from './skus.ts';
import type { WireLine, WireOrder, WireRefund } from './wire.ts';
import * as wire from './wire.ts';

/**
 * `refunds`: those of an order, whose units are no longer to be sent, or null where not all were read; like its fulfilments as they came.
 * `above`: SKUs of products that have variations, by their ids.
 */
export type Beside = { refunds: unknown[] | null; fulfilments: unknown; above: ReadonlyMap<string, string> };
const nothing: Beside = { refunds: [], fulfilments: [], above: new Map() };

/** Translates one order. Never throws. */
export function translateOrder(raw: unknown, { refunds, fulfilments, above }: Beside = nothing): Translated<ChannelOrder> {
  const unreadable = (reason: Reason) => ({ ok: false, unreadable: { remoteId: idIn(raw, ['id']), reason, raw } }) as const;
  const parsed = wire.order.safeParse(raw);
  if (!parsed.success) return unreadable(firstIssue(parsed.error));
  if (refunds === null) return unreadable(because({ code: 'woocommerce.many_refunds' }));
  const taken = wire.refunds.safeParse(refunds);
  if (!taken.success) return unreadable(firstIssue(taken.error, 'refunds'));
  const kept = wire.fulfilments.safeParse(fulfilments);
  if (!kept.success) return unreadable(firstIssue(kept.error, 'fulfillments'));
  const others = sentByOthers(kept.data);
  if (!others.success) return unreadable(firstIssue(others.error, 'fulfillments'));
  const beside = { refunds: taken.data, others: others.data, hasParcel: hasParcelOfOthers(kept.data), above };
  return { ok: true, record: canonical(parsed.data, beside, raw) };
}

/** `others`: units by line that somebody else has sent; `hasParcel`: not all of them can be downloads. */
type Known = Pick<Beside, 'above'> & { refunds: WireRefund[]; others: ReadonlyMap<string, number>; hasParcel: boolean };

/** What its checkout keeps while the buyer is in it, and deletes after a day. */
const checkout = 'checkout-draft';

/** WooCommerce's own statuses; a plugin's word is `unknown`. Goods of a trashed order are not to leave. */
const states: Record<string, ChannelOrder['state']> = {
  [checkout]: 'waiting',
  pending: 'waiting',
  // Payment is awaited: it is no hold of goods.
  'on-hold': 'waiting',
  processing: 'ready',
  completed: 'shipped',
  cancelled: 'cancelled',
  refunded: 'cancelled',
  failed: 'cancelled',
  trash: 'cancelled',
};

export const meaningOf = (status: string): ChannelOrder['state'] =>
  Object.hasOwn(states, status) ? (states[status] ?? 'unknown') : 'unknown';

/** Methods by which buyers collect their goods at the shop: nothing is to be sent. */
const collected = /^(local_pickup|pickup_location)$/;

/** `nothingLeft`: of its goods; null where some are. A refund that leaves the postage leaves the status as well. */
function stateOf({ status, shipping_lines }: WireOrder, nothingLeft: 'sent' | 'refunded' | null): ChannelOrder['state'] {
  const state = meaningOf(status);
  if (state !== 'ready' && state !== 'waiting') return state;
  const methods = shipping_lines ?? [];
  const isCollected = methods.length > 0 && methods.every(({ method_id }) => collected.test(method_id));
  if (isCollected || nothingLeft === 'sent') return 'external';
  return nothingLeft === 'refunded' ? 'cancelled' : state;
}

function canonical(order: WireOrder, known: Known, raw: unknown): ChannelOrder {
  const { billing, shipping, shipping_lines, customer_id, date_paid_gmt, parent_id } = order;
  const method = shipping_lines?.[0];
  const goods = order.line_items.map((line) => lineOf(line, known));
  // One that came with no units is for a person.
  const left = goods.filter(({ quantity }, at) => quantity > 0 || (order.line_items[at]?.quantity ?? 0) <= 0);
  const nothingLeft = goods.length === 0 || left.length > 0 ? null : hasOnlyRefunded(order, known) ? 'refunded' : 'sent';
  const state = stateOf(order, nothingLeft);
  // Of what has ended, or is collected, no count matters.
  const isOpen = state === 'ready' || state === 'waiting' || (state === 'external' && nothingLeft === 'sent');
  const isUncertain = isOpen && order.line_items.some((line) => isLeftUncertain(unitsOf(line, known)));
  // A shop that sends to the billing address leaves the other one empty.
  const to = shipping.address_1 || shipping.city || shipping.postcode ? shipping : billing;
  return {
    ...{ remoteId: order.id, number: order.number || order.id, ...(isUncertain ? uncertain : { sourceStatus: order.status, state }) },
    ...{ splitFrom: idOrNone(parent_id), mergedIds: [], orderedAt: order.date_created_gmt, modifiedAt: order.date_modified_gmt },
    ...{ currency: order.currency.toUpperCase(), poNumber: null, store: null },
    customer: {
      id: idOrNone(customer_id),
      name: fullName(billing) || fullName(to) || billing.company || billing.email,
      email: billing.email || null,
      phone: to.phone || billing.phone || null,
    },
    shipTo: addressOf(to),
    shipping: method?.method_id
      ? { code: shippingCode(method.method_id, method.instance_id), description: method.method_title || null }
      : none,
    note: order.customer_note || null,
    details: date_paid_gmt ? { amountPaid: twoDecimals(order.total) } : {},
    totals: { shipping: twoDecimals(order.shipping_total), tax: twoDecimals(order.total_tax), total: twoDecimals(order.total) },
    weightGrams: null,
    // What nothing is left of keeps its lines, to be seen by.
    lines: [...(left.length > 0 ? left : goods), ...(order.fee_lines ?? []).map(feeOf)],
    ...(order.status === checkout && { isCheckout: true as const }),
    raw,
  };
}

/**
 * Of an order of which nothing is left: some of it was refunded whole, and of the rest the shop itself fulfilled what is downloaded. Then
 * the warehouse is to stop.
 */
const hasOnlyRefunded = ({ line_items }: WireOrder, { others, hasParcel }: Known) =>
  !hasParcel && line_items.some(({ id }) => !others.has(id));

/** None is 0 there. */
const idOrNone = (id: string | null | undefined) => (id && id !== '0' ? id : null);

const none = { code: null, description: null };
const fullName = ({ first_name, last_name }: { first_name: string; last_name: string }) => `${first_name} ${last_name}`.trim();
const twoDecimals = (amount: string) => money(Number(amount));

/** One method may stand in several zones at different prices: its instance tells them apart. */
export const shippingCode = (method: string, instance: string) => (instance && instance !== '0' ? `${method}:${instance}` : method);

const uncertain = { sourceStatus: sentAndRefunded, state: 'unknown' as const };
const unitsOf = ({ id, quantity }: WireLine, { refunds, others }: Known) => ({
  ...{ ordered: quantity, refunded: refundedOf(id, refunds), sent: others.get(id) ?? 0 },
});

function lineOf(line: WireLine, known: Known): ChannelLine {
  const { ordered, refunded, sent } = unitsOf(line, known);
  const options = line.meta_data.flatMap(({ key, display_key, display_value }) =>
    key !== '' && !key.startsWith('_') && typeof display_value === 'string' ? [{ name: display_key || key, value: display_value }] : [],
  );
  return {
    remoteLineId: line.id,
    sku: skuOfLine(line, known.above),
    name: line.name || line.sku,
    quantity: Math.max(0, ordered - refunded - sent),
    ...{ unitPrice: money(Number(line.price)), isCharge: false, imageUrl: webAddress(line.image?.src || null), upc: null, location: null },
    ...(options.length > 0 && { options }),
  };
}

/** How many units of a line were refunded: those are not sent. */
function refundedOf(lineId: string, refunds: WireRefund[]): number {
  const lines = refunds.flatMap(({ line_items }) => line_items);
  const ofLine = lines.filter(({ meta_data }) =>
    meta_data.some(({ key, value }) => key === '_refunded_item_id' && String(value) === lineId),
  );
  return ofLine.reduce((sum, { quantity }) => sum + Math.abs(quantity), 0);
}

function feeOf({ id, name, total }: { id: string; name: string; total: string }): ChannelLine {
  return {
    ...{ remoteLineId: id, sku: name || 'Fee', name: name || 'Fee', quantity: 1, unitPrice: twoDecimals(total) },
    ...{ isCharge: true, imageUrl: null, upc: null, location: null },
  };
}

function addressOf(address: WireOrder['shipping']): Address {
  const { company, address_1, address_2, city, postcode } = address;
  const country = address.country.toUpperCase();
  return {
    ...{ name: fullName(address) || company, company: company || null, line1: address_1, line2: address_2 || null, city },
    ...{ state: provinceOf(country, address.state) || null, postalCode: postcode, country },
  };
}
