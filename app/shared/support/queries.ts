import { sql } from 'kysely';
import type { Column, Columns } from '../../../platform/columns.ts';
import { existing } from '../../../platform/http/refusal.ts';
import { inAccount, inAnyAccount } from '../../../platform/in-account.ts';
import type { Paginated } from '../../../platform/list/query.ts';
import { paginate, readPage } from '../../../platform/list/read-page.ts';
import type { ListSource } from '../../../platform/list/source.ts';
import type { SignedIn } from '../../../platform/signed-in.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { wordReason } from '../../base/reasons.ts';
import type { Attachment } from '../files/contract.ts';
import { sniffedAsPicture } from '../files/sniff.ts';
import { filteredByTag } from '../tags/filter.ts';
import { withTags } from '../tags/tags.ts';
import { findItem } from './about/items.ts';
import {
  type ListedTicket,
  listQueueCall,
  listTicketsCall,
  type QueuedTicket,
  type QueueQuery,
  type Ticket,
  type TicketMessage,
  type TicketQuery,
} from './contract.ts';
import { wantsMail } from './mail/mail.ts';
import { listNotes, mayHaveNotes } from './notes/notes.ts';
import { type ItemType, mayChangeMessage, statusLabels, type TicketStatus } from './ticket.ts';
import { noTicket } from './ticket-account.ts';
import { isUnread } from './unread.ts';

type ListedRow = Columns<'support_tickets', 'id' | 'subject_1' | 'subject_2' | 'created_at' | 'last_message_at' | 'waiting_since'> &
  Columns<'support_tickets', 'requester_name' | 'account_name'> & {
    status: TicketStatus;
    department: Column<'departments', 'name'> | null;
    unread: boolean;
  };

type TicketSource = ListSource<'support_tickets', TicketQuery['orderBy']>;

async function sourceOf(tenant: Tenant, { status, mine, department, tag }: TicketQuery): Promise<TicketSource> {
  const { indexed, filters } = await filteredByTag(tenant, 'ticket', sql`support_tickets.id`, tag);
  return {
    table: 'support_tickets',
    sorts: { last_message_at: 'last_message_at', created_at: 'created_at', waiting_since: 'waiting_since' },
    words: ['subject_1', 'subject_2', 'requester_name', 'description'],
    indexed,
    filters: [
      ...filters,
      ...(status === 'all' ? [] : [sql`status = ${status}`]),
      ...(mine ? [sql`user_id = ${tenant.userId}`] : []),
      ...(department ? [sql`department_id = ${department}`] : []),
    ],
  };
}

/** One page of the account's tickets, with their tags. */
export async function listTickets(tenant: Tenant, query: TicketQuery): Promise<Paginated<ListedTicket>> {
  return readPage(tenant, listTicketsCall, query, await sourceOf(tenant, query), async (ids) => {
    const { rows } = await sql<ListedRow>`
      select ${columns(tenant)} from support_tickets t where ${inAccount(tenant, 't')} and t.id = any(${ids}::bigint[])`.execute(tenant.db);
    return withTags(tenant, 'ticket', rows.map(listedOf));
  });
}

/** The queue counts and turns to so many. */
const mostQueued = 10_000;

/**
 * One page of the tickets of all accounts, which only a super admin sees: those that wait for a reply, the longest first, then the rest.
 * What the person has read, and the departments, are known in their own account alone.
 */
