import type { OutcomeSentence } from '../../../shared/runs/outcome-sentences.ts';
import type { ActionFacts } from '../purchase-order.ts';
import { refusedBecause } from '../purchase-order.ts';

/** Actions on many purchase orders at once. Browser-safe. */
export const purchaseBulkActions = ['clear-errors', 'cancel', 'hold', 'archive', 'delete'] as const;
export type PurchaseBulkAction = (typeof purchaseBulkActions)[number];

/** The action that undoes another one: it runs over the purchase orders of the earlier run, as a run of its own. */
export const takesBack = { hold: 'undo-hold', archive: 'unarchive', delete: 'restore' } as const;
export type Undoable = keyof typeof takesBack;
export type PurchaseBulkWork = PurchaseBulkAction | (typeof takesBack)[Undoable];

export const isUndoable = (action: string): action is Undoable => Object.hasOwn(takesBack, action);

/** Why an action skips a purchase order; null when it applies. */
export function skipReason(work: PurchaseBulkWork, order: ActionFacts & { deleted: boolean }): OutcomeSentence | null {
  if (work === 'restore') return order.deleted ? null : { code: 'there_already' };
  return order.deleted ? { code: 'deleted_since' } : refusedBecause(work === 'undo-hold' ? 'unhold' : work, order);
}
