import { z } from 'zod';
import { id, moment, text } from '../http/shapes.ts';

/**
 * What BigCommerce sends, as far as it is read: v2 for orders, v3 for the catalog, stock and webhooks. v2 writes times as in mails, as
 * `Tue, 05 Mar 2019 21:40:11 +0000`; v3 ISO 8601.
 */

/** A number, or one as text. Nothing is none: a line without a quantity would be left out of its order. */
const whole = z
  .union(
    [
      z.number(),
      z
        .string()
        .regex(/^-?\d+$/)
        .transform(Number),
    ],
    'is not a whole number',
  )
  .pipe(z.number().int('is not a whole number'));
const wholeOrNone = whole.nullish().transform((value) => value ?? 0);
const decimal = z.coerce.number('is not an amount');
/** An empty list of v2 is 204 without a body. */
export const list = <T>(of: z.ZodType<T>) => z.array(of).nullable();

const address = z.object({
  ...{ first_name: text, last_name: text, company: text, street_1: text, street_2: text, city: text, state: text, zip: text },
  ...{ country: text, country_iso2: text, phone: text, email: text },
});
const line = z.object({
  ...{ id, order_address_id: id, product_id: id.nullish(), variant_id: id.nullish(), sku: text, name: text, upc: text },
  ...{ quantity: whole, quantity_refunded: wholeOrNone, price_ex_tax: decimal },
  ...{ wrapping_name: text, wrapping_message: text, event_name: text, event_date: text },
  product_options: z.array(z.object({ display_name: text, display_value: text })).nullish(),
});
const consignment = address.extend({ shipping_method: text, line_items: z.array(line) });

export const order = z.object({
  ...{ id, status_id: whole, status: z.string().min(1), is_deleted: z.boolean().default(false), customer_id: id.nullish() },
  ...{ date_created: moment, date_modified: moment, currency_code: text, default_currency_code: text },
  ...{ total_inc_tax: decimal, total_tax: decimal, shipping_cost_inc_tax: decimal, customer_message: text, staff_notes: text },
  ...{ billing_address: address, external_order_id: text },
  consignments: z.object({ shipping: z.array(consignment) }),
});
export type WireOrder = z.output<typeof order>;
export type WireConsignment = z.output<typeof consignment>;

const shipment = z.object({
  ...{ id, comments: text },
  items: z.array(z.object({ order_product_id: id, quantity: whole })),
});
export type WireShipment = z.output<typeof shipment>;
export const shipments = z.array(shipment);

const count = z.coerce.number().catch(0);
const goods = z.object({ shipping: z.array(z.object({ line_items: z.array(z.object({ quantity_shipped: count })) })) });
/** What says that something of an order has left: its status, its count, or those of its lines. */
export const shipped = z.object({ status_id: z.unknown(), items_shipped: count, consignments: goods.catch({ shipping: [] }) });

export const record = z.record(z.string(), z.unknown());
export const ids = z.object({ id });
/** v3 puts everything under `data`. */
export const data = <T>(of: z.ZodType<T>) => z.object({ data: of });

const variant = z.object({
  ...{ id, sku: text, upc: text, image_url: text, inventory_level: whole.nullish() },
  option_values: z.array(z.object({ option_display_name: text, label: text })).nullish(),
});
export const product = z.object({
  ...{ id, name: text, sku: text, type: text, date_modified: moment, inventory_tracking: text, variants: z.array(variant) },
  custom_url: z.object({ url: text }).nullish(),
});

export type WireProduct = z.output<typeof product>;

export const store = z.object({ id, name: text, domain: text });
export const location = z.object({ id, label: text, enabled: z.boolean().default(true) });
export const named = z.object({ id, name: text });
export const hook = z.object({ id, scope: text, destination: text });
export const delivered = z.object({ scope: z.string(), hash: z.string(), data: z.object({ type: text, id }) });

/** v3 says `title` and what is wrong with which field; v2 a list of messages. */
export const refusal = z.union([
  z.object({ title: z.string(), errors: z.record(z.string(), z.unknown()).nullish() }),
  z.array(z.object({ message: z.string() })).min(1),
]);