export async function listQueue(tenant: Tenant, query: QueueQuery): Promise<Paginated<QueuedTicket>> {
  const { status, search, page, perPage } = query;
  const words = sql`lower(concat_ws(' ', t.subject_1, t.subject_2, t.requester_name, t.account_name))`;
  const where = sql`${status === 'all' ? sql`true` : sql`t.status = ${status}`} and position(${search.toLowerCase()} in ${words}) > 0`;
  const [{ rows: counted }, { rows }] = await Promise.all([
    sql<{
      total: number;
    }>`select count(*)::int as total from (select t.id from support_tickets t where ${inAnyAccount('t')} and ${where}
      limit ${mostQueued + 1}) as near`.execute(tenant.db),
    sql<ListedRow>`
      select ${facts}, d.name as department, t.waiting_since is not null as unread from support_tickets t
      left join departments d on ${inAnyAccount('d')} and d.account_id = t.account_id and d.id = t.department_id
      where ${inAnyAccount('t')} and ${where}
      order by t.waiting_since nulls last, t.last_message_at desc, t.id
        limit ${perPage} offset ${Math.min((page - 1) * perPage, mostQueued)}`.execute(tenant.db),
  ]);
  const total = counted[0]?.total ?? 0;
  return paginate(listQueueCall.path, query, {
    data: rows.map(listedOf),
    total: Math.min(total, mostQueued),
    exact: total <= mostQueued,
    scanned: null,
  });
}

const facts = sql`
  t.id, t.subject_1, t.subject_2, t.created_at, t.last_message_at, t.waiting_since, t.requester_name, t.account_name, t.status`;

const columns = (tenant: Tenant) => sql`
  ${facts},
  (select d.name from departments d where ${inAccount(tenant, 'd')} and d.id = t.department_id) as department,
    ${isUnread(tenant)} as unread`;

const listedOf = ({ requester_name: name, account_name, ...row }: ListedRow): QueuedTicket => ({
  ...row,
  status_label: statusLabels[row.status],
  user: { name, account_name },
});

type TicketRow = Columns<
  'support_tickets',
  'id' | 'subject_1' | 'subject_2' | 'description' | 'created_at' | 'waiting_since' | 'item_id' | 'department_id' | 'user_id'
> & {
  status: TicketStatus;
  item_type: ItemType | null;
  requester: string;
  account_name: Column<'accounts', 'name'>;
  department_name: Column<'departments', 'name'> | null;
};

type Reader = Pick<SignedIn, 'role' | 'userId'>;

/** A ticket of this account with all that its page shows to this person; of messages those `before` this one. @throws Refusal 404 */
export async function getTicket(tenant: Tenant, id: number, reader: Reader, before?: number): Promise<Ticket> {
  const { rows } = await sql<TicketRow>`
    select t.id, t.subject_1, t.subject_2, t.description, t.status, t.created_at, t.waiting_since, t.item_type, t.item_id, t.department_id,
      t.user_id, d.name as department_name, coalesce(u.name, t.requester_name) as requester, a.name as account_name
    from support_tickets t
    join accounts a on a.id = t.account_id
    left join users u on u.id = t.user_id
    left join departments d on ${inAccount(tenant, 'd')} and d.id = t.department_id
    where ${inAccount(tenant, 't')} and t.id = ${id}`.execute(tenant.db);
  const row = existing(rows[0], noTicket);
  const { item_type, department_id, department_name, requester, account_name, user_id, ...ticket } = row;
  const [item, conversation, notes, pending] = await Promise.all([
    findItem(tenant, item_type, row.item_id),
    readMessages(tenant, row, before),
    mayHaveNotes(reader, user_id) ? listNotes(tenant, id) : null,
    listFiles(tenant, row, 'pending'),
  ]);
  return {
    ...ticket,
    status_label: statusLabels[row.status],
    user: { name: requester, account_name },
    item,
    department: department_id === null ? null : { id: department_id, name: department_name ?? '' },
    ...conversation,
    ...(notes && { notes }),
    pending: pending.map(({ message_id: _, ...file }) => file),
  };
}

/** The newest messages of a ticket, the oldest of them first. @throws Refusal 404 */
export async function listMessages(tenant: Tenant, ticketId: number): Promise<TicketMessage[]> {
  const { rows } = await sql<Stage>`
    select id, status from support_tickets where ${inAccount(tenant)} and id = ${ticketId}`.execute(tenant.db);
  if (!rows[0]) throw noTicket();
  return (await readMessages(tenant, rows[0])).messages;
}

