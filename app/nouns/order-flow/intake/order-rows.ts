import { hash as digest } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { ChannelLine, ChannelOrder } from '../../../../connectors/contract.ts';
import { withoutUk } from '../../../base/addresses/united-kingdom.ts';

/** What is stored of a channel's order: the content hash, the payload's text, and the rows of the order and its lines. */
export type StoredOrder = { order: ChannelOrder; orderId: number };
/**
 * The connection that the orders come from, and the account's time zone, which decides an order's day. `newSince`: orders that are not
 * known and last changed before it are left out; where the channel is `isUndated`, those that were ordered before its day. `movesStock`:
 * the channel takes what it sells off the quantity that it was told, and puts back what it cancels.
 */
export type Source = { connectionId: number; label: string; timezone: string; movesStock?: boolean } & Wanted;
type Wanted = { newSince?: Date | null; isUndated?: boolean };

/** Computes what storing these orders needs, while the page before them is stored: that shortens their own transaction. */
export function prepareOrders(orders: ChannelOrder[]): void {
  for (const order of orders.map(withCountryCode)) {
    contentHash(order);
    rawText(order);
    rowText(order);
    lineTexts(order);
  }
}

/** The order with the code of its country where the channel writes `UK`. */
export const withCountryCode = perOrder((order) => {
  const { country, postalCode } = order.shipTo;
  const code = withoutUk(country, postalCode);
  return code === country ? order : { ...order, shipTo: { ...order.shipTo, country: code } };
});

/**
 * The same content has the same hash; the time of the last change is not content. What is only shown has a part of its own,
 * after a dot: a tag that somebody sets is no change of the goods, and neither is a request to cancel, which is followed by itself. A
 * request to ship is none at all: it ends with our own reply.
 */
export const contentHash = perOrder(({ raw: _, modifiedAt: __, details, cancelRequest, shipRequest: ___, ...content }) => {
  const extra = JSON.stringify(cancelRequest ? { ...details, cancelRequest } : details);
  return (
    digest('sha1', JSON.stringify(content), 'base64url') + (extra === '{}' ? '' : `.${digest('sha1', extra, 'base64url').slice(0, 11)}`)
  );
});

/** Whether two hashes are of the same content, whatever else is shown. */
export const isSameContent = (one: string | null, two: string | null): boolean => one?.split('.')[0] === two?.split('.')[0];

/** The payload as text. */
export const rawText = perOrder(({ raw }) => JSON.stringify(raw));

/** A channel's order as the columns of `orders`. */
export function orderRow(order: ChannelOrder) {
  const { shipTo, customer, totals } = order;
  return {
    remote_id: order.remoteId,
    source_order_number: order.number,
    source_ref_num: order.poNumber,
    source_status: order.sourceStatus,
    source_state: order.state,
    split_from: order.splitFrom,
    order_date: order.orderedAt,
    store_id: order.store?.id ?? null,
    store_name: order.store?.name ?? null,
    currency: order.currency,
    customer_id: customer.id,
    customer_name: shipTo.name || customer.name,
    customer_phone: customer.phone,
    customer_email: customer.email,
    company_name: shipTo.company,
    address: shipTo.line1,
    address_2: shipTo.line2,
    city: shipTo.city,
    state: shipTo.state,
    postal_code: shipTo.postalCode,
    country: shipTo.country,
    note: order.note,
    source_details: sourceDetails(order),
    source_shipping: order.shipping.code,
    source_shipping_description: order.shipping.description,
    shipping_cost: totals.shipping,
    tax_cost: totals.tax,
    total_cost: totals.total,
    weight_grams: order.weightGrams,
    content_hash: contentHash(order),
    remote_modified_at: order.modifiedAt,
    units_ordered: unitsOf(order),
    ...(order.handle === undefined ? {} : { handle: order.handle }),
  };
}

/** Null where the channel says nothing more. */
export const sourceDetails = ({ details }: ChannelOrder) => (Object.keys(details).length > 0 ? details : null);

/** The columns of `orderRow`, and their shape as a record set. */
export const orderColumns = sql`remote_id, source_order_number, source_ref_num, source_status, source_state, split_from, order_date,
  store_id, store_name, currency, customer_id, customer_name, customer_phone, customer_email, company_name, address, address_2, city, state,
  postal_code, country, note, source_details, source_shipping, source_shipping_description, shipping_cost, tax_cost, total_cost,
  weight_grams, content_hash, remote_modified_at, units_ordered, handle`;
export const orderShape = sql`remote_id text, source_order_number text, source_ref_num text, source_status text, source_state text,
  split_from text, order_date timestamptz,
  store_id text, store_name text, currency text, customer_id text, customer_name text, customer_phone text, customer_email text,
  company_name text, address text, address_2 text, city text, state text, postal_code text, country text, note text, source_details jsonb,
  source_shipping text, source_shipping_description text, shipping_cost numeric, tax_cost numeric, total_cost numeric,
  weight_grams int, content_hash text, remote_modified_at timestamptz, units_ordered int, handle text`;

/** Of an order `o` that keeps its number, though its channel has given it this one. */
export const otherNumber = (number: RawBuilder<unknown>) =>
  sql`case when ${number} = o.source_order_number then o.other_number else ${number} end`;

/** The row as JSON. */
export const rowText = perOrder((order) => JSON.stringify(orderRow(order)));

/** Units of goods. Charges are not packed, and a person decides about negative quantities. */
export const unitsOf = ({ lines }: ChannelOrder) => lines.reduce((sum, line) => sum + (line.isCharge ? 0 : Math.max(0, line.quantity)), 0);

/** The ids of an order's lines. If a channel uses one twice in an order, the second gets a suffix, so that both lines are kept. */
export function lineIds({ lines }: ChannelOrder): string[] {
  const seen = new Map<string, number>();
  return lines.map(({ remoteLineId }) => {
    const times = (seen.get(remoteLineId) ?? 0) + 1;
    seen.set(remoteLineId, times);
    return times === 1 ? remoteLineId : `${remoteLineId}#${times}`;
  });
}

/** Each line as JSON, without what is known only once its order is stored. */
export const lineTexts = perOrder((order) =>
  lineIds(order).map((id, at) => JSON.stringify(lineRow(order.lines[at] as ChannelLine, at, id))),
);

export const lineRow = (line: ChannelLine, at: number, id: string) => ({
  position: at + 1,
  remote_line_id: id,
  sku: line.sku,
  name: line.name,
  quantity: line.quantity,
  unit_price: line.unitPrice,
  is_charge: line.isCharge,
  image_url: line.imageUrl,
  upc: line.upc,
  location: line.location,
  ...(line.options && { options: line.options }),
  ...(line.handle === undefined ? {} : { handle: line.handle }),
});

/** Computes a value of an order once, however often it is asked for. */
export function perOrder<T>(make: (order: ChannelOrder) => T): (order: ChannelOrder) => T {
  const computed = new WeakMap<ChannelOrder, T>();
  return (order) => {
    const row = computed.get(order) ?? make(order);
    computed.set(order, row);
    return row;
  };
}
