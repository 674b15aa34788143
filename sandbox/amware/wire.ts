import { z } from 'zod';

const text = (most: number) => z.string().min(1).max(most);
const optional = z
  .string()
  .nullish()
  .transform((value) => value ?? null);

export const addressBody = z.object({
  name: z.string(),
  company: optional,
  line1: z.string(),
  line2: optional,
  city: z.string(),
  state: optional,
  postal_code: z.string(),
  country: z.string(),
  phone: optional,
  email: optional,
});

export const orderBody = z.object({
  reference: text(64),
  order_numbers: z.array(z.string()).min(1),
  method_code: z.string(),
  warehouse_id: optional,
  ship_to: addressBody,
  note: optional,
  fields: z.record(z.string(), z.string()).default({}),
  lines: z.array(z.object({ line_reference: text(64), sku: z.string(), quantity: z.number().int().min(1) })).min(1),
});
export type OrderBody = z.infer<typeof orderBody>;

export const asnBody = z.object({
  reference: text(64),
  warehouse_id: z.string(),
  order_numbers: z.array(z.string()).default([]),
  expected_at: optional,
  carrier: optional,
  freight_number: optional,
  lines: z
    .array(z.object({ line_reference: text(64), sku: z.string(), quantity: z.number().int().min(1), lot: optional, expected_at: optional }))
    .min(1),
});
export type AsnBody = z.infer<typeof asnBody>;

export const cancelBody = z.object({ reason: z.string() });
export const holdBody = z.object({ held: z.boolean(), reason: z.string() });

export type OrderStatus = 'open' | 'picking' | 'packed' | 'partially_shipped' | 'shipped' | 'cancelled';
export type OrderLine = { line_reference: string; sku: string; quantity: number; shipped: number };

/** A record of a feed: `sequence` is its position, `at` the time of its last change in milliseconds. */
export type FeedRecord = { sequence: number; at: number };

/** What is kept of goods beside their lot; left out where nothing is. */
export type Kept = { expires_on?: string; serials?: string[] };

export type Allocation = { line: number; row: string; lot: string | null; quantity: number } & Kept;

/** An order as the warehouse stores it; `renderOrder` returns what the caller sees. */
export type KeptOrder = FeedRecord & {
  id: string;
  status: OrderStatus;
  held: boolean;
  cancelRequested: boolean;
  createdAt: string;
  body: OrderBody;
  lines: OrderLine[];
  /** Units allocated and not yet shipped. */
  allocations: Allocation[];
  parcels: number;
  /** When it moves to its next state; null while it waits for `advance`. */
  nextAt: number | null;
};

export type Shipment = FeedRecord & {
  id: string;
  /** Null where goods of an announcement go out again. */
  order_id: string | null;
  reference: string | null;
  asn_id?: string;
  carrier: string;
  method_code: string;
  tracking_number: string;
  tracking_url: string | null;
  weight_grams: number | null;
  shipped_at: string;
  lines: ({ line_reference: string; sku: string; lot: string | null; quantity: number } & Kept)[];
};

export type Item = FeedRecord & {
  sku: string;
  name: string;
  upc: string | null;
  image_url: string | null;
  description: string | null;
  warehouse_location: string | null;
  /** Kept in the feed, so that whoever follows it learns of it. */
  removed: boolean;
};

export type Receipt = FeedRecord & {
  id: string;
  /** Null where nobody announced it. */
  asn_id: string | null;
  asn_reference: string | null;
  type: 'receipt' | 'return' | 'adjustment';
  received_at: string;
  sku: string;
  quantity: number;
  lot: string | null;
  carrier: string | null;
  freight_number: string | null;
} & Kept;

export type Asn = FeedRecord & {
  id: string;
  status: 'announced' | 'receiving' | 'closed' | 'cancelled';
  body: AsnBody;
  nextAt: number | null;
  /** Units by the index of their line. */
  received: Record<number, number>;
};

export function renderAsn({ id, status, body, sequence, at, received }: Asn) {
  return {
    ...{ id, reference: body.reference, status, sequence, changed_at: new Date(at).toISOString(), order_numbers: body.order_numbers },
    lines: body.lines.map(({ line_reference, sku, quantity }, index) => ({
      ...{ line_reference, sku, quantity, received: received[index] ?? 0 },
    })),
  };
}

export function renderOrder(order: KeptOrder) {
  return {
    id: order.id,
    reference: order.body.reference,
    status: order.status,
    held: order.held,
    cancel_requested: order.cancelRequested,
    sequence: order.sequence,
    created_at: order.createdAt,
    changed_at: new Date(order.at).toISOString(),
    order_numbers: order.body.order_numbers,
    ship_to: order.body.ship_to,
    lines: order.lines,
  };
}

export function renderRecord<T extends FeedRecord>({ at: _at, ...record }: T) {
  return record;
}
