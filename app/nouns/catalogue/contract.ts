import { z } from 'zod';
import { id, instant, text } from '../../../platform/endpoint.ts';
import { listQuery, paginated } from '../../../platform/list/query.ts';
import { tag, tagFilter } from '../../shared/tags/contract.ts';
import { itemSorts, stockStates } from './columns.ts';

const nullable = z.string().nullable();

/** An item as lists and searches show it. On hand less on hold is available in stock; `quantity_available`: not allocated to orders. */
export const foundItem = z.object({
  id: z.number(),
  sku: z.string(),
  name: z.string(),
  upc: nullable,
  image_url: nullable,
  quantity_available: z.number(),
  quantity_on_hand: z.number(),
  quantity_on_hold: z.number(),
  warehouse_location: nullable,
  source_link: nullable,
  /** Since when the warehouse no longer names it. */
  gone_at: instant.nullable(),
});
export type FoundItem = z.infer<typeof foundItem>;

/** The picture of an item: its address, and whether it was uploaded here. */
export type ShownPicture = Pick<FoundItem, 'image_url'> & { has_own_image: boolean };

/** A warehouse product that a channel's SKU may mean. */
export const likelyProduct = foundItem.pick({
  id: true,
  sku: true,
  name: true,
  upc: true,
  image_url: true,
  quantity_available: true,
  warehouse_location: true,
  gone_at: true,
});
export type LikelyProduct = z.infer<typeof likelyProduct>;

/** The query and replies of both searches. Clients of the specification send `is_search`; it has no effect. */
export const itemSearch = {
  query: z.object({
    account_id: id.optional(),
    q: text(200).default(''),
    page: z.coerce.number().int().min(1).max(100_000).default(1),
    is_search: z.string().optional(),
  }),
  replies: { 200: z.object({ data: z.array(foundItem), last_page: z.number() }), 204: z.null() },
};

/** What a list shows of an item beside what a search finds. */
export const listedItem = foundItem.extend({
  category: nullable,
  reorder_point: z.number().nullable(),
  /** Whether the warehouse has ever counted it: without that nothing is known of its stock. */
  is_counted: z.boolean(),
  /** Whether a channel sells it; a raw material is never sold. */
  is_linked: z.boolean(),
  updated_at: instant,
  /** Of products alone. */
  tags: z.array(tag),
});
export type ListedItem = z.infer<typeof listedItem>;

const filters = {
  /** The id of a category, or `none`. */
  category: z.literal('none').or(id).or(z.literal('')).optional(),
  location: text(100).optional(),
  stock: z.enum([...stockStates, '']).optional(),
  linked: z.enum(['yes', 'no', '']).optional(),
  warehouse: z.enum(['gone', 'unknown', '']).optional(),
  assigned: z.enum(['me', '']).optional(),
  tag: tagFilter,
};

/** What the lists of both kinds take and return. */
export const itemList = { query: listQuery({ sorts: itemSorts, filters }), replies: { 200: paginated(listedItem) } };
export type ItemQuery = z.output<typeof itemList.query>;
