import { z } from 'zod';
import { instant } from '../../../../platform/endpoint.ts';
import { orderStatuses } from '../../../nouns/order-flow/order.ts';
import { issueTypes } from '../../../shared/issues/issue.ts';

const nullable = z.string().nullable();

/** An order as lists have it. */
export const listedOrder = z.object({
  id: z.number(),
  number: z.string(),
  channel_number: z.string().meta({ description: 'What the channel calls it' }),
  status: z.enum(orderStatuses),
  connection: z.object({ id: z.number(), name: z.string() }),
  customer_name: z.string(),
  country: z.string(),
  total: z.string(),
  currency: z.string(),
  placed_at: instant,
  units: z.number(),
  units_shipped: z.number(),
  on_hold: z.boolean(),
  locked: z.boolean(),
  archived: z.boolean(),
  open_issues: z.number(),
  tags: z.array(z.string()),
  created_at: instant,
  updated_at: instant,
});
export type ListedOrder = z.output<typeof listedOrder>;

const address = z.object({
  name: z.string(),
  company: nullable,
  line_1: z.string(),
  line_2: nullable,
  city: z.string(),
  state: nullable,
  postal_code: z.string(),
  country: z.string(),
});

const line = z.object({
  id: z.number(),
  sku: z.string(),
  name: z.string(),
  quantity: z.number(),
  unit_price: z.string(),
  is_charge: z.boolean().meta({ description: 'Postage, a discount, a fee: nothing that is shipped' }),
  product_id: z.number().nullable(),
  units_per_sale: z.number().meta({ description: 'How many units of the product one of its quantity takes' }),
  quantity_shipped: z.number(),
});

export const shipmentShape = z.object({
  id: z.number(),
  carrier: z.string(),
  method: z.string(),
  tracking_number: z.string(),
  tracking_url: nullable,
  weight_grams: z.number().nullable(),
  shipped_at: instant,
  confirmed_at: instant.nullable().meta({ description: 'When the channel was told' }),
  lines: z.array(z.object({ sku: z.string(), quantity: z.number(), lot: nullable, expires_on: nullable, serials: z.array(z.string()) })),
});

const issue = z.object({
  id: z.number(),
  type: z.enum(issueTypes),
  subject: z.string(),
  sentence: z.string(),
  remedy: z.string(),
  blocking: z.boolean(),
  line_id: z.number().nullable(),
  opened_at: instant,
});

/** An order with all that it consists of. */
export const wholeOrder = listedOrder.extend({
  revision: z.number(),
  assignee: z.object({ id: z.number(), name: z.string() }).nullable().meta({ description: 'The colleague who looks after it' }),
  customer_email: nullable,
  customer_phone: nullable,
  ship_to: address,
  note: nullable,
  shipping_code: nullable,
  warehouse_code: nullable,
  shipping_cost: z.string(),
  tax: z.string(),
  hold_reason: nullable,
  hold_until: instant.nullable(),
  waits_for: nullable.meta({ description: 'What it waits for, in a sentence; null when it has ended' }),
  accepted_at: instant.nullable().meta({ description: 'When the warehouse took it' }),
  lines: z.array(line),
  shipments: z.array(shipmentShape),
  issues: z.array(issue),
});
export type WholeOrder = z.output<typeof wholeOrder>;
