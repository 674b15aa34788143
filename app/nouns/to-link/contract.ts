import { z } from 'zod';
import { endpoint, id, instant, messageReply, type Reply, text } from '../../../platform/endpoint.ts';
import { listQuery, paginated } from '../../../platform/list/query.ts';
import { undoable } from '../mappings/saves/contract.ts';

/** A product with the same SKU or UPC as what the channel sells: the only one, so that it can be accepted without a look at others. */
const equalProduct = z.object({ id: z.number(), sku: z.string(), name: z.string(), same: z.enum(['SKU', 'UPC']) });

/** A channel's SKU that no product is linked to, and how many orders wait for that. */
const toLink = z.object({
  connection_id: z.number(),
  connection_name: z.string(),
  slug: z.string(),
  sku: z.string(),
  /** The channel's name for it. */
  name: z.string().nullable(),
  orders: z.number(),
  /** The order that has waited longest. */
  order_id: z.number().nullable(),
  opened_at: instant,
  equal: equalProduct.nullable(),
});
export type ToLink = z.output<typeof toLink>;

export const listToLinkCall = endpoint('GET /api/skus-to-link', {
  may: 'work',
  summary: 'The SKUs that orders wait for a link of, those that most orders wait for first',
  query: listQuery({ sorts: ['orders'], direction: 'DESC' }),
  replies: { 200: paginated(toLink) },
});
export type ToLinkQuery = z.output<NonNullable<typeof listToLinkCall.query>>;

/** The most links that are accepted at once: so many can be undone together in time. */
export const mostAtOnce = 100;

export const listEqualCall = endpoint('GET /api/skus-to-link/equal', {
  may: 'work',
  summary: `Of the SKUs to link, those with a product of the same SKU or UPC, at most ${mostAtOnce}`,
  replies: { 200: z.object({ data: z.array(toLink.extend({ equal: equalProduct })), more: z.boolean() }) },
});
export type EqualToLink = Reply<typeof listEqualCall>['data'][number];

export const linkEqualCall = endpoint('POST /api/skus-to-link/equal', {
  may: 'work',
  summary: 'Link these SKUs, each to the product that a person saw beside it; what is no longer equal or has been linked since is left out',
  body: z.object({
    links: z
      .array(z.object({ connection_id: id, sku: text(500), product_id: id }))
      .min(1)
      .max(mostAtOnce),
  }),
  replies: { 200: messageReply.extend({ linked: z.number(), waiting: z.number(), undo: z.array(undoable.unwrap()) }) },
});
