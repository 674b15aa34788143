import { href } from 'react-router';
import { OnCard } from '../../../ui/list/columns/on-card.tsx';
import type { Bulk, Column, List } from '../../../ui/list/declaration.ts';
import { RelativeTime } from '../../../ui/time/relative-time.tsx';
import type { ListedTicket, QueuedTicket } from '../contract.ts';
import { subjectOf } from '../ticket.ts';
import { TicketStatusBadge } from './ticket-status.tsx';
import classes from './tickets-list.module.css';

type Shown = {
  departments?: readonly { id: number; name: string }[];
  queue?: boolean;
  /** What a filter by tag says. */
  tagNames?: Record<string, string>;
  bulk?: Bulk;
};
type Row = QueuedTicket & Partial<Pick<ListedTicket, 'tags'>>;

/** Tickets as a list; the queue of all accounts says whose each is, and has no tags, which are the account's own. */
export const ticketsList = ({ departments = [], queue = false, tagNames = {}, bulk }: Shown): List<Row> => ({
  noun: { one: 'ticket', many: 'tickets' },
  rowKey: ({ id }) => id,
  rowHref: ({ id }) => href('/support-tickets/:id', { id: String(id) }),
  rowName: subjectOf,
  rowTags: ({ tags = [] }) => tags,
  ...(bulk && { bulk }),
  filters: [
    { kind: 'search', key: 'search', label: 'Search tickets', placeholder: queue ? 'Subject, person or account' : 'Subject, person' },
    ...(queue
      ? []
      : [
          {
            kind: 'choice' as const,
            key: 'department',
            label: 'Department',
            options: departments.map(({ id, name }) => ({ value: String(id), label: name })),
          },
          {
            ...{ kind: 'choice' as const, extra: true as const, key: 'tag', label: 'Tag' },
            ...{ options: href('/tags/choices'), names: tagNames },
          },
        ]),
  ],
  columns: [
    {
      key: 'subject',
      title: 'Subject',
      wraps: true,
      cell: (ticket) => (
        <span className={classes.subject} data-unread={ticket.unread || undefined}>
          <span className={classes.words}>{subjectOf(ticket)}</span>
          {ticket.unread && <span className={classes.unread}>{queue ? 'waits' : 'unread'}</span>}
        </span>
      ),
      card: 'title',
    },
    {
      key: 'status',
      title: 'Status',
      width: 100,
      ...(queue && { hideBelow: 'md' as const }),
      cell: ({ status }) => <TicketStatusBadge status={status} />,
      card: 'badge',
    },
    ...(queue ? [accountColumn] : []),
    { key: 'requester', title: 'Requester', width: 130, hideBelow: 'md', cell: ({ user }) => user.name, card: 'text' },
    ...(queue ? [] : [departmentColumn]),
    { key: 'waiting_since', title: 'Waits for a reply', width: 124, ...(queue ? {} : { sort: 'ASC' as const }), cell: waits, card: 'text' },
    {
      key: 'last_message_at',
      title: 'Last message',
      width: 120,
      ...(queue ? {} : { sort: 'DESC' as const }),
      cell: ({ last_message_at }) => (
        <>
          <OnCard>last message </OnCard>
          <RelativeTime at={last_message_at} />
        </>
      ),
      card: 'meta',
    },
  ],
});

const accountColumn: Column<Row> = {
  key: 'account',
  title: 'Account',
  width: 150,
  cell: ({ user }) => user.account_name,
  card: 'text',
};
const departmentColumn: Column<Row> = {
  key: 'department',
  title: 'Department',
  width: 130,
  hideBelow: 'md',
  cell: ({ department }) => department,
};

function waits({ waiting_since }: Row) {
  if (!waiting_since) return null;
  return (
    <>
      <OnCard>waits </OnCard>
      <RelativeTime at={waiting_since} />
    </>
  );
}
