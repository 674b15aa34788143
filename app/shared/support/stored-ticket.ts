import { sql } from 'kysely';
import type { Columns } from '../../../platform/columns.ts';
import { notify, notifyEveryone } from '../../../platform/events.ts';
import { existing } from '../../../platform/http/refusal.ts';
import { inAccount } from '../../../platform/in-account.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { subjectOf, type TicketStatus } from './ticket.ts';
import { noTicket } from './ticket-account.ts';

export type StoredTicket = Columns<'support_tickets', 'id' | 'subject_1' | 'subject_2' | 'user_id' | 'department_id'> & {
  status: TicketStatus;
};

/** Locks a ticket, so that no message comes while it is closed. @throws Refusal 404 */
export const lockTicket = async (tenant: Tenant, id: number): Promise<StoredTicket> =>
  existing((await lockTickets(tenant, [id]))[0], noTicket);

/** The same of many, in the order in which everybody locks them; one that is not there is left out. */
export async function lockTickets(tenant: Tenant, ids: readonly number[]): Promise<StoredTicket[]> {
  const { rows } = await sql<StoredTicket>`
    select id, subject_1, subject_2, user_id, department_id, status from support_tickets
    where ${inAccount(tenant)} and id = any(${ids}::bigint[]) order by id for update`.execute(tenant.db);
  return rows;
}

/** A ticket as the audit names it. */
export const recordOf = (ticket: Pick<StoredTicket, 'id' | 'subject_1' | 'subject_2'>) => ({ id: ticket.id, name: subjectOf(ticket) });

/** Derives who wrote last, and since when the requester waits: since their first word that nobody else has replied to. */
export async function settleTicket(tenant: Tenant, id: number): Promise<void> {
  const messages = sql`support_messages m where ${inAccount(tenant, 'm')} and m.ticket_id = t.id`;
  await sql`
    update support_tickets t set
      last_message_at = coalesce((select m.created_at from ${messages} order by m.id desc limit 1), t.created_at),
      last_message_by = coalesce((select m.user_id from ${messages} order by m.id desc limit 1), t.user_id),
      waiting_since = case when t.status = 'open' then (
        select min(word.at) from (select t.created_at as at union all select m.created_at from ${messages}
          and m.user_id = t.user_id) as word
        where word.at > coalesce((select max(m.created_at) from ${messages} and m.user_id <> t.user_id), '-infinity')) end
    where ${inAccount(tenant, 't')} and t.id = ${id}`.execute(tenant.db);
}

/**
 * Open pages of the account hear of it, and the queue of super admins, who may be in any account; that it was read concerns only the
 * account.
 */
export function notifyOfTicket(tenant: Tenant, id: number, what: 'changed' | 'read' = 'changed'): void {
  notify(tenant, 'support_tickets', [id]);
  if (what === 'changed') notifyEveryone(tenant, 'support_queue');
}
