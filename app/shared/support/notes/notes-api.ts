import type { FastifyInstance } from 'fastify';
import { route } from '../../../../platform/http/route.ts';
import { aMinute, inTicket, readingTicket } from '../in-ticket.ts';
import { createNoteCall, deleteNoteCall, listNotesCall } from './contract.ts';
import { createNote, deleteNote, listNotes, requireNotes } from './notes.ts';

/** The internal notes of tickets. */
export function notesApi(app: FastifyInstance): void {
  route(app, listNotesCall, (call) =>
    readingTicket(call, async (tenant) => {
      await requireNotes(tenant, call.session, call.params.id);
      return listNotes(tenant, call.params.id);
    }),
  );
  route(app, createNoteCall, async (call) => {
    aMinute.take(call.session.userId);
    const id = await inTicket(call, async (tenant) => {
      await requireNotes(tenant, call.session, call.params.id);
      return createNote(tenant, call.params.id, call.body.body);
    });
    return { id, message: 'The note was added. Only support sees it.' };
  });
  route(app, deleteNoteCall, async (call) => {
    await inTicket(call, async (tenant) => {
      await requireNotes(tenant, call.session, call.params.id);
      await deleteNote(tenant, call.params.id, call.params.noteId);
    });
    return { message: 'The note was deleted.' };
  });
}
