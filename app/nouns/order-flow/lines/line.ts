import { z } from 'zod';

const nullable = z.string().nullable();

/** An order line, in the replies of an order and of its saves. */
export const orderLine = z.object({
  id: z.number(),
  sku: z.string(),
  name: z.string(),
  quantity: z.number(),
  /** The channel's quantity where a person changed it; 0 on a line that was added here; null when unchanged. */
  source_quantity: z.number().nullable(),
  /** How many of its quantity go in the second parcel of an order that was split. */
  later_quantity: z.number(),
  /** How many units of the product one of its quantity takes. */
  units_per_sale: z.number(),
  unit_price: z.string(),
  is_charge: z.boolean(),
  imageUrl: nullable,
  upc: nullable,
  location: nullable,
  /** What the buyer chose of it. */
  options: z.array(z.object({ name: z.string(), value: z.string() })).nullable(),
  product_id: z.number().nullable(),
  mapped_sku_js: nullable,
  mapped_name: nullable,
  /** The warehouse's location that the line's own is mapped to. */
  mapped_location: nullable,
  quantity_shipped: z.number(),
  quantity_available: z.number().nullable(),
  isMissing: z.boolean(),
  isOutOfStock: z.boolean(),
  /** When a purchase order brings more of what it has too little of; null where none does, or where nobody said when. */
  stock_expected_at: nullable,
  /** What a save may set; false on what is stored, so that a line sent back as it was read changes nothing. */
  isNewItem: z.literal(false),
  isDelete: z.literal(false),
});
export type OrderLine = z.infer<typeof orderLine>;
