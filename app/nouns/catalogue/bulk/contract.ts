import { z } from 'zod';
import { endpoint, id, messageReply, refusal } from '../../../../platform/endpoint.ts';
import { type ItemQuery, itemList } from '../contract.ts';
import { ofKinds } from '../kinds.ts';
import { itemValues } from '../values/item-values.ts';

export const itemFilter = itemList.query.omit({ page: true, perPage: true, orderBy: true, orderDir: true }).strict();
export type ItemFilter = z.output<typeof itemFilter>;

/** What a list is narrowed to, without its place and order. */
export function filterOf({ page: _, perPage: __, orderBy: ___, orderDir: ____, ...filter }: ItemQuery): ItemFilter {
  return filter;
}

/** What many items can be given at once: a category by its id, so that it is the one that was seen, or by its name. */
const set = z
  .object({
    ...{ category: itemValues.shape.category.unwrap(), category_id: id.nullable() },
    reorder_point: itemValues.shape.reorder_point.unwrap(),
  })
  .partial()
  .refine((values) => Object.keys(values).length > 0, 'Say what to set.')
  .refine((values) => values.category === undefined || values.category_id === undefined, 'Give the category by its id or name, not both.');
export type BulkValues = z.output<typeof set>;

export const bulkCalls = ofKinds(({ api, many }) => ({
  prepare: endpoint(`POST ${api}/bulk-action/prepare`, {
    ...{ may: 'work', body: z.object({ filter: itemFilter }) },
    summary: `Fix all ${many} that match a filter now, for one bulk action within the hour`,
    unaudited: 'nothing changes until it is started',
    example: { body: { filter: { stock: 'low' } } },
    replies: { 201: z.object({ runId: z.number(), total: z.number() }) },
  }),
  start: endpoint(`POST ${api}/bulk-action`, {
    may: 'work',
    summary: `Set the category or reorder point of many ${many}: of these, or of those that were prepared; they are worked through as a run`,
    body: z.object({ ids: z.array(id).min(1).max(10_000).optional(), runId: id.optional(), set }),
    example: { body: { ids: [1042], set: { reorder_point: 20 } } },
    replies: { 202: messageReply.extend({ runId: z.number(), total: z.number() }), 404: refusal, 409: refusal },
  }),
}));
