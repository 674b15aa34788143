import { type OrderStatus, unshippedStatuses } from '../order.ts';

/** Actions on many orders at once. Browser-safe. */
export const bulkActions = ['clear-errors', 'cancel', 'hold', 'unhold', 'archive', 'delete'] as const;
export type BulkAction = (typeof bulkActions)[number];

export const bulkLabel: Record<BulkAction, string> = {
  'clear-errors': 'Clear Errors',
  cancel: 'Cancel',
  hold: 'Hold',
  unhold: 'Unhold',
  archive: 'Archive',
  delete: 'Delete',
};

/** What a person decides about orders of a disconnected warehouse, also of many at once. */
export const formerDecisions = ['send-anew', 'end-here'] as const;
export type FormerDecision = (typeof formerDecisions)[number];

/** The action that undoes another one: it runs over the orders of the earlier run, as a run of its own. */
export const takesBack = { hold: 'unhold', archive: 'unarchive', delete: 'restore' } as const;
export type Undoable = keyof typeof takesBack;
/** The work of a bulk run: an action, or the undo of one. */
export type BulkWork = BulkAction | FormerDecision | (typeof takesBack)[Undoable];

/** The names of all that is done with many orders. */
export const workLabel: Record<BulkWork, string> = {
  ...{ ...bulkLabel, 'send-anew': 'Send anew', 'end-here': 'Cancel here' },
  ...{ unarchive: 'Unarchive', restore: 'Restore' },
};

export const isUndoable = (action: string): action is Undoable => Object.hasOwn(takesBack, action);

export type BulkFacts = {
  order_status: OrderStatus;
  in_amware: number;
  on_hold: boolean;
  archived: boolean;
  deleted: boolean;
  open_issues: number;
  being_sent: boolean;
};

/** Why an action skips an order; undefined when it applies. */
export function skipReason(work: BulkWork, order: BulkFacts): string | undefined {
  if (work === 'restore') return order.deleted ? undefined : 'It is there already.';
  if (order.deleted) return 'It has been deleted since.';
  if (work === 'unarchive') return order.archived ? undefined : 'It is not in the archive.';
  // Its warehouse and its parcels decide, when it is looked at.
  if (work === 'send-anew' || work === 'end-here') return undefined;
  return misfit(work, order);
}

function misfit(action: BulkAction, order: BulkFacts): string | undefined {
  const status = order.order_status.replaceAll('_', ' ');
  switch (action) {
    case 'clear-errors':
      return order.open_issues > 0 ? undefined : 'It has no errors.';
    case 'cancel':
      return unshippedStatuses.includes(order.order_status) ? undefined : `It is ${status}: too late to cancel.`;
    case 'hold':
      if (order.on_hold) return 'It is on hold already.';
      return unshippedStatuses.includes(order.order_status) ? undefined : `It is ${status}: too late to hold.`;
    case 'unhold':
      return order.on_hold ? undefined : 'It is not on hold.';
    case 'archive':
      if (order.archived) return 'It is archived already.';
      return ['shipped', 'fulfilled', 'cancelled'].includes(order.order_status)
        ? undefined
        : `It is ${status}: only what is finished can be archived.`;
    case 'delete':
      if (order.being_sent) return 'It is being sent to the warehouse at this moment.';
      return order.in_amware === 0 ? undefined : 'It is with the warehouse.';
  }
}
