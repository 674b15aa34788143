import { z } from 'zod';
import { endpoint, id, instant, messageReply, refusal, text } from '../../../platform/endpoint.ts';
import { likelyProduct } from '../catalogue/contract.ts';
import { undoable } from '../mappings/saves/contract.ts';
import { orderLine } from '../order-flow/lines/line.ts';

export const skuMapped = 'Portal SKU was mapped successfully';

/** The product that the person saw it linked to, null for none. Where that has changed since, nothing is saved. */
export const seenProduct = id.nullable().optional();
/** How many units of it one sale took. */
export const seenUnits = z.number().int().optional();

/**
 * How many units of the product one sale takes, six for a pack of six; as before where it is left out, and the reply says so where it took
 * several of another product. Who says what they saw says these, too: it is refused then.
 */
const unitsPerSale = z.coerce
  .number()
  .int('Must be a whole number')
  .min(1, 'Must be at least 1')
  .max(10_000, 'Must be at most 10,000')
  .optional();

/**
 * A channel's product: by its `id`, or by its connection and SKU. `product_id` is the warehouse product to link it to, null to
 * unlink it. The record's other fields may come with it; they are the channel's, and not read.
 */
const connectorProduct = z
  .object({
    id: id.optional(),
    connector_id: id.optional(),
    connector_product_sku: text(500).min(1).optional(),
    product_id: id.nullable(),
    seen_product_id: seenProduct,
    seen_units_per_sale: seenUnits,
    units_per_sale: unitsPerSale,
  })
  .superRefine((product, context) => {
    if (product.id !== undefined) return;
    for (const field of ['connector_id', 'connector_product_sku'] as const)
      if (product[field] === undefined) context.addIssue({ code: 'custom', path: [field], message: 'Is required' });
  });

export const linkProductCall = endpoint('POST /api/connector-products', {
  may: 'work',
  withErrorMessage: true,
  summary: 'Link a channel’s SKU to a warehouse product, or unlink it',
  body: z.object({
    account_id: id.optional(),
    user_id: id.optional(),
    connector_product: connectorProduct,
  }),
  example: { body: { connector_product: { connector_id: 1042, connector_product_sku: 'MUG-BLUE', product_id: 1042, units_per_sale: 1 } } },
  replies: { 200: messageReply.extend({ alert_type: z.string(), waiting: z.number(), undo: undoable }), 404: refusal, 409: refusal },
});

/** Where a link can be changed or taken away: what it is, and what that would do. */
export const readLinkCall = endpoint('GET /api/connector-products/link', {
  may: 'work',
  summary: 'What a channel’s SKU is linked to, and how many orders that have not left would stop without the link',
  query: z.object({ connection_id: id, sku: text(500) }),
  replies: {
    200: z.object({
      id: z.number(),
      sku: z.string(),
      /** The channel's name for it. */
      name: z.string().nullable(),
      /** Its UPC at the channel. */
      upc: z.string().nullable(),
      connection_name: z.string(),
      product: z.object({ id: z.number(), sku: z.string(), name: z.string() }).nullable(),
      units_per_sale: z.number(),
      linked_at: instant.nullable(),
      /** Null where the same SKU was linked by itself. */
      linked_by: z.string().nullable(),
      stops: z.number(),
      /** Other products that it may mean. */
      candidates: z.array(likelyProduct),
    }),
    404: refusal,
  },
});

export const mapLineItemCall = endpoint('POST /api/connector-products/line-item-map', {
  may: 'work',
  summary: 'Say which warehouse product a line’s SKU is, for its connection and every order that waits for it; returns the line',
  body: z.object({
    lineItemId: id,
    productId: id,
    connectorId: id,
    accountId: id.optional(),
    seen_product_id: seenProduct,
    units_per_sale: unitsPerSale,
  }),
  replies: {
    200: orderLine.extend({ message: z.string(), alert_type: z.string(), waiting: z.number(), undo: undoable }),
    404: refusal,
    409: refusal,
  },
});
