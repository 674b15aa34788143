import { z } from 'zod';
import { endpoint, id, messageReply, refusal, undoableReply } from '../../../platform/endpoint.ts';
import { listQuery, paginated } from '../../../platform/list/query.ts';
import { tag, tagName } from '../../shared/tags/contract.ts';
import { tagColors } from '../../shared/tags/tag.ts';

/** Of so many records it is counted whether they have a tag: who has more reads “10,000 or more”. */
export const mostCounted = 10_000;

/** With how many records have it, `mostCounted` at most. */
const countedTag = tag.extend({ records: z.number() });
export type CountedTag = z.output<typeof countedTag>;

export const tagsQuery = listQuery({ sorts: ['name', 'records'] });
export type TagsQuery = z.output<typeof tagsQuery>;

const color = z.enum(tagColors);
const body = z.object({ name: tagName.meta({ title: 'Name' }), color: color.default('grey').meta({ title: 'Colour' }) });
export type TagBody = z.output<typeof body>;

export const listTagsCall = endpoint('GET /api/tags', {
  may: 'work',
  summary: `One page of the tags, each with how many records have it; counting stops at ${mostCounted}`,
  query: tagsQuery,
  replies: { 200: paginated(countedTag) },
});

export const createTagCall = endpoint('POST /api/tags', {
  may: 'team',
  summary: 'Create a tag',
  body,
  example: { body: { name: 'Made to order', color: 'indigo' } },
  replies: { 201: messageReply.extend({ id: z.number() }), 409: refusal },
});

export const changeTagCall = endpoint('PUT /api/tags/:id', {
  may: 'team',
  summary:
    'Rename a tag, or give it another colour; without `color` it keeps its own. `was`: what it was when the change began; refused with ' +
    '409 where any of that is something else by now',
  params: z.object({ id }),
  body: body.extend({
    color: color.optional(),
    was: z
      .object({ name: z.string().max(1_000), color })
      .partial()
      .optional(),
  }),
  example: { body: { name: 'Glass', color: 'red' } },
  replies: { 200: messageReply, 404: refusal, 409: refusal },
});

export const deleteTagCall = endpoint('DELETE /api/tags/:id', {
  may: 'team',
  summary: 'Delete a tag: no record has it from then on. `runId`: what Activity has of it, by which it can be undone',
  params: z.object({ id }),
  replies: { 200: undoableReply, 404: refusal },
});

const merging = z.object({ id, into: id });

export const previewMergeCall = endpoint('GET /api/tags/:id/merge/:into', {
  may: 'team',
  summary: 'How many records have a tag, and how many of them also the one that they would have instead',
  params: merging,
  replies: { 200: z.object({ records: z.number(), both: z.number() }), 404: refusal, 409: refusal },
});

export const mergeTagsCall = endpoint('POST /api/tags/:id/merge/:into', {
  may: 'team',
  summary: 'Merge a tag into another: its records have the other instead, and it is gone. It cannot be undone',
  params: merging,
  replies: { 200: messageReply, 404: refusal, 409: refusal },
});
