import type { OrderStatus } from '../order.ts';

/** What can be done with many orders at once. Browser-safe. */
export const bulkActions = ['clear-errors', 'cancel', 'hold', 'archive', 'delete'] as const;
export type BulkAction = (typeof bulkActions)[number];

export const bulkLabel: Record<BulkAction, string> = {
  'clear-errors': 'Clear Errors',
  cancel: 'Cancel',
  hold: 'Hold',
  archive: 'Archive',
  delete: 'Delete',
};

/** Can be taken back as a whole, from the run. */
export const undoable: readonly BulkAction[] = ['archive', 'delete'];

export type BulkFacts = {
  order_status: OrderStatus;
  in_amware: number;
  on_hold: boolean;
  archived: boolean;
  open_issues: number;
  being_sent: boolean;
};

/** Why an action leaves an order as it is; undefined when it applies. */
export function skipReason(action: BulkAction, order: BulkFacts): string | undefined {
  const status = order.order_status.replaceAll('_', ' ');
  switch (action) {
    case 'clear-errors':
      return order.open_issues > 0 ? undefined : 'It has no errors.';
    case 'cancel':
      return ['pending', 'error', 'packing'].includes(order.order_status) ? undefined : `It is ${status}: too late to cancel.`;
    case 'hold':
      if (order.on_hold) return 'It is on hold already.';
      return ['pending', 'error', 'packing'].includes(order.order_status) ? undefined : `It is ${status}: too late to hold.`;
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
