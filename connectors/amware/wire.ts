import { z } from 'zod';

// The shapes of docs/connectors/amware.md. Unknown fields pass unread; a missing optional field is the same as null.

const id = z.union([z.string().min(1), z.number()]).transform(String);
const text = z.string();
const optional = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => (value === null || value === undefined || value === '' ? null : String(value)));
const count = z.union([
  z.int(),
  z
    .string()
    .regex(/^-?\d+$/)
    .transform(Number),
]);
/** Of what has left: none, or less than none, would count as nothing, or take back what left before. */
const units = count.refine((value) => value >= 1);
const moment = z.iso.datetime({ offset: true }).transform((value) => new Date(value));
/** When goods expire, and their serial numbers: left out where the warehouse keeps neither. One that we cannot read tells us nothing. */
const kept = {
  expires_on: z.iso.date().nullish().catch(null),
  serials: z.array(id).nullish().catch(null),
};
const statuses = ['open', 'picking', 'packed', 'partially_shipped', 'shipped', 'cancelled'] as const;

/** A warehouse of before these were in the contract sends none, and one that we cannot read tells us nothing. */
const numbers = z
  .array(id)
  .nullish()
  .catch(null)
  .transform((value) => value ?? null);
const shipTo = z
  .object({
    ...{ name: text, company: optional, line1: text, line2: optional, city: text, state: optional, postal_code: optional, country: text },
    ...{ phone: optional, email: optional },
  })
  .nullish()
  .catch(null);

export const order = z.object({
  id,
  reference: text,
  status: z.enum(statuses),
  held: z.boolean(),
  changed_at: moment,
  order_numbers: numbers,
  ship_to: shipTo,
  lines: z.array(z.object({ line_reference: id, sku: text, quantity: count, shipped: count })),
});

export const shipment = z.object({
  id,
  order_id: optional,
  reference: optional,
  asn_id: optional,
  carrier: text,
  method_code: optional,
  tracking_number: id,
  tracking_url: optional,
  weight_grams: z.number().nullish(),
  shipped_at: moment,
  lines: z.array(z.object({ line_reference: id, sku: text, lot: optional, quantity: units, ...kept })).min(1),
});

export const item = z.object({
  sku: z.string().min(1),
  /** The warehouse no longer has it. */
  removed: z.boolean().nullish(),
  name: text,
  upc: optional,
  image_url: optional,
  description: optional,
  warehouse_location: optional,
});

export const receipt = z.object({
  id,
  asn_id: optional,
  type: text,
  received_at: moment,
  sku: z.string().min(1),
  quantity: count,
  lot: optional,
  carrier: optional,
  freight_number: optional,
  ...kept,
});

export const stockRow = z.object({
  sku: z.string().min(1),
  warehouse_id: id,
  location: text,
  lot: optional,
  on_hand: count,
  allocated: count,
  on_hold: count,
  available: count,
  ...kept,
});

// Each record of a page is read by itself, so that a bad one does not take the page with it.
export const feedPage = z.object({ records: z.array(z.unknown()), next: text, more: z.boolean(), remaining: count.nullish() });
export const stockPage = z.object({
  taken_at: moment,
  rows: z.array(z.unknown()),
  next: text,
  more: z.boolean(),
  total: count.nullish(),
});

export const found = z.object({ orders: z.array(order) });
export const cancelled = z.object({ outcome: z.enum(['cancelled', 'pending', 'too_late']) });
export const held = z.object({ outcome: z.enum(['done', 'too_late']) });
export const account = z.object({ id, name: text });
export const warehouses = z.object({ warehouses: z.array(z.object({ id, name: text })) });
const method = z.object({ code: id, name: text });
export const shippingMethods = z.object({ carriers: z.array(z.object({ carrier: text, methods: z.array(method) })) });
export const asn = z.object({
  id,
  reference: text,
  status: z.enum(['announced', 'receiving', 'closed', 'cancelled']),
  changed_at: moment,
  order_numbers: numbers,
  lines: z
    .array(z.object({ sku: text, quantity: count }))
    .nullish()
    .catch(null),
});
export const foundAsns = z.object({ asns: z.array(asn) });
export const asnCancelled = z.object({ outcome: z.enum(['cancelled', 'too_late']) });
export const asnClosed = z.object({ outcome: z.enum(['closed', 'too_late']) });
export const refusal = z.object({ code: text, message: text, field: optional });

const events = ['order.changed', 'asn.changed', 'shipment.created', 'receipt.created', 'item.changed', 'stock.changed'] as const;
export const webhook = z.object({ id, event: z.enum(events), ids: z.array(id).default([]) });
