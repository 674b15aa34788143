import { z } from 'zod';
import { endpoint, id, instant, messageReply, refusal, text } from '../../../platform/endpoint.ts';
import { listQuery, paginated } from '../../../platform/list/query.ts';
import { attachment } from '../files/contract.ts';
import { tag, tagFilter } from '../tags/contract.ts';
import { note } from './notes/contract.ts';
import { itemTypes, messageCreated, ticketStatuses, ticketUpdated, topicNames } from './ticket.ts';

const nullable = z.string().nullable();
const one = z.object({ id });
const statusLabel = z.object({ label: z.string(), humanReadable: z.string() });
const item = z.object({ type: z.enum(itemTypes), id: z.number(), name: z.string(), address: z.string() });
export type TicketItem = z.output<typeof item>;

const message = z.object({
  id: z.number(),
  /** HTML that was cleaned. */
  body: z.string(),
  path: z.string(),
  created_at: instant,
  edited_at: instant.nullable(),
  /** Why the mail of it to the requester was not taken, as a sentence. */
  not_mailed: z.string().nullable(),
  /** Whether it can be mailed again: that mail was not taken, and the requester is still in the account and wants it. */
  mailable: z.boolean(),
  owner: z.object({ name: z.string() }),
  ticket_closed: z.boolean(),
  /** Whether the person may edit and delete it. */
  changeable: z.boolean(),
  files: z.array(attachment),
});
export type TicketMessage = z.output<typeof message>;

const ticket = z.object({
  id: z.number(),
  status: z.enum(ticketStatuses),
  status_label: statusLabel,
  user: z.object({ name: z.string(), account_name: z.string() }),
  subject_1: z.string(),
  subject_2: z.string(),
  item_id: z.number().nullable(),
  /** The record that it is about; null also where that is gone. */
  item: item.nullable(),
  description: z.string(),
  created_at: instant,
  department: z.object({ id: z.number(), name: z.string() }).nullable(),
  waiting_since: instant.nullable(),
  messages: z.array(message),
  /** Whether there are older messages than these. */
  has_older: z.boolean(),
  /** Internal notes; left out for who may not see them. */
  notes: z.array(note).optional(),
  /** What this person uploaded for a message that they have not created yet. */
  pending: z.array(attachment),
});
export type Ticket = z.output<typeof ticket>;

const queued = ticket.pick({ id: true, status: true, status_label: true, user: true, subject_1: true, subject_2: true }).extend({
  department: nullable,
  created_at: instant,
  last_message_at: instant,
  waiting_since: instant.nullable(),
  /** Whether somebody wrote what concerns this person, who has not read it; in the queue of all accounts, whether it waits. */
  unread: z.boolean(),
});
export type QueuedTicket = z.output<typeof queued>;

/** With the tags of its account, which nobody sees from outside it. */
const listed = queued.extend({ tags: z.array(tag) });
export type ListedTicket = z.output<typeof listed>;

const status = z.enum([...ticketStatuses, 'all']).default('open');
const query = listQuery({
  sorts: ['last_message_at', 'created_at', 'waiting_since'],
  direction: 'DESC',
  filters: { status, mine: z.literal('yes').optional(), department: id.optional(), tag: tagFilter },
});
export type TicketQuery = z.output<typeof query>;

const queueQuery = listQuery({ sorts: ['waiting_since'], filters: { status } });
export type QueueQuery = z.output<typeof queueQuery>;

const html = text(100_000);
/** How many files a message may have. */
export const mostFiles = 20;
const fileIds = z.array(id).max(mostFiles).default([]);
/** Chosen by the form when it is opened: what is sent twice is stored once. */
const key = text(64).min(8).optional();

const typed = (most: number, sentence: string) => text(most).trim().min(1, sentence);
const request = z.object({
  subject_1: z.enum(topicNames, 'Choose a topic.'),
  subject_2: typed(200, 'Write a subject.').transform((subject) => subject.replaceAll(/\s+/g, ' ')),
  description: typed(10_000, 'Describe what you need.'),
  item_type: z.preprocess(emptyAsNone, z.enum(itemTypes).optional()),
  item_id: z.preprocess(emptyAsNone, id.optional()),
  key: z.preprocess(emptyAsNone, key),
});
export type SupportRequest = z.output<typeof request>;

