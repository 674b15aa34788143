import { type PurchaseRefusal, wordPurchaseRefusal } from '../../base/purchase-refusals.ts';
import type { Status } from '../../ui/status/statuses.ts';

/** A purchase order's statuses, their transitions, and what may be done in each. Pure and browser-safe. */
export const purchaseStatuses = ['pending', 'hold', 'received', 'closed_out', 'cancelled'] as const;
export type PurchaseStatus = (typeof purchaseStatuses)[number];

/** Allowed transitions. What has ended goes on only when goods come after all, a person undoes it, or the source takes it back. */
export const next: Record<PurchaseStatus, readonly PurchaseStatus[]> = {
  pending: ['hold', 'received', 'closed_out', 'cancelled'],
  hold: ['pending', 'received', 'closed_out', 'cancelled'],
  received: ['closed_out', 'pending', 'hold', 'cancelled'],
  closed_out: ['received', 'pending', 'hold', 'cancelled'],
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

/** What decides whether an action is allowed. */
export type ActionFacts = { status: PurchaseStatus; archived: boolean; open_issues: number; connection_id: number | null };

type Code = PurchaseRefusal['code'];
/** `refusal`: why, for a status that is not among these; none where all are. */
type Rule = { from: readonly PurchaseStatus[]; refusal?: Code; also?: (facts: ActionFacts) => Code | null };

const ended = ['closed_out', 'cancelled'] as const;

/** From which statuses each action is allowed, and what is said where it is not. */
const rules = {
  hold: { from: ['pending'], refusal: 'only_pending_held' },
  unhold: { from: ['hold'], refusal: 'purchase_not_on_hold' },
  cancel: { from: ['pending', 'hold'], refusal: 'only_open_cancelled' },
  receive: { from: ['received'], refusal: 'nothing_received' },
  close: { from: ['received'], refusal: 'only_received_closed' },
  archive: { from: ended, refusal: 'only_ended_archived', also: ({ archived }) => (archived ? 'archived_already' : null) },
  unarchive: { from: purchaseStatuses, also: ({ archived }) => (archived ? null : 'not_archived') },
  'clear-errors': { from: purchaseStatuses, also: ({ open_issues }) => (open_issues > 0 ? null : 'no_errors') },
  delete: { from: ['pending'], refusal: 'only_pending_deleted' },
  edit: { from: ['pending', 'received'], refusal: 'only_open_edited' },
  sync: {
    from: ['pending', 'hold', 'received'],
    refusal: 'ended_at_source',
    also: ({ connection_id }) => (connection_id === null ? 'made_here' : null),
  },
} satisfies Record<string, Rule>;
export type PurchaseAction = keyof typeof rules;
export const purchaseActions = Object.keys(rules) as PurchaseAction[];

/** Why an action is not allowed now; null when it is. */
export function refusedBecause(action: PurchaseAction, facts: ActionFacts): PurchaseRefusal | null {
  const { from, refusal, also }: Rule = rules[action];
  const code = from.includes(facts.status) ? also?.(facts) : refusal;
  return code ? { code } : null;
}

/** The same in words. */
export function refusalOf(action: PurchaseAction, facts: ActionFacts): string | null {
  const because = refusedBecause(action, facts);
  return because && wordPurchaseRefusal(because);
}

export const mayDo = (action: PurchaseAction, facts: ActionFacts) => refusedBecause(action, facts) === null;

/** How the specification's screens name the statuses. */
export const statusLabel: Record<PurchaseStatus, string> = {
  pending: 'Pending',
  hold: 'Hold',
  received: 'Received',
  closed_out: 'Closed Out',
  cancelled: 'Cancelled',
};

const looks: Record<PurchaseStatus, Status> = {
  pending: 'pending',
  hold: 'hold',
  received: 'accepted',
  closed_out: 'done',
  cancelled: 'cancelled',
};

/** How a status is shown: the sign and colour, and the label. */
export const statusLook = (status: PurchaseStatus) => ({ status: looks[status], label: statusLabel[status] });
