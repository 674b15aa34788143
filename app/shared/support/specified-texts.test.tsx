import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { rendered } from '../../../test/rendered.tsx';
import { AccountClock } from '../../ui/time/clock.tsx';
import { getTicketCall, type ListedTicket, listMessagesCall, requestSupportCall, type Ticket } from './contract.ts';
import SupportPage from './pages/request-page.tsx';
import TicketPage from './pages/ticket-page.tsx';
import { createdFlagMs, fileNotDeleted, messageCreated, ticketUpdated, undoGroupMs } from './ticket.ts';
import { ticketTabs } from './widgets/tabs.ts';
import { ticketsList } from './widgets/tickets-list.tsx';

// The texts that the specification quotes of tickets, in the situation that each belongs to.

const hourAgo = new Date(Date.now() - 3_600_000).toISOString();
const message = {
  ...{
    id: 9,
    body: '<p>Where <strong>is</strong> it?</p>',
    path: '/support-tickets/7/messages/9',
    created_at: hourAgo,
    edited_at: null,
    ...{ not_mailed: null, mailable: false },
  },
  ...{ owner: { name: 'Olive Reyes' }, ticket_closed: false, changeable: true, files: [] },
};
const ticket: Ticket = {
  ...{
    id: 7,
    status: 'open',
    status_label: { label: 'primary', humanReadable: 'Open' },
    subject_1: 'Shipping',
    subject_2: 'Parcels are late',
  },
  user: { name: 'Amira Baker', account_name: 'Northwind Gifts' },
  ...{ item_id: null, item: null, description: 'Since Monday.\nAll of them.', created_at: hourAgo, department: null, waiting_since: null },
  ...{ messages: [], has_older: false, pending: [] },
};
const about = { item_id: 4711, item: { type: 'order' as const, id: 4711, name: 'SO-4711', address: '/orders/4711' } };

function page(facts: Partial<Ticket>, isPast = false): string {
  const loaderData = { ticket: { ...ticket, ...facts }, departments: [], isElsewhere: false, isPast, userId: 1 };
  const props = { loaderData } as unknown as Parameters<typeof TicketPage>[0];
  return rendered(
    <AccountClock now={Date.now()} timezone="Europe/London" dateStyle="month_first">
      <TicketPage {...props} />
    </AccountClock>,
  );
}

describe('a ticket', () => {
  const always = [
    ...['Created', '1 h ago', 'UTC', 'Status', 'Requester', 'Amira Baker', 'Account', 'Northwind Gifts', 'Subject'],
    ...['Shipping: Parcels are late', 'Description', 'Since Monday.\nAll of them.', 'Messages'],
  ];
  test.each<[situation: string, facts: Partial<Ticket>, says: string[], not: string[]]>([
    ['that is open', {}, [...always, 'Open', 'Close Ticket', 'New message'], ['Item ID', 'Ticket is closed.', 'Re-open Ticket']],
    [
      'that is closed',
      { status: 'closed' },
      [...always, 'Closed', 'Re-open Ticket', 'Ticket is closed. No more messages are allowed'],
      ['Close Ticket', 'New message'],
    ],
    ['about a record', about, ['Item ID', '4711', 'Order', 'SO-4711'], []],
    ['about a record that is gone', { item_id: 4711 }, ['Item ID', '4711'], ['SO-4711']],
    ['with a message of one’s own', { messages: [message] }, ['Olive Reyes', 'Edit', 'Delete', 'Where', 'is'], []],
    ['with a message of somebody else', { messages: [{ ...message, changeable: false }] }, ['Olive Reyes'], ['Edit', 'Delete']],
    [
      'with older messages than are shown',
      { messages: [message], has_older: true },
      ['There are older messages than these. ', 'Older messages', 'Olive Reyes'],
      ['There are newer messages'],
    ],
    [
      'with a file',
      { messages: [{ ...message, files: [{ id: 1, name: 'late.csv', bytes: 1_536, address: '/x', picture: false, deletable: false }] }] },
      ['late.csv', '1.50 KB'],
      [],
    ],
  ])('%s', (_situation, facts, says, not) => {
    const text = page(facts);
    expect(says.filter((each) => !text.includes(each))).toEqual([]);
    expect(not.filter((each) => text.split('\n').some((line) => line.startsWith(each)))).toEqual([]);
  });
});

