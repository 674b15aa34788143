/** What people can be told of. Browser-safe. */
export const kinds = {
  needs_reconnect: { label: 'A connection needs new credentials', department: 'Orders' },
  buyers_data: { label: 'A buyer’s data are requested or to be erased', department: 'Orders' },
  orders_waiting: { label: 'Orders wait for a person', department: 'Orders' },
  import_finished: { label: 'An import has ended', department: null },
  po_received: { label: 'A purchase order was received', department: 'Purchasing' },
  ticket_answered: { label: 'A ticket has a reply', department: 'Support' },
  webhook_off: { label: 'A webhook was switched off', department: null },
  key_paused: { label: 'An API key is paused or expires soon', department: null },
  mentioned: { label: 'Somebody mentions you', department: null },
  assigned: { label: 'Something is assigned to you', department: null },
} as const satisfies Record<string, Kind>;

type Kind = {
  label: string;
  /** Who is told where the account names nobody: the department of this name. Null: only the people whom the event concerns. */
  department: string | null;
};

export type NotificationKind = keyof typeof kinds;
/** Who is told where the account names nobody, in words. A reply to a ticket concerns whoever asked: it is never left to the admins. */
export function usualRecipients(kind: NotificationKind): string {
  const { department } = kinds[kind];
  if (department === null) return 'Whoever it concerns';
  return kind === 'ticket_answered' ? `Whoever asked, and ${department}` : `${department}, or admins when nobody is in it`;
}

export const kindNames = Object.keys(kinds) as [NotificationKind, ...NotificationKind[]];

export const kindLabels = Object.fromEntries(kindNames.map((kind) => [kind, kinds[kind].label]));

/** The kinds that an account chooses recipients for; the others concern a person. */
export const ruledKinds = kindNames.filter((kind) => kind !== 'mentioned' && kind !== 'assigned');
