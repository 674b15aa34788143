import { sql } from 'kysely';
import { writeAudit } from '../../../../platform/audit.ts';
import type { Columns } from '../../../../platform/columns.ts';
import { existing, refuse } from '../../../../platform/http/refusal.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { lockTicket, notifyOfTicket, recordOf } from '../stored-ticket.ts';
import { enqueueMail, unsentMessage } from './mail.ts';

/** Mails a message again whose mail was not taken, whoever wrote it. @throws Refusal 404; 409 where it was taken, or reaches nobody */
export async function mailAgain(tenant: Tenant, ticketId: number, id: number): Promise<void> {
  const ticket = await lockTicket(tenant, ticketId);
  const { rows } = await sql<Columns<'support_messages', 'mail_refused_because'>>`
    select mail_refused_because from support_messages
    where ${inAccount(tenant)} and ticket_id = ${ticketId} and id = ${id} for update`.execute(tenant.db);
  const message = existing(rows[0], 'This message no longer exists.');
  if (message.mail_refused_because === null) throw refuse(409, 'wrong_state', 'This message was mailed, or is being mailed.');
  if (!(await unsentMessage(tenant, id)))
    throw refuse(409, 'wrong_state', 'Whoever raised the ticket is no longer in the account, or wants no mails of replies.');
  await enqueueMail(tenant, id);
  await writeAudit(tenant, { verb: 'sent', noun: 'support message', record: { ...recordOf(ticket), id } });
  notifyOfTicket(tenant, ticketId);
}
