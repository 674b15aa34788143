import { z } from 'zod';
import { endpoint, messageReply, refusal, text } from '../../../../platform/endpoint.ts';

const savedReply = z.object({ id: z.number(), name: z.string(), body: z.string() });
export type SavedReply = z.output<typeof savedReply>;

/** An account has no more. */
export const mostReplies = 200;

const written = z.object({
  name: text(80).trim().min(1, 'Give the reply a name.'),
  /** HTML, which is cleaned as that of messages. */
  body: text(20_000),
});

export const listRepliesCall = endpoint('GET /api/saved-replies', {
  may: 'work',
  summary: 'The saved replies of the account, by name',
  replies: { 200: z.object({ data: z.array(savedReply) }) },
});

export const createReplyCall = endpoint('POST /api/saved-replies', {
  may: 'work',
  summary: 'Save a reply for everyone in the account who writes to tickets',
  body: written,
  replies: { 201: messageReply.extend({ id: z.number() }), 409: refusal },
});

export const changeReplyCall = endpoint('PUT /api/saved-replies/:id', {
  may: 'work',
  summary: 'Change the name and the text of a saved reply. 409: it is no longer as it `was`',
  // What was cleaned is up to six times as long as what was typed.
  body: written.extend({ was: z.object({ name: text(80), body: text(120_000) }).optional() }),
  replies: { 200: messageReply, 404: refusal, 409: refusal },
});

export const deleteReplyCall = endpoint('DELETE /api/saved-replies/:id', {
  may: 'work',
  summary: 'Delete a saved reply',
  replies: { 200: messageReply, 404: refusal },
});
