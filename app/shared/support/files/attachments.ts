import { type RawBuilder, sql } from 'kysely';
import { writeAudit } from '../../../../platform/audit.ts';
import type { Columns } from '../../../../platform/columns.ts';
import { addFile, type Files } from '../../../../platform/files.ts';
import { invalid, refuse } from '../../../../platform/http/refusal.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import type { Attachment } from '../../files/contract.ts';
import { requireRoom } from '../../files/quota.ts';
import type { ReceivedFile } from '../../files/receive-file.ts';
import { attachmentOf } from '../queries.ts';
import { lockTicket, notifyOfTicket } from '../stored-ticket.ts';
import { mayChangeMessage, ticketIsClosed } from '../ticket.ts';

/** So many files can wait for one person's message. */
const mostPending = 20;

/** Adds a file that was received for a message that is still being written. @throws Refusal 404, 409, 413 */
export async function addPendingFile(tenant: Tenant, ticketId: number, received: ReceivedFile): Promise<Attachment> {
  const ticket = await lockTicket(tenant, ticketId);
  if (ticket.status === 'closed') throw refuse(409, 'closed', ticketIsClosed);
  await requireRoom(tenant, received.bytes);
  const { rows: waiting } = await sql`
    select from support_files where ${inAccount(tenant)} and ticket_id = ${ticketId} and message_id is null
      and user_id = ${tenant.userId}`.execute(tenant.db);
  if (waiting.length >= mostPending)
    throw refuse(409, 'too_many_files', `A message can have ${mostPending} files. Create it, then add more to the next.`);
  const file = await addFile(tenant, { ...received, uploaded: true });
  await sql`
    insert into support_files (account_id, file_id, ticket_id, user_id) values (${tenant.accountId}, ${file.id}, ${ticketId},
      ${tenant.userId})`.execute(tenant.db);
  await writeAudit(tenant, { verb: 'created', noun: 'file', record: file, to: { bytes: file.bytes, type: file.contentType } });
  const row = { ...file, content_type: file.contentType, message_id: null, user_id: tenant.userId ?? 0 };
  const { message_id: _, ...attachment } = attachmentOf(tenant, ticket, row);
  return attachment;
}

/** Makes files that this person uploaded to the ticket those of a message. @throws Invalid when one of them is not there to be taken */
export async function attachFiles(tenant: Tenant, ticketId: number, messageId: number, files: readonly number[]): Promise<void> {
  if (files.length === 0) return;
  const { rows } = await sql`
    update support_files set message_id = ${messageId}
    where ${inAccount(tenant)} and ticket_id = ${ticketId} and user_id = ${tenant.userId} and message_id is null
      and file_id = any(${files}::bigint[]) returning file_id`.execute(tenant.db);
  if (rows.length < new Set(files).size) throw invalid({ files: ['One of these files no longer exists. Reload, and upload it again.'] });
}

type Found = Columns<'support_files', 'user_id' | 'ticket_id'> & Columns<'files', 'name'>;

/**
 * Deletes a file of one's own from a ticket that is open. `ticketId`: only where it belongs to that ticket. @throws Refusal 403, 404, 409
 */
export async function deleteAttachment(tenant: Tenant, files: Files, fileId: number, ticketId?: number): Promise<void> {
  const { rows } = await sql<Found>`
    select s.user_id, s.ticket_id, f.name from support_files s join files f on ${inAccount(tenant, 'f')} and f.id = s.file_id
    where ${inAccount(tenant, 's')} and s.file_id = ${fileId}`.execute(tenant.db);
  const [file] = rows;
  if (!file || (ticketId !== undefined && file.ticket_id !== ticketId)) throw refuse(404, 'not_found', 'This file no longer exists.');
  const ticket = await lockTicket(tenant, file.ticket_id);
  if (file.user_id !== tenant.userId) throw refuse(403, 'not_yours', 'Only the person who uploaded a file can delete it.');
  if (!mayChangeMessage(tenant.userId, file, ticket)) throw refuse(409, 'closed', ticketIsClosed);
  await deleteFilesOf(tenant, files, sql`s.file_id = ${fileId}`);
  await writeAudit(tenant, { verb: 'deleted', noun: 'file', record: { id: fileId, name: file.name }, from: { name: file.name } });
  notifyOfTicket(tenant, ticket.id);
}

/** @throws Refusal 404 when this ticket has no such file */
export async function requireAttachment(tenant: Tenant, ticketId: number, fileId: number): Promise<void> {
  const { rows } = await sql`
    select from support_files where ${inAccount(tenant)} and ticket_id = ${ticketId} and file_id = ${fileId}`.execute(tenant.db);
  if (rows.length === 0) throw refuse(404, 'not_found', 'This file no longer exists.');
}

/** Deletes these files `s` of tickets: their rows, and their bytes once that is committed, or with the strays. */
export async function deleteFilesOf(tenant: Tenant, { store }: Files, these: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<Columns<'files', 'key'>>`
    delete from files f using support_files s where ${inAccount(tenant, 'f')} and ${inAccount(tenant, 's')} and s.file_id = f.id
      and ${these}
    returning f.key`.execute(tenant.db);
  for (const { key } of rows) tenant.afterCommit.push(() => store.delete(key));
}

/** Deletes files that waited a week for a message. */
export async function deleteForgottenFiles(tenant: Tenant, files: Files): Promise<void> {
  await deleteFilesOf(tenant, files, sql`s.message_id is null and f.created_at < now() - interval '7 days'`);
}
