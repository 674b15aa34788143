import type { ChannelLine, ChannelOrder, OrderDetails } from '../contract.ts';
import { money } from '../http/money.ts';
import { firstIssue, idIn, type Translated } from '../http/records.ts';
import { isLeftUncertain, sentAndRefunded } from '../http/sent-and-refunded.ts';
import { because } from './reasons.ts';
import { order as orderShape, shipments as shipmentsShape, type WireConsignment, type WireOrder, type WireShipment } from './wire.ts';

/** Parcels that we told of carry this in their comments, with the key of each. */
export const markOf = (key: string) => `[crossdock ${key}]`;
export const isMarked = (comments: string): boolean => comments.includes('[crossdock ');

/** The ids are the same in every store, whatever it calls them (Orders V2, order statuses). Partly shipped goes on with what is left. */
const states: Record<number, ChannelOrder['state']> = {
  ...{ 0: 'waiting', 1: 'waiting', 7: 'waiting', 11: 'ready', 3: 'ready', 2: 'shipped', 10: 'shipped' },
  ...{ 4: 'cancelled', 5: 'cancelled', 6: 'cancelled', 12: 'held', 13: 'held' },
  // Packed already, by whoever sends it or hands it out.
  ...{ 8: 'external', 9: 'external' },
};
export const partlyShipped = 3;
/** The buyer came to the payment, and no further yet. */
const incomplete = 0;
/**
 * What is neither shipped nor cancelled, each asked for by itself: what may go to a warehouse first. What is incomplete is left out: it is
 * every checkout that was ever abandoned, and almost none of them was an order before. Those that were are looked up by themselves.
 */
export const openStatuses = [11, 3, 7, 1, 12, 13, 14, 8, 9];

/** Translates one order. `shipments`: those that it has there, as they were read. Never throws. */
export function translateOrder(raw: unknown, shipments: unknown[] = []): Translated<ChannelOrder> {
  const unreadable = (reason: Parameters<typeof because>[0] | ReturnType<typeof firstIssue>) =>
    ({ ok: false, unreadable: { remoteId: idIn(raw, ['id']), reason, raw } }) as const;
  const parsed = orderShape.safeParse(raw);
  if (!parsed.success) return unreadable(firstIssue(parsed.error));
  const sent = shipmentsShape.safeParse(shipments);
  if (!sent.success) return unreadable(firstIssue(sent.error, 'shipments'));
  const { shipping } = parsed.data.consignments;
  // Of a checkout nobody has to split anything.
  if (shipping.length > 1 && parsed.data.status_id !== incomplete)
    return unreadable(because({ code: 'bigcommerce.several_addresses', count: shipping.length }));
  return { ok: true, record: canonical(parsed.data, shipping[0], sent.data, raw) };
}

function stateOf({ is_deleted, status_id }: WireOrder, hasGoods: boolean): ChannelOrder['state'] {
  if (is_deleted) return 'cancelled';
  const state = states[status_id] ?? 'unknown';
  // What is collected or downloaded has no parcel, nor has what others have sent or was refunded whole.
  return !hasGoods && (state === 'ready' || state === 'waiting' || state === 'held') ? 'external' : state;
}

/** Its state, and the word for it. Of what has ended no count matters. */
function standing(order: WireOrder, consignment: WireConsignment | undefined, shipments: WireShipment[], hasGoods: boolean) {
  const state = stateOf(order, hasGoods);
  const mayLeave = state === 'ready' || state === 'waiting' || state === 'held' || (state === 'external' && !hasGoods);
  const isUncertain = mayLeave && consignment?.line_items.some((line) => isLeftUncertain(unitsOf(line, shipments)));
  return isUncertain ? { sourceStatus: sentAndRefunded, state: 'unknown' as const } : { sourceStatus: order.status, state };
}

