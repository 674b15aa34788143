import { z } from 'zod';
import { count, id, listOf, moment, nextAfter, optional } from './wire.ts';

// Products, stock and receiving orders.

export const variant = z.object({
  id,
  name: optional,
  sku: z.string().trim().min(1),
  upc: optional,
  gtin: optional,
  is_digital: z.boolean().nullish(),
  bundle_definition: listOf(z.unknown()),
});
/** Its variants are read one by one. */
export const product = z.object({ name: optional, variants: z.array(z.unknown()).nullish() });
export const found = (asked: string | null) =>
  z.object({ items: listOf(z.object({ variants: listOf(z.unknown()) })), next: nextAfter(asked) });

const quantities = z.object({
  location_id: id,
  on_hand_quantity: count,
  committed_quantity: count,
  fulfillable_quantity: count,
});
export const stocked = z.object({ inventory_id: id, sku: z.string().min(1), locations: listOf(quantities) });
export type Quantities = z.infer<typeof quantities>;
/** Each is read by itself, so that a bad one does not take the page with it. */
export const lots = (asked: string | null) => z.object({ items: listOf(z.unknown()), next: nextAfter(asked) });
export const lotted = z.object({ inventory_id: id, lots: listOf(z.object({ lot_number: optional, locations: listOf(quantities) })) });

export const receiving = z.object({
  id,
  status: z.enum([
    ...(['Awaiting', 'Processing', 'Completed', 'Cancelled', 'Incomplete', 'Arrived', 'PartiallyArrived'] as const),
    ...(['PartiallyArrivedAtHub', 'ArrivedAtHub', 'ProcessingAtHub', 'InternalTransfer'] as const),
  ]),
  purchase_order_number: optional,
  last_updated_date: moment,
  freight: z.object({ carrier: optional, bol_number: optional, notes: optional }).nullish(),
  inventory_quantities: listOf(
    z.object({
      inventory_id: id,
      sku: optional,
      expected_quantity: count,
      received_quantity: count.nullish(),
      stowed_quantity: count.nullish(),
    }),
  ),
});
export type Receiving = z.infer<typeof receiving>;

export const box = z.object({
  box_id: id,
  box_status: z.string(),
  tracking_number: optional,
  arrived_date: moment.nullish(),
  received_date: moment.nullish(),
  /** Null where nothing is said of them. */
  box_items: z
    .array(z.object({ inventory_id: id, lot_number: optional, received_quantity: count.nullish(), stowed_quantity: count.nullish() }))
    .nullish(),
});
export type Box = z.infer<typeof box>;
