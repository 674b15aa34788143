import { z } from 'zod';
import { endpoint, id, messageReply, refusal, text } from '../../../platform/endpoint.ts';
import { longestName, mostOfRecord, tagColors, taggedTypes, tagNameOf } from './tag.ts';

/** A name as people type it. Of many tags a file has the names between commas, so none has one. */
export const tagName = text(1_000)
  .transform(tagNameOf)
  .pipe(
    z
      .string()
      .min(1, 'Give the tag a name.')
      .max(longestName, `The name of a tag has at most ${longestName} characters.`)
      .refine((name) => !name.includes(','), 'The name of a tag has no comma.')
      .refine((name) => /[\p{L}\p{N}\p{P}\p{S}]/u.test(name), 'Give the tag a name.'),
  );

export const tag = z.object({ id: z.number(), name: z.string(), color: z.enum(tagColors) });

/** Instead of a tag: records without any. */
export const withoutTags = 'none';

/** How a list is filtered by tag: its id, or `none`. */
export const tagFilter = z.literal(withoutTags).or(id).or(z.literal('')).optional();

const names = z.array(tagName).max(mostOfRecord, `A record has at most ${mostOfRecord} tags.`);
const ids = z.array(id).max(mostOfRecord);

export const listTagNamesCall = endpoint('GET /api/tags/names', {
  may: 'work',
  summary: 'All tags of the account by name, to choose from',
  replies: { 200: z.object({ data: z.array(tag) }) },
});

export const tagRecordCall = endpoint('PATCH /api/tagged-records/:type/:id', {
  may: 'work',
  summary:
    'Put tags on a record (`add`, by name; one that the account does not have is created) and take others off it (`remove`, by id). ' +
    '`runId`: by which it can be undone, null where it was so',
  params: z.object({ type: z.enum(taggedTypes), id }),
  body: z.object({ add: names.default([]), remove: ids.default([]) }),
  example: { body: { add: ['Gift'] } },
  replies: { 200: messageReply.extend({ runId: z.number().nullable() }), 404: refusal, 409: refusal },
});

const params = z.object({ type: z.enum(taggedTypes) });
/** The records, or what was prepared of them by their noun's own call. */
const selection = { ids: z.array(id).min(1).max(10_000).optional(), runId: id.optional() };

export const previewTagsCall = endpoint('POST /api/tagged-records/:type/preview', {
  may: 'work',
  summary: 'What putting tags on many records would do, or taking them off, before it is started',
  unaudited: 'nothing changes until it is started',
  params,
  example: { body: { ids: [1042], add: ['Gift'] } },
  body: z.object({ ...selection, add: names.default([]), remove: ids.default([]) }),
  replies: {
    200: z.object({
      /** Of so many records it is said: those that are selected, the first 10,000 by their id. */
      total: z.number(),
      changes: z.number(),
      /** Those that stay as they are, by the reason. */
      left: z.array(z.object({ reason: z.string(), records: z.number() })),
      /** The first that change, with the tags that they have now. */
      examples: z.array(z.object({ id: z.number(), name: z.string(), tags: z.array(tag) })),
      /** The tags that some of these records have, with how many have each. */
      there: z.array(tag.extend({ records: z.number() })),
    }),
  },
});

export const tagManyCall = endpoint('POST /api/tagged-records/:type', {
  may: 'work',
  summary:
    'Put tags on many records (`add`, by name), or take them off (`remove`, by id): these records, or those that were prepared; ' +
    'they are worked through as a run',
  params,
  example: { body: { ids: [1042], add: ['Gift'] } },
  body: z
    .object({ ...selection, add: names.default([]), remove: ids.default([]) })
    .refine(({ add, remove }) => (add.length === 0) !== (remove.length === 0), {
      path: ['add'],
      error: 'Name the tags that are added, or those that are removed.',
    }),
  replies: { 202: messageReply.extend({ runId: z.number(), total: z.number() }), 404: refusal, 409: refusal },
});
