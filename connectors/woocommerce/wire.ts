import { z } from 'zod';
import { id, text } from '../http/shapes.ts';

/** What WooCommerce's REST API v3 sends, as far as it is read: tolerant, because plugins add and change fields. */

/** Money comes as decimal text; a line's `price` as a number. */
const decimal = z.union([z.string().regex(/^-?\d+(\.\d+)?$/, 'is not an amount'), z.number().transform(String)]);
/** Plugins sell by weight: of half a piece nobody can say what is to be sent. */
const whole = z.number().int('is not a whole number');
/** Without a zone, and in GMT: `2026-11-20T10:15:30`. */
export const gmt = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/, 'is not a time')
  .transform((value) => new Date(`${value}Z`))
  .refine((at) => !Number.isNaN(at.getTime()), 'is not a time');

const meta = z.object({ key: text, value: z.unknown().optional(), display_key: text, display_value: z.unknown().optional() });
export const metas = z
  .array(meta)
  .nullish()
  .transform((value) => value ?? []);

const address = z.object({
  ...{ first_name: text, last_name: text, company: text, address_1: text, address_2: text, city: text, state: text },
  ...{ postcode: text, country: text, phone: text, email: text },
});

/** The address of a picture that was deleted is `false`: `wp_get_attachment_image_url` in class-wc-rest-orders-v2-controller.php. */
const picture = z.object({ src: text }).nullish().catch(null);

const line = z.object({
  ...{ id, name: text, product_id: id, variation_id: id.nullish(), sku: text, quantity: whole },
  ...{ price: decimal, meta_data: metas, image: picture },
});
const shippingLine = z.object({ method_id: text, instance_id: text, method_title: text });
const feeLine = z.object({ id, name: text, total: decimal });

export const order = z.object({
  ...{ id, number: text, status: z.string().min(1), currency: z.string().length(3), customer_id: id.nullish(), customer_note: text },
  ...{ date_created_gmt: gmt, date_modified_gmt: gmt, date_paid_gmt: gmt.nullish() },
  ...{ total: decimal, total_tax: decimal, shipping_total: decimal, billing: address, shipping: address },
  ...{ line_items: z.array(line), shipping_lines: z.array(shippingLine).nullish(), fee_lines: z.array(feeLine).nullish() },
  refunds: z.array(z.object({ id })).nullish(),
  /** 0 but for what a plugin made of a part of another order. */
  parent_id: id.nullish().catch(null),
});
export type WireOrder = z.output<typeof order>;
export type WireLine = z.output<typeof line>;

/** A refund names the lines that it takes back by a meta value, with a negative quantity; one of money alone names none. */
const refund = z.object({ line_items: z.array(z.object({ quantity: whole, meta_data: metas })) });
export type WireRefund = z.output<typeof refund>;
export const refunds = z.array(refund);

/** What stands beside one order. What it is has the order unread where it is odd, and not all that were listed with it. */
export const beside = z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())]);
export const records = z.array(z.record(z.string(), z.unknown()));
export const anyRecord = z.record(z.string(), z.unknown());
export const listedIds = z.array(z.object({ id }));

export const site = z.object({ name: text, home: z.url() });
export const zones = z.array(z.object({ id, name: text }));
export const methods = z.array(z.object({ instance_id: id, title: text, method_id: z.string().min(1) }));

export const product = z.object({
  ...{ id, parent_id: id.nullish(), name: text, type: text, sku: text, permalink: text, global_unique_id: text },
  ...{ stock_quantity: whole.nullish().catch(null), attributes: z.array(z.object({ name: text, option: text })).nullish() },
  ...{ images: z.array(z.object({ src: text })).nullish(), image: picture },
});
export type WireProduct = z.output<typeof product>;

export const stocked = z.array(z.object({ id, parent_id: id.nullish(), sku: text }));
export const updated = z.object({
  update: z.array(z.object({ id, error: z.object({ code: text, message: text }).nullish() })).nullish(),
});

/** Meta data of a fulfilment are its parts: the lines, the tracking number, and the key that we put there. */
const fulfilment = z.object({ id, is_fulfilled: z.boolean().nullish(), meta_data: metas });
export type WireFulfilment = z.output<typeof fulfilment>;
/** WooCommerce 10.1 and 10.2 have a wrapper around them; later ones have none (https://github.com/woocommerce/woocommerce/pull/60699). */
export const fulfilments = z.preprocess(
  (listed) => (typeof listed === 'object' && listed !== null && 'fulfillments' in listed ? listed.fulfillments : listed),
  z.array(fulfilment),
);
export const notes = z.array(z.object({ id, note: text, customer_note: z.boolean().nullish() }));

export const webhooks = z.array(z.object({ id, topic: text, delivery_url: text }));
export const delivered = z.object({ id });
/** A refusal, as WordPress words it. */
export const refusal = z.object({ code: z.union([z.string(), z.number()]).transform(String), message: text });
