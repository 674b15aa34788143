/** A purchase order's statuses, their transitions, and what may be done in each. Pure and browser-safe. */
export const purchaseStatuses = ['pending', 'hold', 'received', 'closed_out', 'cancelled'] as const;
export type PurchaseStatus = (typeof purchaseStatuses)[number];

/** Allowed transitions. What has ended goes on only when goods come after all, a person undoes it, or the source takes it back. */
export const next: Record<PurchaseStatus, readonly PurchaseStatus[]> = {
  pending: ['hold', 'received', 'closed_out', 'cancelled'],
  hold: ['pending', 'received', 'closed_out', 'cancelled'],
  received: ['closed_out', 'pending', 'cancelled'],
  closed_out: ['received', 'pending', 'cancelled'],
  cancelled: ['pending', 'hold', 'received', 'closed_out'],
};

export const mayBecome = (from: PurchaseStatus, to: PurchaseStatus) => from === to || next[from].includes(to);

/** The facts that a status is derived from. Each is set only by the system or the person that knows it. */
export type PurchaseFacts = {
  cancelled: boolean;
  closed: boolean;
  /** Receipts that count; those that wait for a person do not. */
  receipts: number;
  onHold: boolean;
};

/**
 * Derives the status; settle.ts has the same rule in SQL, and a test compares them. The first matching row decides:
 *
 * | cancelled | closed | receipts | on hold | status     |
 * |-----------|--------|----------|---------|------------|
 * | yes       |        |          |         | cancelled  |
 * |           | yes    |          |         | closed_out |
 * |           |        | some     |         | received   |
 * |           |        | none     | yes     | hold       |
 * |           |        | none     | no      | pending    |
 */
export function statusOf({ cancelled, closed, receipts, onHold }: PurchaseFacts): PurchaseStatus {
  if (cancelled) return 'cancelled';
  if (closed) return 'closed_out';
  if (receipts > 0) return 'received';
  return onHold ? 'hold' : 'pending';
}

export const purchaseActions = [
  'hold',
  'unhold',
  'cancel',
  'receive',
  'close',
  'archive',
  'unarchive',
  'clear-errors',
  'delete',
  'edit',
  'sync',
] as const;
export type PurchaseAction = (typeof purchaseActions)[number];

/** What decides whether an action is allowed. */
export type ActionFacts = { status: PurchaseStatus; archived: boolean; open_issues: number; connection_id: number | null };

type Rule = { from: readonly PurchaseStatus[]; refusal: string; also?: (facts: ActionFacts) => string | null };

const ended = ['closed_out', 'cancelled'] as const;

/** From which statuses each action is allowed, and what is said where it is not. */
const rules: Record<PurchaseAction, Rule> = {
  hold: { from: ['pending'], refusal: 'Only a pending purchase order can be put on hold.' },
  unhold: { from: ['hold'], refusal: 'This purchase order is not on hold.' },
  cancel: { from: ['pending', 'hold'], refusal: 'Only a purchase order that is pending or on hold can be cancelled.' },
  receive: { from: ['received'], refusal: 'Nothing has been received that could be processed.' },
  close: { from: ['received'], refusal: 'Only a purchase order of which something was received can be closed short.' },
  archive: {
    from: ended,
    refusal: 'Only a purchase order that is closed out or cancelled can be archived.',
    also: ({ archived }) => (archived ? 'It is archived already.' : null),
  },
  unarchive: { from: purchaseStatuses, refusal: '', also: ({ archived }) => (archived ? null : 'It is not archived.') },
  'clear-errors': { from: purchaseStatuses, refusal: '', also: ({ open_issues }) => (open_issues > 0 ? null : 'It has no errors.') },
  delete: { from: ['pending'], refusal: 'Only a pending purchase order can be deleted.' },
  edit: { from: ['pending', 'received'], refusal: 'Only a purchase order that is pending, or of which a part has come, can be edited.' },
  sync: {
    from: ['pending', 'hold', 'received'],
    refusal: 'It has ended: nothing more of its source is read.',
    also: ({ connection_id }) => (connection_id === null ? 'It was made here: there is no source to read it from.' : null),
  },
};

/** Why an action is not allowed now; null when it is. */
export function refusalOf(action: PurchaseAction, facts: ActionFacts): string | null {
  const { from, refusal, also } = rules[action];
  if (!from.includes(facts.status)) return refusal;
  return also?.(facts) ?? null;
}

export const mayDo = (action: PurchaseAction, facts: ActionFacts) => refusalOf(action, facts) === null;

/** How the specification's screens name the statuses. */
export const statusLabel: Record<PurchaseStatus, string> = {
  pending: 'Pending',
  hold: 'Hold',
  received: 'Received',
  closed_out: 'Closed Out',
  cancelled: 'Cancelled',
};