/** A form sends every field. */
function emptyAsNone(value: unknown): unknown {
  return value === '' ? undefined : value;
}

export const requestSupportCall = endpoint('POST /support', {
  may: 'work',
  summary: 'Raise a ticket: subject_1 is the topic, subject_2 the subject. Takes a plain form too, and then leads on to the ticket',
  body: request,
  plainForm: true,
  example: { body: { subject_1: 'Orders', subject_2: 'Where is SO-1042?', description: 'It was to leave yesterday.' } },
  replies: { 201: messageReply.extend({ id: z.number() }), 303: z.null(), 404: refusal, 413: refusal },
});

export const listTicketsCall = endpoint('GET /support-tickets', {
  may: 'work',
  summary: 'One page of the tickets of the account; the open ones unless `status` says otherwise',
  query,
  alsoPage: true,
  replies: { 200: paginated(listed) },
});

export const listQueueCall = endpoint('GET /support-tickets/queue', {
  may: 'portal',
  summary: 'One page of the tickets of all accounts, the one that waits longest for a reply first',
  query: queueQuery,
  alsoPage: true,
  replies: { 200: paginated(queued) },
});

export const getTicketCall = endpoint('GET /support-tickets/:id', {
  may: 'work',
  summary: 'A ticket with its newest messages; with `before`, the newest of those that are older than the message with this id',
  query: z.object({ before: id.optional() }),
  alsoPage: true,
  replies: { 200: ticket, 404: refusal },
});

export const changeTicketCall = endpoint('PATCH /support-tickets/:id', {
  may: 'work',
  summary: 'Put a ticket into the queue of another department, or of none',
  body: z.object({ department_id: id.nullable() }),
  replies: { 200: z.object({ message: z.literal(ticketUpdated) }), 404: refusal },
});

const toggled = { params: one, replies: { 200: z.object({ message: z.literal(ticketUpdated), status_label: statusLabel }), 404: refusal } };
const toggle = { may: 'work', ...toggled } as const;
export const closeTicketCall = endpoint('POST /support-tickets/:id/close', {
  ...toggle,
  summary: 'Close a ticket: it takes no further messages',
});
export const reopenTicketCall = endpoint('POST /support-tickets/:id/reopen', { ...toggle, summary: 'Re-open a closed ticket' });

export const readTicketCall = endpoint('POST /support-tickets/:id/read', {
  may: 'work',
  summary: 'This person has read the ticket up to now',
  unaudited: 'it is of who reads alone',
  replies: { 204: z.null(), 404: refusal },
});

export const listMessagesCall = endpoint('GET /support-tickets/:id/messages', {
  may: 'work',
  summary: 'The messages of a ticket, the oldest first',
  replies: { 200: z.array(message), 404: refusal },
});

export const createMessageCall = endpoint('POST /support-tickets/:id/messages', {
  may: 'work',
  summary: 'Write a message: HTML, which is cleaned; `files` are those uploaded to the ticket before. The same `key` twice is one message',
  body: z.object({ body: html, files: fileIds, key }),
  replies: { 201: z.object({ message: z.literal(messageCreated), id: z.number() }), 404: refusal, 409: refusal, 413: refusal },
});

export const changeMessageCall = endpoint('PATCH /support-tickets/:id/messages/:messageId', {
  may: 'work',
  summary: 'Edit a message of one’s own, while the ticket is open; with `was`, only if that is still its body',
  // What was cleaned is up to six times as long as what was typed.
  body: z.object({ body: html, was: text(600_000).optional() }),
  /** `body`: as it is stored, cleaned. */
  replies: { 200: messageReply.extend({ body: z.string() }), 403: refusal, 404: refusal, 409: refusal, 413: refusal },
});

export const mailMessageCall = endpoint('POST /support-tickets/:id/messages/:messageId/mail', {
  may: 'work',
  summary: 'Mail a message again to whoever raised the ticket, where the mail of it was not taken',
  replies: { 200: messageReply, 404: refusal, 409: refusal },
});

export const deleteMessageCall = endpoint('DELETE /support-tickets/:id/messages/:messageId', {
  may: 'work',
  summary: 'Delete a message of one’s own with its files, while the ticket is open',
  replies: { 200: messageReply, 403: refusal, 404: refusal, 409: refusal },
});
