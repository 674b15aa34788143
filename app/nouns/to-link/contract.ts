import { z } from 'zod';
import { endpoint, id, instant, messageReply, text } from '../../../platform/endpoint.ts';
import { listQuery, paginated } from '../../../platform/list/query.ts';
import { likelyProduct } from '../catalogue/contract.ts';
import { undoable } from '../mappings/saves/contract.ts';

/** What the products of a warehouse are compared with. `units_per_sale`: what one sale took when it was linked before. */
const sold = z.object({ name: z.string().nullable(), upc: z.string().nullable(), units_per_sale: z.number() });

/**
 * The product that a SKU most likely means. `same`: the only one with that SKU and no other UPC, or else the only one with that UPC;
 * null for what only looks alike, and for a SKU whose link ended by itself.
 */
const bestProduct = likelyProduct.extend({ same: z.enum(['SKU', 'UPC']).nullable() });
export type BestProduct = z.output<typeof bestProduct>;

/** A channel's SKU that no product is linked to, and how many orders wait for that. */
const toLink = sold.extend({
  connection_id: z.number(),
  connection_name: z.string(),
  slug: z.string(),
  sku: z.string(),
  /** The channel's picture of it. */
  image_url: z.string().nullable(),
  orders: z.number(),
  /** The order that has waited longest. */
  order_id: z.number().nullable(),
  opened_at: instant,
  /** Why its link ended by itself, in a sentence; null where it did not. */
  doubt: z.string().nullable(),
  best: bestProduct.nullable(),
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
  summary: `Of the SKUs to link, those with a product of the same SKU and no other UPC, at most ${mostAtOnce}`,
  replies: { 200: z.object({ data: z.array(toLink), more: z.boolean() }) },
});

const named = z.object({ connection_id: id, sku: text(500) });
const seenText = text(2_000).nullable();

/** A SKU with the product that a person saw beside it, and what they saw of both: where that has changed since, it is left out. */
const seenLink = named.extend({
  product_id: id,
  seen: z.object({
    name: seenText,
    upc: seenText,
    units_per_sale: z.number().int(),
    product: z.object({ sku: text(500), name: text(2_000), upc: seenText }),
  }),
});
export type SeenLink = z.output<typeof seenLink>;

export const linkSeenCall = endpoint('POST /api/skus-to-link/links', {
  may: 'work',
  summary: 'Link these SKUs, each to the product that a person saw beside it; what has been linked or has changed since is left out',
  body: z.object({ links: z.array(seenLink).min(1).max(mostAtOnce) }),
  replies: {
    200: messageReply.extend({
      linked: z.number(),
      waiting: z.number(),
      /** The links that were left out, by their place among those that were given. */
      left_out: z.array(z.object({ at: z.number(), why: z.string() })),
      undo: z.array(undoable.unwrap()),
    }),
  },
});

export const goingOnCall = endpoint('POST /api/skus-to-link/orders', {
  may: 'work',
  unaudited: 'it only reads',
  summary: 'Which orders go on once these SKUs are linked, and how many wait for something else too',
  body: z.object({ skus: z.array(named).min(1).max(mostAtOnce) }),
  replies: {
    200: z.object({
      /** How many orders go on; null where there are too many to look at each. */
      goes_on: z.number().nullable(),
      /** The numbers of the oldest of them. */
      order_numbers: z.array(z.string()),
      waits_on: z.number(),
    }),
  },
});
