import { z } from 'zod';

/**
 * The fields of v3's replies, as WooCommerce publishes them: properties of `get_item_schema` and what `get_formatted_item_data` and
 * `prepare_item_for_response` put there, in `includes/rest-api/Controllers` (Version1 to Version3) and
 * `src/Admin/Features/Fulfillments/OrderFulfillmentsRestController.php` of github.com/woocommerce/woocommerce, and
 * developer.woocommerce.com/docs/apis/rest-api/v3. Facts, read on 2026-11-26. Strict: a field that is not published must not be relied on.
 */

const id = z.number().int();
const text = z.string();
const decimal = z.string().regex(/^-?\d+(\.\d+)?$/);
const time = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/);
const dated = <K extends string>(...names: K[]) =>
  Object.fromEntries(names.flatMap((name) => [name, `${name}_gmt`].map((each) => [each, time.nullable()])));

const meta = z.strictObject({ id, key: text, value: z.unknown() });
const shownMeta = meta.extend({ display_key: text, display_value: z.unknown() });
const tax = z.strictObject({ id, total: text, subtotal: text.optional() });
const address = {
  ...{ first_name: text, last_name: text, company: text, address_1: text, address_2: text, city: text, state: text },
  ...{ postcode: text, country: text, phone: text },
};
const line = z.strictObject({
  ...{ id, name: text, product_id: id, variation_id: id, quantity: id, tax_class: text, subtotal: decimal, subtotal_tax: decimal },
  ...{ total: decimal, total_tax: decimal, taxes: z.array(tax), meta_data: z.array(shownMeta), sku: text.nullable(), price: z.number() },
  ...{ image: z.strictObject({ id: z.union([id, text]), src: text }), parent_name: text.nullable() },
});

export const order = z.strictObject({
  ...{ id, parent_id: id, number: text, order_key: text, created_via: text, version: text, status: text, currency: text.length(3) },
  ...dated('date_created', 'date_modified', 'date_paid', 'date_completed'),
  ...{ discount_total: decimal, discount_tax: decimal, shipping_total: decimal, shipping_tax: decimal, cart_tax: decimal },
  ...{ total: decimal, total_tax: decimal, prices_include_tax: z.boolean(), customer_id: id, customer_ip_address: text },
  ...{ customer_user_agent: text, customer_note: text, payment_method: text, payment_method_title: text, transaction_id: text },
  ...{ billing: z.strictObject({ ...address, email: text }), shipping: z.strictObject(address), cart_hash: text },
  ...{ meta_data: z.array(meta), line_items: z.array(line), tax_lines: z.array(z.never()), coupon_lines: z.array(z.never()) },
  shipping_lines: z.array(
    z.strictObject({
      ...{ id, method_title: text, method_id: text, instance_id: text, total: decimal, total_tax: decimal },
      ...{ taxes: z.array(tax), meta_data: z.array(shownMeta) },
    }),
  ),
  fee_lines: z.array(
    z.strictObject({
      ...{ id, name: text, tax_class: text, tax_status: z.enum(['taxable', 'none']), total: decimal, total_tax: decimal },
      ...{ taxes: z.array(tax), meta_data: z.array(shownMeta) },
    }),
  ),
  refunds: z.array(z.strictObject({ id, reason: text, total: z.string().regex(/^-\d+\.\d\d$/) })),
  ...{ payment_url: text, is_editable: z.boolean(), needs_payment: z.boolean(), needs_processing: z.boolean() },
});

export const refund = z.strictObject({
  ...{ id, ...dated('date_created'), amount: decimal, reason: text, refunded_by: id, refunded_payment: z.boolean() },
  ...{ meta_data: z.array(meta), line_items: z.array(line), shipping_lines: z.array(z.never()), tax_lines: z.array(z.never()) },
  fee_lines: z.array(z.never()),
});

export const note = z.strictObject({ id, author: text, ...dated('date_created'), note: text, customer_note: z.boolean() });

export const fulfillment = z.strictObject({
  ...{ id, entity_type: text, entity_id: text, status: text, is_fulfilled: z.boolean(), date_updated: text },
  ...{ date_deleted: text.nullable(), meta_data: z.array(meta) },
});

const attribute = z.strictObject({ id, name: text, slug: text, option: text });
const picture = z.strictObject({ id, src: text, name: text, alt: text });

/** Of the fields of products and variations those that the stand-in has: v3 has some forty more, of prices, files and search. */
export const product = z.strictObject({
  ...{ id, ...dated('date_created', 'date_modified'), name: text, type: text, status: text, description: text, permalink: text },
  ...{ sku: text, global_unique_id: text, price: text, regular_price: text, sale_price: text, on_sale: z.boolean() },
  ...{ purchasable: z.boolean(), virtual: z.boolean(), downloadable: z.boolean(), manage_stock: z.boolean(), backorders: text },
  ...{ stock_quantity: id.nullable(), stock_status: z.enum(['instock', 'outofstock', 'onbackorder']), weight: text, parent_id: id },
  ...{ dimensions: z.strictObject({ length: text, width: text, height: text }), shipping_class: text, shipping_class_id: id },
  ...{ menu_order: id, attributes: z.array(attribute), meta_data: z.array(meta), image: picture.nullable().optional() },
  ...{ slug: text.optional(), images: z.array(picture).optional(), categories: z.array(z.never()).optional() },
  ...{ tags: z.array(z.never()).optional(), variations: z.array(id).optional() },
});

export const hook = z.strictObject({
  ...{ id, name: text, status: z.enum(['active', 'paused', 'disabled']), topic: text, resource: text, event: text },
  ...{ hooks: z.array(text), delivery_url: text, ...dated('date_created', 'date_modified') },
});

/** `includes/rest-api/Controllers/Version2/class-wc-rest-shipping-zones-v2-controller.php`, and that of their methods. */
export const zone = z.strictObject({ id, name: text, order: id });
export const method = z.strictObject({
  ...{ id, instance_id: id, title: text, order: id, enabled: z.boolean(), method_id: text, method_title: text, method_description: text },
  settings: z.unknown(),
});
