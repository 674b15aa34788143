import { z } from 'zod';
import { endpoint, id, refusal, text } from '../../../../platform/endpoint.ts';
import { orderLine } from '../lines/line.ts';
import { orderStatuses } from '../order.ts';
import { mostOfOneItem } from '../values/fields.ts';

const nullable = z.string().nullable();

const wholeUnits = 'The quantity must be a whole number from 1 to 1,000,000.';
const quantity = z.number(wholeUnits).int(wholeUnits).min(1, wholeUnits).max(mostOfOneItem, wholeUnits);

/**
 * A line in a save; lines that are not named stay unchanged. With the `id` of a line: its new quantity, or `isDelete`. Without an
 * `id`, or with `isNewItem`: a warehouse product to add, by `product_id` or else by `sku`, 1 unit by default; if the order has a
 * line with that product, its quantity is raised.
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

/**
 * Names a save, so that a second request with the same name is the same save. Without one, the very same request within a minute is, as
 * long as the order is as the first one left it.
 */
export const requestId = text(100).min(1).optional();

/**
 * A change that someone else made since. `field` is a column, or `line:` and the line's id; `theirs` is their value, null for removed.
 */
const conflict = z.object({ field: z.string(), label: z.string(), theirs: z.union([z.string(), z.number()]).nullable(), who: nullable });
export type Conflict = z.infer<typeof conflict>;

/** Code `conflict` comes with `conflicts`, and the `revision` to save with after the person has chosen. */
export const editRefusal = refusal.extend({ revision: z.number().optional(), conflicts: z.array(conflict).optional() });

/** The reply to a save: what changed (columns, and `lines`), and the new state. */
export const saved = z.object({
  success: z.boolean(),
  updatedBy: nullable,
  changed: z.array(z.string()),
  /** What Activity has of it, by which it is undone; null where nothing is other than it was. */
  runId: z.number().nullable(),
  revision: z.number(),
  order_status: z.enum(orderStatuses),
  lineItems: z.array(orderLine),
});

export const saveLineItemsCall = endpoint('POST /api/orders/lineItems', {
  may: 'work',
  summary: 'Change, add and remove lines of an order that is not with the warehouse',
  body: z.object({
    lineItems,
    order_id: id,
    account_id: id.optional(),
    user: z.union([id, z.looseObject({ id })]).nullish(),
    revision: z.number().int().optional(),
    request_id: requestId,
  }),
  example: { body: { order_id: 1042, lineItems: [{ product_id: 1042, quantity: 1, isNewItem: true }] } },
  replies: { 200: saved, 404: refusal, 409: editRefusal },
});
