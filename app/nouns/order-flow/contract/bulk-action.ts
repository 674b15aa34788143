import type { OutcomeSentence } from '../../../shared/runs/outcome-sentences.ts';
import { isEditable, type OrderStatus, unshippedStatuses } from '../order.ts';

/** Actions on many orders at once. Browser-safe. */
export const bulkActions = ['clear-errors', 'cancel', 'hold', 'unhold', 'change', 'archive', 'delete'] as const;
export type BulkAction = (typeof bulkActions)[number];

/** What a person decides about orders of a disconnected warehouse, also of many at once. */
export const formerDecisions = ['send-anew', 'end-here'] as const;
export type FormerDecision = (typeof formerDecisions)[number];

/** Writes an incomplete address as it was suggested. */
export const acceptAddress = 'accept-address';
/** So many suggestions are shown, and accepted, at once. */
export const mostAtOnce = 100;

/** What undoes an action: it runs over the orders of the earlier run, as a run of its own. */
export const takesBack = {
  hold: 'undo-hold',
  change: 'undo-change',
  [acceptAddress]: 'undo-change',
  archive: 'unarchive',
  delete: 'restore',
} as const;
export type Undoable = keyof typeof takesBack;
/** The work of a bulk run: an action, or the undo of one. */
export type BulkWork = BulkAction | FormerDecision | typeof acceptAddress | (typeof takesBack)[Undoable];

export const isUndoable = (action: string): action is Undoable => Object.hasOwn(takesBack, action);

/** What of many orders can be changed together, of those that have not left. */
export const changedTogether = ['shipping_code', 'warehouse_code', 'country', 'state', 'note'] as const;
export type ChangedTogether = (typeof changedTogether)[number];
/** What it is changed to; a warehouse to null where it is to be as the mappings say again. */
export type ChangeTerms = {
  set?: { [Each in Exclude<ChangedTogether, 'warehouse_code'>]?: string | undefined } & { warehouse_code?: string | null | undefined };
};

export type BulkFacts = {
  order_status: OrderStatus;
  in_amware: number;
  on_hold: boolean;
  /** Some of it has left, and what has not is not held here as a second parcel. */
  left_in_part: boolean;
  archived: boolean;
  deleted: boolean;
  open_issues: number;
  being_sent: boolean;
  /** The warehouse that it is with, where that cannot hold what it has. */
  without_hold: string | null;
};

/** Why an action skips an order; null when it applies. */
export function skipReason(work: BulkWork, order: BulkFacts): OutcomeSentence | null {
  if (work === 'restore') return order.deleted ? null : { code: 'there_already' };
  if (order.deleted) return { code: 'deleted_since' };
  if (work === 'unarchive') return order.archived ? null : { code: 'not_in_archive' };
  // Its warehouse and its parcels decide, when it is looked at.
  if (work === 'send-anew' || work === 'end-here') return null;
  return misfit(work === 'undo-hold' ? 'unhold' : work === 'undo-change' || work === acceptAddress ? 'change' : work, order);
}

function misfit(action: BulkAction, order: BulkFacts): OutcomeSentence | null {
  const status = order.order_status;
  switch (action) {
    case 'clear-errors':
      return order.open_issues > 0 ? null : { code: 'no_errors' };
    case 'cancel':
      return unshippedStatuses.includes(order.order_status) ? null : { code: 'too_late_to_cancel', status };
    case 'hold':
      if (order.on_hold) return { code: 'on_hold_already' };
      if (!unshippedStatuses.includes(order.order_status)) return { code: 'too_late_to_hold', status };
      if (order.left_in_part) return { code: 'held_too_late' };
      return order.without_hold === null ? null : { code: 'warehouse_without_hold', warehouse: order.without_hold };
    case 'unhold':
      if (!order.on_hold) return { code: 'not_on_hold' };
      return [...unshippedStatuses, 'partially_shipped'].includes(status) ? null : { code: 'unheld_too_late' };
    case 'change':
      if (order.being_sent) return { code: 'being_sent' };
      return isEditable(order) ? null : { code: 'too_late_to_change', status };
    case 'archive':
      if (order.archived) return { code: 'archived_already' };
      return ['shipped', 'fulfilled', 'cancelled'].includes(order.order_status) ? null : { code: 'not_finished', status };
    case 'delete':
      if (order.being_sent) return { code: 'being_sent' };
      return order.in_amware === 0 ? null : { code: 'with_warehouse' };
  }
}
