import { sql } from 'kysely';
import type { Tenant } from '../../../../platform/tenant.ts';
import { type AssignTerms, type AssignWork, assignVerbs } from '../../../shared/comments/assigning/verbs.ts';
import type { BulkNoun, Performed, Verb } from '../../../shared/runs/bulk/noun.ts';
import { type TagTerms, type TagWork, tagVerbs } from '../../../shared/tags/verbs.ts';
import {
  isUndoable,
  type PurchaseBulkAction,
  type PurchaseBulkWork,
  skipReason,
  takesBack,
} from '../../purchase-flow/contract/bulk-action.ts';
import { type LockedOrDeleted, type LockedPurchaseOrder, lockAlsoDeleted } from '../../purchase-flow/lock.ts';
import { clearErrors } from '../actions/clear-errors.ts';
import { remove } from '../actions/delete.ts';
import { archive, cancel, hold } from '../actions/flags.ts';
import { undoArchive, undoDelete, undoHolds } from '../actions/undo.ts';

const records = { name: 'purchase_orders', lock: lockAlsoDeleted, label: ({ po_number }: LockedOrDeleted) => po_number } as const;

/** What can be done with many purchase orders at once. */
export const purchaseBulk: BulkNoun<LockedOrDeleted, PurchaseBulkWork | AssignWork | TagWork, AssignTerms & TagTerms> = {
  ...records,
  present: sql`deleted_at is null`,
  verbs: {
    ...assignVerbs({ ...records, isDeleted: ({ deleted }) => deleted }),
    ...tagVerbs({ ...records, isDeleted: ({ deleted }) => deleted }),
    'clear-errors': verb('clear-errors', async (tenant, orders) => ({ left: (await clearErrors(tenant, orders)).left })),
    cancel: verb('cancel', all(cancel)),
    hold: verb('hold', all(hold)),
    'undo-hold': givesBack('undo-hold', undoHolds),
    archive: verb('archive', all(archive)),
    unarchive: givesBack('unarchive', undoArchive),
    delete: verb('delete', all(remove)),
    restore: givesBack('restore', undoDelete),
  },
};

type Act<Result> = (tenant: Tenant, orders: LockedPurchaseOrder[], group: number) => Promise<Result>;

function verb(work: PurchaseBulkAction, perform: Act<Performed>): Verb<LockedOrDeleted, PurchaseBulkWork, object> {
  return {
    skip: (order) => skipReason(work, order),
    perform: (tenant, orders, { group }) => perform(tenant, orders, group),
    ...(isUndoable(work) && { undo: takesBack[work] }),
  };
}

/** `undo` returns why some are left as they are. */
function givesBack(work: PurchaseBulkWork, undo: typeof undoHolds): Verb<LockedOrDeleted, PurchaseBulkWork, object> {
  return {
    skip: (order) => skipReason(work, order),
    giveBack: async (tenant, ids, group) => ({ left: await undo(tenant, ids, group) }),
  };
}

/** None is left out. */
function all(act: Act<unknown>): Act<Performed> {
  return async (tenant, orders, group) => {
    await act(tenant, orders, group);
    return {};
  };
}
