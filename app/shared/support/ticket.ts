/** What a ticket can be about, as the request form offers it, and the department in whose queue it then is where the account has it. */
export const topics = {
  Orders: 'Orders',
  Shipping: 'Orders',
  'Products and stock': 'Inventory',
  'Purchase orders': 'Purchasing',
  Connections: 'Support',
  'Import and export': 'Support',
  'Team and account': 'Support',
  'Something else': 'Support',
} as const;
export type Topic = keyof typeof topics;
export const topicNames = Object.keys(topics) as [Topic, ...Topic[]];

export const ticketStatuses = ['open', 'closed'] as const;
export type TicketStatus = (typeof ticketStatuses)[number];

/** A status as it is shown: the style of its label, and its word. */
export const statusLabels: Record<TicketStatus, { label: 'primary' | 'default'; humanReadable: string }> = {
  open: { label: 'primary', humanReadable: 'Open' },
  closed: { label: 'default', humanReadable: 'Closed' },
};

/** The button that changes a ticket's status says what it does. */
export const toggleLabels: Record<TicketStatus, string> = { open: 'Close Ticket', closed: 'Re-open Ticket' };

export const ticketIsClosed = 'Ticket is closed. No more messages are allowed';
export const ticketUpdated = 'Ticket has been updated';
export const messageCreated = 'Message has been created';

/** For how long the form says that its message was created, in ms. */
export const createdFlagMs = 300;
/** What is typed within this time is undone together, in ms. */
export const undoGroupMs = 5_000;

/** A ticket's whole subject in one line. */
export const subjectOf = ({ subject_1, subject_2 }: { subject_1: string; subject_2: string }): string => `${subject_1}: ${subject_2}`;

/** Only who wrote a message may edit or delete it, and only while the ticket is not closed. */
export const mayChangeMessage = (userId: number | null, message: { user_id: number }, { status }: { status: TicketStatus }): boolean =>
  message.user_id === userId && status !== 'closed';

/** The kinds of records that a ticket may be about. */
export const itemTypes = ['order', 'purchase_order', 'product', 'raw_material', 'connection'] as const;
export type ItemType = (typeof itemTypes)[number];
export const itemNouns: Record<ItemType, string> = {
  order: 'Order',
  purchase_order: 'Purchase order',
  product: 'Product',
  raw_material: 'Raw material',
  connection: 'Connection',
};

export const fileNotDeleted = 'File cannot be deleted at this time.  Please try again later.';