function canonical(order: WireOrder, consignment: WireConsignment | undefined, shipments: WireShipment[], raw: unknown): ChannelOrder {
  const { billing_address: billing, customer_id } = order;
  const to = consignment ?? billing;
  const method = consignment?.shipping_method || null;
  const handle = consignment?.line_items[0]?.order_address_id;
  const lines = (consignment?.line_items ?? []).map((line) => lineOf(line, shipments));
  const left = lines.filter(({ quantity }) => quantity > 0);
  return {
    ...{ remoteId: order.id, number: order.id, ...standing(order, consignment, shipments, left.length > 0) },
    ...{ splitFrom: null, mergedIds: [], orderedAt: order.date_created, modifiedAt: order.date_modified, store: null },
    ...{ currency: order.default_currency_code || order.currency_code, poNumber: order.external_order_id || null },
    customer: {
      id: customer_id && customer_id !== '0' ? customer_id : null,
      name: fullName(billing) || fullName(to) || billing.company || billing.email,
      ...{ email: billing.email || null, phone: to.phone || billing.phone || null },
    },
    shipTo: {
      ...{ name: fullName(to) || to.company, company: to.company || null, line1: to.street_1, line2: to.street_2 || null },
      ...{ city: to.city, state: to.state || null, postalCode: to.zip, country: to.country_iso2 || to.country },
    },
    shipping: { code: method, description: method },
    note: order.customer_message || null,
    details: detailsOf(order, consignment),
    totals: { shipping: money(order.shipping_cost_inc_tax), tax: money(order.total_tax), total: money(order.total_inc_tax) },
    weightGrams: null,
    // What nothing is left of keeps its lines, to be seen by.
    lines: left.length > 0 ? left : lines,
    ...(handle && { handle }),
    ...(order.status_id === incomplete && { isCheckout: true as const }),
    raw,
  };
}

/** A buyer may have goods wrapped, each with words of its own. */
function detailsOf({ staff_notes }: WireOrder, consignment: WireConsignment | undefined): OrderDetails {
  const lines = consignment?.line_items ?? [];
  const messages = new Set(lines.flatMap(({ wrapping_message }) => wrapping_message.trim() || []));
  return {
    ...(staff_notes && { internalNote: staff_notes }),
    ...(lines.some(({ wrapping_name }) => wrapping_name !== '') && { isGift: true as const }),
    ...(messages.size > 0 && { giftMessage: [...messages].join('\n') }),
  };
}

const fullName = ({ first_name, last_name }: { first_name: string; last_name: string }) => `${first_name} ${last_name}`.trim();

/** `sent`: by somebody else. */
function unitsOf({ id, quantity, quantity_refunded }: WireConsignment['line_items'][0], shipments: WireShipment[]) {
  const elsewhere = shipments.filter(({ comments }) => !isMarked(comments)).flatMap(({ items }) => items);
  const ofLine = elsewhere.filter(({ order_product_id }) => order_product_id === id);
  return { ordered: quantity, refunded: quantity_refunded, sent: ofLine.reduce((sum, item) => sum + item.quantity, 0) };
}

/** Units that were refunded are not sent, nor those that somebody else has sent. */
function lineOf(line: WireConsignment['line_items'][0], shipments: WireShipment[]): ChannelLine {
  const { ordered, refunded, sent } = unitsOf(line, shipments);
  const chosen = (line.product_options ?? []).map(({ display_name, display_value }) => ({ name: display_name, value: display_value }));
  // The day on which the buyer wants it, where its product is sold for one.
  const options = line.event_date === '' ? chosen : [...chosen, { name: line.event_name || 'Date', value: line.event_date }];
  return {
    ...{ remoteLineId: line.id, sku: skuOf(line.sku, stockedIn(line) ?? `line-${line.id}`), name: line.name || line.sku },
    ...{ quantity: Math.max(0, ordered - refunded - sent), unitPrice: money(line.price_ex_tax), isCharge: false },
    ...{ imageUrl: null, upc: line.upc || null, location: null, ...(options.length > 0 && { options }) },
  };
}

/**
 * The variant or product that a line is of. What somebody wrote into an order by hand, a custom product, is of none: its ids are 0, as in
 * the examples of orders.v2, and another such line is another article.
 */
const stockedIn = ({ variant_id, product_id }: WireConsignment['line_items'][0]) => [variant_id, product_id].find((id) => id && id !== '0');

/** What has no SKU there is known by its id, as its listing is. */
export const skuOf = (sku: string, id: string) => sku || `id-${id}`;
