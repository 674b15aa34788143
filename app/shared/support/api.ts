import type { FastifyInstance } from 'fastify';
import { href } from 'react-router';
import { isPlainForm } from '../../../platform/http/plain-forms.ts';
import { readRoute, route } from '../../../platform/http/route.ts';
import type { Services } from '../../people/accounts/services.ts';
import { markRead, moveTicket, raiseTicket, setTicketStatus } from './commands.ts';
import {
  changeMessageCall,
  changeTicketCall,
  closeTicketCall,
  createMessageCall,
  deleteMessageCall,
  getTicketCall,
  listMessagesCall,
  listQueueCall,
  listTicketsCall,
  mailMessageCall,
  readTicketCall,
  reopenTicketCall,
  requestSupportCall,
} from './contract.ts';
import { supportFilesApi } from './files/files-api.ts';
import { aMinute, inTicket, readingTicket } from './in-ticket.ts';
import { mailAgain } from './mail/again.ts';
import { changeMessage, createMessage, deleteMessage } from './message-commands.ts';
import { notesApi } from './notes/notes-api.ts';
import { getTicket, listMessages, listQueue, listTickets } from './queries.ts';
import { repliesApi } from './replies/replies-api.ts';
import { messageCreated, statusLabels, ticketUpdated } from './ticket.ts';

/** Tickets and their messages. Each call works in the account of its ticket, which super admins reach in every account. */
export function supportApi(app: FastifyInstance, parts: Services): void {
  tickets(app);
  messages(app, parts);
  supportFilesApi(app, parts);
  notesApi(app);
  repliesApi(app);
}

function tickets(app: FastifyInstance): void {
  route(app, requestSupportCall, async ({ inTenant, session, body, request, reply }) => {
    aMinute.take(session.userId);
    const id = await inTenant((tenant) => raiseTicket(tenant, session, body));
    if (!isPlainForm(request)) return { id, message: 'The ticket was created.' };
    reply.code(303).header('location', href('/support-tickets/:id', { id: String(id) }));
    return null;
  });
  readRoute(app, listTicketsCall, (tenant, { query }) => listTickets(tenant, query));
  readRoute(app, listQueueCall, (tenant, { query }) => listQueue(tenant, query));
  route(app, getTicketCall, (call) => readingTicket(call, (tenant) => getTicket(tenant, call.params.id, call.session, call.query.before)));
  route(app, changeTicketCall, async (call) => {
    aMinute.take(call.session.userId);
    await inTicket(call, (tenant) => moveTicket(tenant, call.params.id, call.body.department_id));
    return { message: ticketUpdated };
  });
  for (const [endpoint, status] of [[closeTicketCall, 'closed'] as const, [reopenTicketCall, 'open'] as const])
    route(app, endpoint, async (call) => {
      aMinute.take(call.session.userId);
      await inTicket(call, (tenant) => setTicketStatus(tenant, call.params.id, status));
      return { message: ticketUpdated, status_label: statusLabels[status] };
    });
  route(app, readTicketCall, async (call) => {
    await inTicket(call, (tenant) => markRead(tenant, call.params.id));
    return null;
  });
}

function messages(app: FastifyInstance, { files }: Services): void {
  route(app, listMessagesCall, (call) => readingTicket(call, (tenant) => listMessages(tenant, call.params.id)));
  route(app, createMessageCall, async (call) => {
    aMinute.take(call.session.userId);
    const id = await inTicket(call, (tenant) => createMessage(tenant, call.params.id, call.body));
    return { id, message: messageCreated };
  });
  route(app, changeMessageCall, async (call) => {
    aMinute.take(call.session.userId);
    const { id, messageId } = call.params;
    const body = await inTicket(call, (tenant) => changeMessage(tenant, id, messageId, call.body));
    return { message: 'Message has been updated', body };
  });
  route(app, mailMessageCall, async (call) => {
    aMinute.take(call.session.userId);
    await inTicket(call, (tenant) => mailAgain(tenant, call.params.id, call.params.messageId));
    return { message: 'The message is mailed again.' };
  });
  route(app, deleteMessageCall, async (call) => {
    const { id, messageId } = call.params;
    await inTicket(call, (tenant) => deleteMessage(tenant, files, id, messageId));
    return { message: 'Message has been deleted' };
  });
}
