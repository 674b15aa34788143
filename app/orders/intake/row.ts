import type { ChannelOrder } from '../../../connectors/contract.ts';
import { contentHash, perOrder } from './made-once.ts';

/** A channel's order as the columns of `orders`. */
export function orderRow(order: ChannelOrder) {
  const { shipTo, customer, totals } = order;
  return {
    remote_id: order.remoteId,
    source_order_number: order.number,
    source_ref_num: order.poNumber,
    source_status: order.sourceStatus,
    source_state: order.state,
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
    source_shipping: order.shipping.code,
    source_shipping_description: order.shipping.description,
    shipping_cost: totals.shipping,
    tax_cost: totals.tax,
    total_cost: totals.total,
    weight_grams: order.weightGrams,
    content_hash: contentHash(order),
    remote_modified_at: order.modifiedAt,
    units_ordered: unitsOf(order),
  };
}

/** The same as JSON. */
export const rowText = perOrder((order) => JSON.stringify(orderRow(order)));

/** Goods only: a charge is nothing to pack, and a negative quantity is settled by a person. */
export const unitsOf = ({ lines }: ChannelOrder) => lines.reduce((sum, line) => sum + (line.isCharge ? 0 : Math.max(0, line.quantity)), 0);

const formats = new Map<string, Intl.DateTimeFormat>();

/** The calendar day of an instant in a zone, as YYYY-MM-DD. */
export function dayIn(timezone: string, instant: Date): string {
  let format = formats.get(timezone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', { timeZone: timezone, year: 'numeric', month: '2-digit', day: '2-digit' });
    formats.set(timezone, format);
  }
  return format.format(instant);
}
