import { z } from 'zod';
import { endpoint, id, instant, messageReply, refusal, text } from '../../../platform/endpoint.ts';
import { recordTypes } from './record.ts';

const comment = z.object({
  id: z.number(),
  body: z.string(),
  created_at: instant,
  edited_at: instant.nullable(),
  author: z.string(),
  /** Whether the person wrote it: then they may edit and delete it. */
  mine: z.boolean(),
  /** The names that its text mentions with an "@". */
  mentions: z.array(z.string()),
});
export type Comment = z.output<typeof comment>;

export const person = z.object({ id: z.number(), name: z.string() });

const discussion = z.object({
  comments: z.array(comment),
  /** Who looks after the record. */
  assignee: person.nullable(),
  /** Who can be mentioned, and can look after it. */
  people: z.array(person),
});
export type Discussion = z.output<typeof discussion>;

const record = z.object({ type: z.enum(recordTypes), id });
const body = z.object({ body: text(5_000).trim().min(1, 'Write a comment.') });

export const readDiscussionCall = endpoint('GET /api/comments/:type/:id', {
  may: 'work',
  summary: 'The comments on a record, the oldest first, and who looks after it',
  params: record,
  replies: { 200: discussion, 404: refusal },
});

export const createCommentCall = endpoint('POST /api/comments/:type/:id', {
  may: 'work',
  summary: 'Comment on a record, for colleagues alone. A colleague whose name follows an “@” is told',
  params: record,
  body,
  replies: { 201: messageReply.extend({ id: z.number() }), 404: refusal, 413: refusal },
});

export const changeCommentCall = endpoint('PUT /api/comments/:id', {
  may: 'work',
  summary: 'Edit a comment of one’s own; who is mentioned anew is told. With `was`, only if that is still its text',
  body: body.extend({ was: text(5_000).optional() }),
  replies: { 200: messageReply, 403: refusal, 404: refusal, 409: refusal, 413: refusal },
});

export const deleteCommentCall = endpoint('DELETE /api/comments/:id', {
  may: 'work',
  summary: 'Delete a comment of one’s own',
  replies: { 200: messageReply, 403: refusal, 404: refusal },
});

export const assignCall = endpoint('PUT /api/assignments/:type/:id', {
  may: 'work',
  summary:
    'Say who looks after a record, or that nobody does (null); they are told. `runId`: by which it can be undone, null where it was so',
  params: record,
  body: z.object({ assignee: id.nullable() }),
  replies: { 200: messageReply.extend({ runId: z.number().nullable() }), 404: refusal },
});
