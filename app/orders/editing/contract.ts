import { z } from 'zod';
import { endpoint, id, refusal, text } from '../../../platform/endpoint.ts';
import { orderLine } from '../detail/line.ts';
import { orderStatuses } from '../order.ts';
import { mostOfOneItem } from './fields.ts';

const nullable = z.string().nullable();

const wholeUnits = 'The quantity must be a whole number from 1 to 1,000,000.';
const quantity = z.number(wholeUnits).int(wholeUnits).min(1, wholeUnits).max(mostOfOneItem, wholeUnits);

/**
 * A line as a save takes it: what is not named stays as it is. With the `id` of a line: its new quantity, or `isDelete`.
 * Without, or with `isNewItem`: a warehouse product, by `product_id` or else by `sku`, 1 unit unless said otherwise; one
 * that is on the order already is raised by as many.
 */
const lineItem = z.object({
  id: id.nullish(),
  product_id: id.nullish(),
  sku: text(500).nullish(),
  name: text(1000).nullish(),
  quantity: quantity.optional(),
  isNewItem: z.boolean().optional(),
  isDelete: z.boolean().optional(),
});
export const lineItems = z.array(lineItem).max(1000);
export type LineItem = z.infer<typeof lineItem>;

/** What someone else changed meanwhile. `field` is a column, or `line:` and the line's id; `theirs` is what they made of it, null for removed. */
const conflict = z.object({ field: z.string(), label: z.string(), theirs: z.union([z.string(), z.number()]).nullable(), who: nullable });
export type Conflict = z.infer<typeof conflict>;

/** Code `conflict` comes with `conflicts`, and the `revision` to save again with once a person has chosen. */
export const editRefusal = refusal.extend({ revision: z.number().optional(), conflicts: z.array(conflict).optional() });

/** What a save answers: what changed (columns, and `lines`), and the new state. */
export const saved = z.object({
  success: z.boolean(),
  updatedBy: nullable,
  changed: z.array(z.string()),
  revision: z.number(),
  order_status: z.enum(orderStatuses),
  lineItems: z.array(orderLine),
});

export const saveLineItemsCall = endpoint({
  method: 'POST',
  path: '/api/orders/lineItems',
  may: 'work',
  summary: 'Change, add and remove lines of an order that is not with the warehouse',
  body: z.object({
    lineItems,
    order_id: id,
    account_id: id.optional(),
    user: z.union([id, z.looseObject({ id })]).nullish(),
    revision: z.number().int().optional(),
  }),
  replies: { 200: saved, 404: refusal, 409: editRefusal },
});
