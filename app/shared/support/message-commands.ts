import { sql } from 'kysely';
import { href } from 'react-router';
import { auditedText, auditedTexts, writeAudit } from '../../../platform/audit.ts';
import type { Columns } from '../../../platform/columns.ts';
import type { Files } from '../../../platform/files.ts';
import { existing, invalid, refuse } from '../../../platform/http/refusal.ts';
import { inAccount } from '../../../platform/in-account.ts';
import { unlessRepeated } from '../../../platform/repeated.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { publish } from '../../people/notifications/publish.ts';
import { requireRoomForText } from '../files/quota.ts';
import { markRead } from './commands.ts';
import { attachFiles, deleteFilesOf } from './files/attachments.ts';
import { cleanHtml, isBlank, textOf } from './mail/clean-html.ts';
import { enqueueMail } from './mail/mail.ts';
import { lockTicket, notifyOfTicket, recordOf, type StoredTicket, settleTicket } from './stored-ticket.ts';
import { mayChangeMessage, ticketIsClosed } from './ticket.ts';

type NewMessage = { body: string; files: number[]; key?: string | undefined };

/**
 * Adds a message to an open ticket and returns its id. The same key twice is one message; without one the same text within a minute is,
 * while nobody has written since. The requester gets it by mail too. @throws Refusal 404, 409, 413; Invalid
 */
export async function createMessage(tenant: Tenant, ticketId: number, message: NewMessage): Promise<number> {
  const ticket = await lockTicket(tenant, ticketId);
  const { key } = message;
  if (key !== undefined) return (await messageWithKey(tenant, ticketId, key)) ?? addMessage(tenant, ticket, message);
  const request = { name: `write message ${ticketId}`, body: message, isAsLeft: (id: number) => isNewest(tenant, ticketId, id) };
  return unlessRepeated(tenant, request, () => addMessage(tenant, ticket, message));
}

async function addMessage(tenant: Tenant, ticket: StoredTicket, { body, files, key }: NewMessage): Promise<number> {
  const ticketId = ticket.id;
  requireOpen(ticket);
  const clean = cleanHtml(body);
  if (isBlank(clean) && files.length === 0) throw blank();
  await requireRoomForText(tenant, clean);
  const { rows } = await sql<Columns<'support_messages', 'id'>>`
    insert into support_messages (account_id, ticket_id, user_id, body, form_key)
    values (${tenant.accountId}, ${ticketId}, ${tenant.userId}, ${clean}, ${key ?? null}) returning id`.execute(tenant.db);
  const id = rows[0]?.id ?? 0;
  await attachFiles(tenant, ticketId, id, files);
  await settleTicket(tenant, ticketId);
  await markRead(tenant, ticketId);
  await writeAudit(tenant, {
    verb: 'created',
    noun: 'support message',
    record: { ...recordOf(ticket), id },
    to: { body: auditedText(textOf(clean)), files: files.length },
  });
  if (ticket.user_id !== tenant.userId) await tellRequester(tenant, ticket, id);
  notifyOfTicket(tenant, ticketId);
  return id;
}

/** In the bell, and by a mail of its own, which has the message. Others whom the account names hear of it too, but not whoever wrote it. */
async function tellRequester(tenant: Tenant, ticket: StoredTicket, messageId: number): Promise<void> {
  await enqueueMail(tenant, messageId);
  const sentence = { code: 'ticket_replied', ticket: recordOf(ticket).name } as const;
  const path = href('/support-tickets/:id', { id: String(ticket.id) });
  await publish(tenant, { kind: 'ticket_answered', sentence, path, people: [ticket.user_id], except: tenant.userId, mailed: true });
}

type ChangedMessage = { body: string; was?: string | undefined };

