import { z } from 'zod';

// The shapes of version 2026-07, as far as they are read: developer.shipbob.com. Unknown fields pass unread.

export const id = z.union([z.string().min(1), z.number()]).transform(String);
export const optional = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => (value === null || value === undefined || value === '' ? null : String(value)));
export const count = z.int();
/** With or without a zone: ShipBob's clock is UTC. */
export const moment = z.iso
  .datetime({ offset: true, local: true })
  .transform((text) => new Date(/(Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`));
export const listOf = <T>(each: z.ZodType<T>) =>
  z
    .array(each)
    .nullish()
    .transform((value) => value ?? []);

const address = z.object({
  ...{ address1: optional, address2: optional, company_name: optional, city: optional, state: optional },
  ...{ country: optional, zip_code: optional },
});
const recipient = z.object({ name: optional, full_name: optional, email: optional, phone_number: optional, address: address.nullish() });

const inventoryItem = z.object({
  ...{ id, quantity: count, lot: optional, expiration_date: moment.nullish().catch(null) },
  serial_numbers: listOf(z.string()),
});
const packed = z.object({ sku: optional, reference_id: optional, inventory_items: listOf(inventoryItem) });

export const shipment = z.object({
  id,
  status: z.enum(['None', 'Processing', 'Completed', 'Exception', 'OnHold', 'Cancelled', 'CleanSweeped', 'LabeledCreated', 'ImportReview']),
  status_details: listOf(z.object({ name: optional })),
  last_update_at: moment.nullish(),
  actual_fulfillment_date: moment.nullish(),
  location: z.object({ id }).nullish(),
  measurements: z.object({ total_weight_oz: z.number().nullish() }).nullish(),
  products: listOf(packed),
  recipient: recipient.nullish(),
  ship_option: optional,
  tracking: z.object({ carrier: optional, carrier_service: optional, tracking_number: optional, tracking_url: optional }).nullish(),
});
export type ShipBobShipment = z.infer<typeof shipment>;

const product = z.object({ external_line_id: optional, sku: optional, reference_id: optional, quantity: count });
export const order = z.object({
  id,
  /** Null for an order that somebody typed in. */
  reference_id: optional,
  order_number: optional,
  status: z.enum(['Processing', 'Exception', 'PartiallyFulfilled', 'Fulfilled', 'Cancelled', 'ImportReview']),
  created_date: moment,
  shipping_method: optional,
  gift_message: optional,
  recipient: recipient.nullish(),
  products: listOf(product),
  shipments: listOf(shipment),
  tags: listOf(z.object({ name: z.string(), value: z.string() })),
});
export type ShipBobOrder = z.infer<typeof order>;
export const orders = z.array(order);
/** Of a stream each is read by itself, so that a bad one does not take the page with it. */
export const records = z.array(z.unknown());

export const cancelled = z.object({ order: order.nullish() });

/** The query of an address that a page names as the next one: whatever it says before it, we ask where we asked. */
export const queryIn = (next: string) => (URL.canParse(next, 'https://page') ? new URL(next, 'https://page').search : '');

/**
 * What a page names as the next one. An address without a query would be the first page, the one that was asked for is the same page, and
 * one that is too long is not kept: each would be read for ever.
 */
export const nextAfter = (asked: string | null) =>
  z
    .string()
    .max(2000)
    .refine((next) => queryIn(next) !== '' && queryIn(next) !== queryIn(asked ?? ''), 'Names no other page.')
    .nullish();

export const channels = (asked: string | null) =>
  z.object({
    items: listOf(z.object({ id, name: optional, application_name: optional, scopes: listOf(z.string()) })),
    next: nextAfter(asked),
  });
export const locations = z.array(z.object({ id, name: optional, is_active: z.boolean().nullish(), access_granted: z.boolean().nullish() }));
export const methods = z.array(
  z.object({ name: optional, active: z.boolean().nullish(), service_level: z.object({ name: optional }).nullish() }),
);

/** A page that names the next one by an address; only its query is taken. */
export const page = (asked: string | null) => z.object({ items: records.nullish(), next: nextAfter(asked) });

export const lineItems = z.array(z.object({ inventory_id: id, quantity: count, product_variant: z.object({ sku: optional }).nullish() }));
export const changed = z.object({ is_success: z.boolean(), error: z.object({ message: optional }).nullish() });

export const subscriptions = (asked: string | null) =>
  z.object({
    items: listOf(z.object({ id, url: z.string(), enabled: z.boolean().nullish(), topics: listOf(z.string()) })),
    next: nextAfter(asked),
  });
export const subscribed = z.object({ id, secret: optional });
