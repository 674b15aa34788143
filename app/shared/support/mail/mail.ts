import { sql } from 'kysely';
import type { Reason } from '../../../../connectors/contract.ts';
import type { Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import { inMail, type Mail, messageIdOf } from '../../../../platform/mail.ts';
import { type Tenant, withoutPerson } from '../../../../platform/tenant.ts';
import { isOpen } from '../../../base/installation/gate.ts';
import { enqueue } from '../../../base/job-queue.ts';
import { mailRefusal } from '../../../base/mail-refusal.ts';
import type { Engine } from '../../../base/worker-context.ts';
import { notMuted } from '../../../people/notifications/recipients.ts';
import { notifyOfTicket } from '../stored-ticket.ts';
import { subjectOf } from '../ticket.ts';
import { textOf } from './clean-html.ts';

type Row = Columns<'support_tickets', 'subject_1' | 'subject_2'> &
  Columns<'support_messages', 'id' | 'body' | 'ticket_id'> &
  Columns<'users', 'email'> & { author: string; files: number };

/** While nothing leaves, it is asked again so often whether it may. */
const againMs = 30_000;

/**
 * Sends a message to the requester of its ticket, once, unless they want no such mails; one that was deleted since is not sent. Why it was
 * not taken is shown with the message.
 * @throws what the mailer throws, unless that is for good: it is tried again then
 */
export async function mailMessage(
  { database, log, post, baseUrl, mark }: Pick<Engine, 'database' | 'log' | 'post' | 'baseUrl' | 'mark'>,
  accountId: number,
  messageId: number,
): Promise<void> {
  const row = await withoutPerson(database, accountId, (tenant) => unsentMessage(tenant, messageId));
  if (!row) return;
  const may = (await withoutPerson(database, accountId, (tenant) => isOpen(tenant, null))) && (await mark.cover());
  if (!may) return withoutPerson(database, accountId, (tenant) => enqueueMail(tenant, messageId, new Date(Date.now() + againMs)));
  try {
    await post({ ...messageMail(row, baseUrl), messageId: messageIdOf('reply', accountId, messageId, baseUrl) });
  } catch (error) {
    const { reason, isFinal } = mailRefusal(error);
    await withoutPerson(database, accountId, (tenant) => noteMailed(tenant, row, reason));
    if (!isFinal) throw error;
    return log.warn({ error, accountId, messageId }, 'a reply was not mailed');
  }
  await withoutPerson(database, accountId, (tenant) => noteMailed(tenant, row, null));
}

/** Enqueues the job that mails a message: one, in place of one that waits, and behind one that runs, which may just be posting it. */
export function enqueueMail(tenant: Tenant, messageId: number, runAt?: Date): Promise<void> {
  const key = `support:mail:${tenant.accountId}:${messageId}`;
  return enqueue(tenant, 'support:mail', { messageId }, { key, queue: key, ...(runAt && { runAt }) });
}

async function noteMailed(tenant: Tenant, { id, ticket_id }: Row, refusedBecause: Reason | null): Promise<void> {
  const because = refusedBecause && JSON.stringify(refusedBecause);
  await sql`
    update support_messages set mailed_at = (select case when ${because}::text is null then now() end),
      mail_refused_because = ${because}::jsonb
    where ${inAccount(tenant)} and id = ${id}`.execute(tenant.db);
  notifyOfTicket(tenant, ticket_id);
}

/** Nothing of one that was mailed, or whose requester has left or wants no such mails. */
export async function unsentMessage(tenant: Tenant, messageId: number): Promise<Row | undefined> {
  const { rows } = await sql<Row>`
    select m.id, t.subject_1, t.subject_2, m.body, m.ticket_id, u.email, coalesce(a.name, 'A colleague') as author,
      (select count(*)::int from support_files s where ${inAccount(tenant, 's')} and s.message_id = m.id) as files
    from support_messages m
    join support_tickets t on ${inAccount(tenant, 't')} and t.id = m.ticket_id
    join users u on u.id = t.user_id
    left join users a on a.id = m.user_id
    where ${inAccount(tenant, 'm')} and m.id = ${messageId} and m.mailed_at is null
      and ${wantsMail(tenant)}`.execute(tenant.db);
  return rows[0];
}

/** Whether whoever raised the ticket `t` is still in the account and wants mails of replies. */
export const wantsMail = (tenant: Tenant) => sql<boolean>`
  (exists (select from members b where ${inAccount(tenant, 'b')} and b.user_id = t.user_id)
    and ${notMuted(tenant.accountId, 'ticket_answered', sql`t.user_id`, sql`null`)})`;

/** What the requester gets: the message as text, and where to reply. */
export function messageMail({ email, author, body, files, ticket_id, ...subjects }: Omit<Row, 'id'>, baseUrl: string): Mail {
  const attached = files === 0 ? [] : [files === 1 ? 'There is a file with it.' : `There are ${files} files with it.`];
  const where = `To reply, open the ticket: ${baseUrl}/support-tickets/${ticket_id}`;
  return {
    to: email,
    subject: inMail(subjectOf(subjects)),
    text: [`${inMail(author)} wrote:`, textOf(body), ...attached, where].join('\n\n'),
  };
}