/** Changes a message of one's own, if it still is what it `was`. Returns what is stored. @throws Refusal 403, 404, 409, 413; Invalid */
export async function changeMessage(tenant: Tenant, ticketId: number, id: number, { body, was }: ChangedMessage): Promise<string> {
  const { ticket, message } = await lockOwnMessage(tenant, ticketId, id);
  if (was !== undefined && was !== message.body) throw refuse(409, 'changed_meanwhile', changedMeanwhile);
  const clean = cleanHtml(body);
  if (isBlank(clean) && message.files === 0) throw blank();
  if (clean.length > message.body.length) await requireRoomForText(tenant, clean);
  await sql`
    update support_messages set body = ${clean}, edited_at = now() where ${inAccount(tenant)} and id = ${id} and body <> ${clean}`.execute(
    tenant.db,
  );
  const [from, to] = auditedTexts(textOf(message.body), textOf(clean));
  await writeAudit(tenant, {
    verb: 'changed',
    noun: 'support message',
    record: { ...recordOf(ticket), id },
    from: { body: from },
    to: { body: to },
  });
  notifyOfTicket(tenant, ticketId);
  return clean;
}

/** Deletes a message of one's own with its files. @throws Refusal 403, 404, 409 */
export async function deleteMessage(tenant: Tenant, files: Files, ticketId: number, id: number): Promise<void> {
  const { ticket, message } = await lockOwnMessage(tenant, ticketId, id);
  await deleteFilesOf(tenant, files, sql`s.message_id = ${id}`);
  await sql`delete from support_messages where ${inAccount(tenant)} and id = ${id}`.execute(tenant.db);
  await settleTicket(tenant, ticketId);
  await writeAudit(tenant, {
    verb: 'deleted',
    noun: 'support message',
    record: { ...recordOf(ticket), id },
    from: { body: auditedText(textOf(message.body)) },
  });
  notifyOfTicket(tenant, ticketId);
}

async function messageWithKey(tenant: Tenant, ticketId: number, key: string): Promise<number | undefined> {
  const { rows } = await sql<Columns<'support_messages', 'id'>>`
    select id from support_messages where ${inAccount(tenant)} and ticket_id = ${ticketId} and form_key = ${key}
      and user_id = ${tenant.userId}`.execute(tenant.db);
  return rows[0]?.id;
}

async function isNewest(tenant: Tenant, ticketId: number, messageId: number): Promise<boolean> {
  const { rows } = await sql<{ newest: number | null }>`
    select max(id)::int as newest from support_messages where ${inAccount(tenant)} and ticket_id = ${ticketId}`.execute(tenant.db);
  return rows[0]?.newest === messageId;
}

type OwnMessage = Columns<'support_messages', 'user_id' | 'body'> & { files: number };

async function lockOwnMessage(tenant: Tenant, ticketId: number, id: number): Promise<{ ticket: StoredTicket; message: OwnMessage }> {
  const ticket = await lockTicket(tenant, ticketId);
  const { rows } = await sql<OwnMessage>`
    select user_id, body, (select count(*)::int from support_files s where ${inAccount(tenant, 's')} and s.message_id = m.id) as files
    from support_messages m where ${inAccount(tenant)} and ticket_id = ${ticketId} and id = ${id} for update`.execute(tenant.db);
  const message = existing(rows[0], 'This message no longer exists.');
  if (message.user_id !== tenant.userId) throw refuse(403, 'not_yours', 'Only the person who wrote a message can edit or delete it.');
  if (!mayChangeMessage(tenant.userId, message, ticket)) throw refuse(409, 'closed', ticketIsClosed);
  return { ticket, message };
}

/** @throws Refusal 409 in the words of the specification */
export function requireOpen({ status }: Pick<StoredTicket, 'status'>): void {
  if (status === 'closed') throw refuse(409, 'closed', ticketIsClosed);
}

const changedMeanwhile = 'You changed this message in another tab. Copy what you wrote, then Cancel shows it as it is now.';
const blank = () => invalid({ body: ['Write a message, or attach a file.'] });
