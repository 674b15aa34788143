import { z } from 'zod';
import { endpoint, instant, messageReply, refusal, text } from '../../../../platform/endpoint.ts';

export const note = z.object({
  id: z.number(),
  body: z.string(),
  created_at: instant,
  owner: z.object({ name: z.string() }),
  /** Whether this person wrote it, and may delete it. */
  deletable: z.boolean(),
});
export type TicketNote = z.output<typeof note>;

export const listNotesCall = endpoint('GET /support-tickets/:id/notes', {
  may: 'portal',
  summary: 'The internal notes of a ticket, the oldest first: for super admins alone, and not for one who raised it',
  replies: { 200: z.array(note), 404: refusal },
});

export const createNoteCall = endpoint('POST /support-tickets/:id/notes', {
  may: 'portal',
  summary: 'Write an internal note: plain text that nobody of the ticket’s account sees, by whatever way',
  unaudited: 'the account reads its audit: the note itself keeps who wrote it, and when',
  body: z.object({ body: text(10_000).trim().min(1, 'Write a note.') }),
  replies: { 201: messageReply.extend({ id: z.number() }), 404: refusal, 409: refusal },
});

export const deleteNoteCall = endpoint('DELETE /support-tickets/:id/notes/:noteId', {
  may: 'portal',
  summary: 'Delete an internal note of one’s own',
  unaudited: 'the account reads its audit',
  replies: { 200: messageReply, 403: refusal, 404: refusal },
});
