import { sql } from 'kysely';
import type { Column, Columns } from '../../../../platform/columns.ts';
import { notifyEveryone } from '../../../../platform/events.ts';
import { refuse } from '../../../../platform/http/refusal.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { SignedIn } from '../../../../platform/signed-in.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { noTicket } from '../ticket-account.ts';
import type { TicketNote } from './contract.ts';

/**
 * Whether a person may read and write the notes of a ticket: super admins may, but for one who raised it, since a requester sees none.
 * The database refuses everybody else too, by a policy of the table.
 */
export const mayHaveNotes = ({ role, userId }: Pick<SignedIn, 'role' | 'userId'>, requesterId: number): boolean =>
  role === 'super' && userId !== requesterId;

/** @throws Refusal 404 for a ticket that does not exist, or that this person raised */
export async function requireNotes(tenant: Tenant, session: SignedIn, ticketId: number): Promise<void> {
  const { rows } = await sql<Columns<'support_tickets', 'user_id'>>`
    select user_id from support_tickets where ${inAccount(tenant)} and id = ${ticketId}`.execute(tenant.db);
  if (!rows[0] || !mayHaveNotes(session, rows[0].user_id)) throw noTicket();
}

type NoteRow = Columns<'support_notes', 'id' | 'body' | 'created_at' | 'user_id'> & { name: Column<'users', 'name'> | null };

/** A ticket has no more. */
const mostNotes = 500;

/** The notes of a ticket, the oldest first. Whether this person may read them was decided before. */
export async function listNotes(tenant: Tenant, ticketId: number): Promise<TicketNote[]> {
  const { rows } = await sql<NoteRow>`
    select n.id, n.body, n.created_at, n.user_id, u.name from support_notes n left join users u on u.id = n.user_id
    where ${inAccount(tenant, 'n')} and n.ticket_id = ${ticketId} order by n.id limit ${mostNotes}`.execute(tenant.db);
  return rows.map(({ user_id, name, ...note }) => ({
    ...note,
    owner: { name: name ?? 'A former colleague' },
    deletable: user_id === tenant.userId,
  }));
}

/** Adds a note, also to a closed ticket. Neither the requester nor anybody of the account hears of it. @throws Refusal 409 */
export async function createNote(tenant: Tenant, ticketId: number, body: string): Promise<number> {
  // Serialises those who write at once.
  await sql`select from support_tickets where ${inAccount(tenant)} and id = ${ticketId} for no key update`.execute(tenant.db);
  const { rows } = await sql<Columns<'support_notes', 'id'>>`
    insert into support_notes (account_id, ticket_id, user_id, body)
    select ${tenant.accountId}, ${ticketId}, ${tenant.userId}, ${body}
    where (select count(*) from support_notes n where ${inAccount(tenant, 'n')} and n.ticket_id = ${ticketId}) < ${mostNotes}
    returning id`.execute(tenant.db);
  if (!rows[0]) throw refuse(409, 'too_many', `A ticket can have ${mostNotes} notes. Delete some of yours first.`);
  notifyEveryone(tenant, 'support_queue');
  return rows[0].id;
}

/** Deletes a note of one's own. @throws Refusal 403, 404 */
export async function deleteNote(tenant: Tenant, ticketId: number, id: number): Promise<void> {
  const { rows } = await sql<Columns<'support_notes', 'user_id'>>`
    select user_id from support_notes where ${inAccount(tenant)} and ticket_id = ${ticketId} and id = ${id} for update`.execute(tenant.db);
  if (!rows[0]) throw refuse(404, 'not_found', 'This note no longer exists.');
  if (rows[0].user_id !== tenant.userId) throw refuse(403, 'not_yours', 'Only the person who wrote a note can delete it.');
  await sql`delete from support_notes where ${inAccount(tenant)} and id = ${id}`.execute(tenant.db);
  notifyEveryone(tenant, 'support_queue');
}
