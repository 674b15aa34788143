import { sql } from 'kysely';
import { writeAudit } from '../../../platform/audit.ts';
import type { Columns } from '../../../platform/columns.ts';
import { invalid } from '../../../platform/http/refusal.ts';
import { inAccount } from '../../../platform/in-account.ts';
import { unlessRepeated } from '../../../platform/repeated.ts';
import type { SignedIn } from '../../../platform/signed-in.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { requireRoomForText } from '../files/quota.ts';
import { requireItem } from './about/items.ts';
import type { SupportRequest } from './contract.ts';
import { lockTicket, notifyOfTicket, recordOf, settleTicket } from './stored-ticket.ts';
import { type TicketStatus, topics } from './ticket.ts';

type Requester = Pick<SignedIn, 'name' | 'accountName'>;

/**
 * Raises a ticket and returns its id. The same form twice is one ticket, unless it says something else by then, and so is the same request
 * within a minute that is of no form.
 * @throws Refusal 404 for a record that does not exist; 413
 */
export const raiseTicket = (tenant: Tenant, requester: Requester, request: SupportRequest): Promise<number> =>
  request.key === undefined
    ? unlessRepeated(tenant, { name: 'raise ticket', body: request }, () => addTicket(tenant, requester, request))
    : addTicket(tenant, requester, request);

async function addTicket(tenant: Tenant, requester: Requester, request: SupportRequest): Promise<number> {
  const { subject_1, subject_2, description, item_type = null, item_id = null, key = null } = request;
  if ((item_type === null) !== (item_id === null)) throw invalid({ item_id: ['Give both the kind of record and its id, or neither.'] });
  const item = item_type !== null && item_id !== null ? await requireItem(tenant, item_type, item_id) : null;
  await requireRoomForText(tenant, description);
  const { rows } = await sql<Columns<'support_tickets', 'id'>>`
    insert into support_tickets (account_id, subject_1, subject_2, description, user_id, requester_name, account_name, department_id,
      item_type, item_id, form_key, last_message_by)
    values (${tenant.accountId}, ${subject_1}, ${subject_2}, ${description}, ${tenant.userId}, ${requester.name}, ${requester.accountName},
      ${await departmentOf(tenant, subject_1)}, ${item_type}, ${item_id}::bigint, ${key}, ${tenant.userId}::bigint)
    on conflict (account_id, form_key) do nothing returning id`.execute(tenant.db);
  if (!rows[0]) return ticketOfForm(tenant, requester, request);
  const { id } = rows[0];
  const to = { topic: subject_1, subject: subject_2, about: item && `${item.type.replaceAll('_', ' ')} ${item.name}` };
  await writeAudit(tenant, { verb: 'created', noun: 'support ticket', record: recordOf({ id, subject_1, subject_2 }), to });
  notifyOfTicket(tenant, id);
  return id;
}

/** The department whose queue the tickets of a topic begin in: one that has the name that `topics` gives. */
async function departmentOf(tenant: Tenant, topic: SupportRequest['subject_1']): Promise<number | null> {
  const { rows } = await sql<Columns<'departments', 'id'>>`
    select id from departments where ${inAccount(tenant)} and lower(name) = lower(${topics[topic]})`.execute(tenant.db);
  return rows[0]?.id ?? null;
}

/** The ticket of a form that was sent before. Who went back to the form since, and asked something else with it, raises another. */
async function ticketOfForm(tenant: Tenant, requester: Requester, request: SupportRequest): Promise<number> {
  const { subject_1, subject_2, description, key } = request;
  const { rows } = await sql<Columns<'support_tickets', 'id'>>`
    select id from support_tickets where ${inAccount(tenant)} and form_key = ${key} and user_id = ${tenant.userId}
      and subject_1 = ${subject_1} and subject_2 = ${subject_2} and description = ${description}`.execute(tenant.db);
  return rows[0]?.id ?? raiseTicket(tenant, requester, { ...request, key: undefined });
}

/** Closes or re-opens a ticket; to what it already is, nothing changes. @throws Refusal 404 */
export async function setTicketStatus(tenant: Tenant, id: number, status: TicketStatus): Promise<void> {
  const ticket = await lockTicket(tenant, id);
  if (ticket.status === status) return;
  await sql`
    update support_tickets set status = ${status}, closed_at = ${status === 'closed' ? sql`now()` : null}
    where ${inAccount(tenant)} and id = ${id}`.execute(tenant.db);
  await settleTicket(tenant, id);
  await writeAudit(tenant, {
    verb: 'changed',
    noun: 'support ticket',
    record: recordOf(ticket),
    from: { status: ticket.status },
    to: { status },
  });
  notifyOfTicket(tenant, id);
}

/** Puts a ticket into the queue of a department, or of none. @throws Refusal 404; Invalid for a department that does not exist */
export async function moveTicket(tenant: Tenant, id: number, departmentId: number | null): Promise<void> {
  const ticket = await lockTicket(tenant, id);
  const { rows } = await sql<Columns<'departments', 'id' | 'name'>>`
    select id, name from departments where ${inAccount(tenant)} and id = any(${[ticket.department_id, departmentId]}::bigint[])`.execute(
    tenant.db,
  );
  const nameOf = (wanted: number | null) => rows.find((row) => row.id === wanted)?.name ?? null;
  if (departmentId !== null && nameOf(departmentId) === null)
    throw invalid({ department_id: ['This department no longer exists. Reload, and choose again.'] });
  await sql`update support_tickets set department_id = ${departmentId} where ${inAccount(tenant)} and id = ${id}`.execute(tenant.db);
  const [from, to] = [{ department: nameOf(ticket.department_id) }, { department: nameOf(departmentId) }];
  await writeAudit(tenant, { verb: 'changed', noun: 'support ticket', record: recordOf(ticket), from, to });
  notifyOfTicket(tenant, id);
}

/** This person has read the ticket as far as it goes. @throws Refusal 404 */
export async function markRead(tenant: Tenant, id: number): Promise<void> {
  await lockTicket(tenant, id);
  await sql`
    insert into support_reads (account_id, ticket_id, user_id, read_at)
    select account_id, id, ${tenant.userId}, last_message_at from support_tickets where ${inAccount(tenant)} and id = ${id}
    on conflict (account_id, ticket_id, user_id) do update set read_at = excluded.read_at`.execute(tenant.db);
  notifyOfTicket(tenant, id, 'read');
}