type Stage = Columns<'support_tickets', 'id'> & { status: TicketStatus };
type MessageRow = Columns<'support_messages', 'id' | 'body' | 'created_at' | 'edited_at' | 'user_id' | 'mail_refused_because'> & {
  name: Column<'users', 'name'> | null;
  mailable: boolean;
  has_older: boolean;
};

/** A conversation is read by people: nobody reads more of them, nor more bytes of them. The newest are shown. */
const [mostMessages, mostBytes] = [1_000, 2_000_000];

type Read = Pick<Ticket, 'messages' | 'has_older'>;

async function readMessages(tenant: Tenant, ticket: Stage, before = Number.MAX_SAFE_INTEGER): Promise<Read> {
  const [{ rows }, files] = await Promise.all([
    sql<MessageRow>`
      select id, body, created_at, edited_at, user_id, mail_refused_because, name, mailable, has_older from (
        select sum(m.bytes) over (order by m.id desc) as all_bytes, lead(m.id) over (order by m.id desc) is not null as has_older,
          m.id, m.body, m.created_at, m.edited_at, m.user_id, m.mail_refused_because, u.name,
          m.mail_refused_because is not null and ${wantsMail(tenant)} as mailable
        from support_messages m
        join support_tickets t on ${inAccount(tenant, 't')} and t.id = m.ticket_id
        left join users u on u.id = m.user_id
        where ${inAccount(tenant, 'm')} and m.ticket_id = ${ticket.id} and m.id < ${before} order by m.id desc limit ${mostMessages}
      ) as latest where all_bytes <= ${mostBytes} order by id`.execute(tenant.db),
    listFiles(tenant, ticket, 'sent'),
  ]);
  const filesOf = Map.groupBy(files, ({ message_id }) => message_id);
  const messages = rows.map(({ user_id, name, mail_refused_because: refused, has_older: __, ...message }) => ({
    ...message,
    not_mailed: refused === null ? null : wordReason(refused),
    path: `/support-tickets/${ticket.id}/messages/${message.id}`,
    owner: { name: name ?? 'A former colleague' },
    ticket_closed: ticket.status === 'closed',
    changeable: mayChangeMessage(tenant.userId, { user_id }, ticket),
    files: (filesOf.get(message.id) ?? []).map(({ message_id: _, ...file }) => file),
  }));
  return { messages, has_older: rows[0]?.has_older ?? false };
}

type FileRow = Columns<'files', 'id' | 'name' | 'bytes' | 'content_type'> & Columns<'support_files', 'message_id' | 'user_id'>;

/** The files of a ticket's messages, or those of this person that wait for a message. */
async function listFiles(
  tenant: Tenant,
  ticket: Stage,
  which: 'sent' | 'pending',
): Promise<(Attachment & { message_id: number | null })[]> {
  const these = which === 'sent' ? sql`s.message_id is not null` : sql`s.message_id is null and s.user_id = ${tenant.userId}`;
  const { rows } = await sql<FileRow>`
    select f.id, f.name, f.bytes, f.content_type, s.message_id, s.user_id
    from support_files s join files f on ${inAccount(tenant, 'f')} and f.id = s.file_id
    where ${inAccount(tenant, 's')} and s.ticket_id = ${ticket.id} and ${these} order by f.id`.execute(tenant.db);
  return rows.map((row) => attachmentOf(tenant, ticket, row));
}

/** A file as the ticket's page shows it. */
export function attachmentOf(tenant: Tenant, ticket: Stage, file: FileRow): Attachment & { message_id: number | null } {
  const { id, name, bytes, content_type, message_id, user_id } = file;
  return {
    ...{ id, name, bytes, message_id },
    address: `/support-tickets/${ticket.id}/files/${id}`,
    picture: sniffedAsPicture(content_type),
    deletable: mayChangeMessage(tenant.userId, { user_id }, ticket),
  };
}