test('a page that begins before the oldest message says so, with the way to the newest', () => {
  const text = page({}, true);
  for (const each of ['There are no older messages.', 'Newest messages']) expect(text).toContain(each);
  expect(text).not.toContain('No messages yet.');
  expect(page({})).toContain('No messages yet.');
});

test('the request form has a topic, a subject and a description, and says what is missing', () => {
  const loaderData = {
    values: {},
    wrong: { subject_2: ['Write a subject.'] },
    sentence: 'This order does not exist.',
    item: about.item,
    key: 'x',
  };
  const text = rendered(<SupportPage {...({ loaderData } as unknown as Parameters<typeof SupportPage>[0])} />);
  for (const label of ['Topic', 'Subject', 'Description', 'Send', 'Write a subject.', 'SO-4711', 'This order does not exist.'])
    expect(text).toContain(label);
});

test('what is said after a click, and the times, are those of the specification', () => {
  expect([ticketUpdated, messageCreated]).toEqual(['Ticket has been updated', 'Message has been created']);
  expect(fileNotDeleted).toBe('File cannot be deleted at this time.  Please try again later.');
  expect([createdFlagMs, undoGroupMs]).toEqual([300, 5_000]);
});

test.each<[string, z.ZodType, string[]]>([
  [
    'Ticket',
    getTicketCall.replies[200],
    [
      ...['id', 'status', 'status_label.label', 'status_label.humanReadable', 'user.name', 'user.account_name', 'subject_1', 'subject_2'],
      ...['item_id', 'description', 'messages', 'created_at'],
    ],
  ],
  ['Ticket message', listMessagesCall.replies[200].element, ['id', 'body', 'path', 'created_at', 'owner.name', 'ticket_closed']],
  ['Support request', requestSupportCall.body as z.ZodType, ['subject_1', 'subject_2']],
])('%s has every field of the specification by its name', (_entity, schema, fields) => {
  const named = (name: string) =>
    name.split('.').reduce<unknown>((within, part) => (within as z.ZodObject | undefined)?.shape?.[part], schema);
  expect(fields.filter((each) => named(each) === undefined)).toEqual([]);
});

test.each<[situation: string, ticket: Pick<ListedTicket, 'status'> & Partial<ListedTicket>, says: string[]]>([
  ['that is open and unread', { status: 'open', unread: true }, ['Shipping: Parcels are late', 'Open', 'unread', 'Amira Baker']],
  ['that is closed', { status: 'closed', unread: false }, ['Closed']],
])('the list shows a ticket %s', (_situation, facts, says) => {
  const row: ListedTicket = {
    ...{ ...ticket, department: 'Orders', last_message_at: hourAgo, waiting_since: hourAgo, unread: false, tags: [] },
    ...facts,
  };
  const { columns } = ticketsList({});
  expect(columns.map(({ title }) => title)).toEqual(['Subject', 'Status', 'Requester', 'Department', 'Waits for a reply', 'Last message']);
  const text = rendered(
    <AccountClock now={Date.now()} timezone="UTC" dateStyle="month_first">
      {columns.map(({ key, cell }) => (
        <p key={key}>{cell(row)}</p>
      ))}
    </AccountClock>,
  );
  expect(says.filter((each) => !text.includes(each))).toEqual([]);
});

test.each([
  ['open, mine, closed and all', ticketTabs(false, { status: 'open' }), ['Open', 'Mine', 'Closed', 'All']],
  [
    'the queue of all accounts before them',
    ticketTabs(true, 'queue'),
    ['All accounts', 'All accounts, closed', 'Open', 'Mine', 'Closed', 'All'],
  ],
])('the tabs of tickets are %s', (_which, tabs, labels) => expect(tabs.map(({ label }) => label)).toEqual(labels));
