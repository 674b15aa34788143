import { z } from 'zod';

const nullable = z.string().nullable();

/** A line as an order's page and the saves answer it. */
export const orderLine = z.object({
  id: z.number(),
  sku: z.string(),
  name: z.string(),
  quantity: z.number(),
  /** What the channel asks for, where a person changed it here; 0 on a line that was added here; null: as the channel has it. */
  source_quantity: z.number().nullable(),
  unit_price: z.string(),
  is_charge: z.boolean(),
  imageUrl: nullable,
  upc: nullable,
  location: nullable,
  product_id: z.number().nullable(),
  mapped_sku_js: nullable,
  mapped_name: nullable,
  quantity_shipped: z.number(),
  quantity_available: z.number().nullable(),
  isMissing: z.boolean(),
  isOutOfStock: z.boolean(),
});
export type OrderLine = z.infer<typeof orderLine>;
