import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import { inMail, type Mail, type Mailer } from '../../../../platform/mail.ts';
import { inTenant, type Tenant } from '../../../../platform/tenant.ts';
import { isOpen } from '../../../base/installation/gate.ts';
import { enqueue } from '../../../base/job-queue.ts';
import type { Engine } from '../../../base/worker-context.ts';
import { notMuted } from '../../../people/notifications/recipients.ts';
import { subjectOf } from '../ticket.ts';
import { textOf } from './clean-html.ts';

type Row = Columns<'support_tickets', 'subject_1' | 'subject_2'> &
  Columns<'support_messages', 'body' | 'ticket_id'> &
  Columns<'users', 'email'> & { author: string; files: number };

/** While nothing leaves, it is asked again so often whether it may. */
const againMs = 30_000;

/**
 * Sends a message to the requester of its ticket, once, unless they want no such mails; one that was deleted since is not sent.
 * @throws what the mailer throws: it is tried again then
 */
export async function mailMessage(
  { database, post, baseUrl, mark }: Pick<Engine, 'database' | 'post' | 'baseUrl' | 'mark'>,
  accountId: number,
  messageId: number,
): Promise<void> {
  const actor = { accountId, userId: null };
  const row = await inTenant(database, actor, (tenant) => unsentMessage(tenant, messageId));
  if (!row) return;
  const may = (await inTenant(database, actor, (tenant) => isOpen(tenant, null))) && (await mark.cover());
  if (!may)
    return inTenant(database, actor, (tenant) => enqueue(tenant, 'support:mail', { messageId }, { runAt: new Date(Date.now() + againMs) }));
  await sendTo(post, row, baseUrl);
  await inTenant(database, actor, ({ db }) =>
    sql`update support_messages set mailed_at = now() where ${inAccount({ accountId })} and id = ${messageId}`.execute(db),
  );
}

async function unsentMessage(tenant: Tenant, messageId: number): Promise<Row | undefined> {
  const { rows } = await sql<Row>`
    select t.subject_1, t.subject_2, m.body, m.ticket_id, u.email, coalesce(a.name, 'A colleague') as author,
      (select count(*)::int from support_files s where ${inAccount(tenant, 's')} and s.message_id = m.id) as files
    from support_messages m
    join support_tickets t on ${inAccount(tenant, 't')} and t.id = m.ticket_id
    join users u on u.id = t.user_id
    left join users a on a.id = m.user_id
    where ${inAccount(tenant, 'm')} and m.id = ${messageId} and m.mailed_at is null
      and exists (select from members b where ${inAccount(tenant, 'b')} and b.user_id = t.user_id)
      and ${notMuted(tenant.accountId, 'ticket_answered', sql`t.user_id`, sql`null`)}`.execute(tenant.db);
  return rows[0];
}

const sendTo = (post: Mailer, row: Row, baseUrl: string) => post(messageMail(row, baseUrl));

/** What the requester gets: the message as text, and where to reply. */
export function messageMail({ email, author, body, files, ticket_id, ...subjects }: Row, baseUrl: string): Mail {
  const attached = files === 0 ? [] : [files === 1 ? 'There is a file with it.' : `There are ${files} files with it.`];
  const where = `To reply, open the ticket: ${baseUrl}/support-tickets/${ticket_id}`;
  return {
    to: email,
    subject: inMail(subjectOf(subjects)),
    text: [`${inMail(author)} wrote:`, textOf(body), ...attached, where].join('\n\n'),
  };
}
