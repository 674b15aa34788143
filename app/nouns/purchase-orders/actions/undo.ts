import type { Tenant } from '../../../../platform/tenant.ts';
import { flagUndo } from '../../../base/changes/flags.ts';
import { type UndoVerb, undoEach } from '../../../base/changes/undo.ts';
import type { OutcomeSentence } from '../../../shared/runs/outcome-sentences.ts';
import { type LockedOrDeleted, lockAlsoDeleted } from '../../purchase-flow/lock.ts';
import { bringBack } from './delete.ts';
import { endHold, takeOutOfArchive } from './flags.ts';

/** Takes back what a group of changes did to these, as far as it stands. Returns why some stay as they are. */
const undoBy = (verb: UndoVerb<void, OutcomeSentence>) => (tenant: Tenant, ids: readonly number[], group: number) =>
  undoEach(tenant, group, ids, verb);

type Turn = (tenant: Tenant, orders: LockedOrDeleted[]) => Promise<void>;

const inverse = (field: 'on_hold' | 'archived' | 'deleted', turnBack: Turn, otherwise: OutcomeSentence) =>
  flagUndo<OutcomeSentence>({
    ...{ noun: 'purchase order', field },
    lock: async (tenant, ids) => (await lockAlsoDeleted(tenant, ids)).map((order) => ({ id: order.id, is: order[field] })),
    // Nothing but what turned it on has a group by which it is undone.
    turn: async (tenant, ids) => turnBack(tenant, await lockAlsoDeleted(tenant, ids)),
    changedSince: (changed, by) => (by ? { code: 'changed_by', ...by.kept } : changed === '' ? { code: 'deleted_since' } : otherwise),
  });

export const undoHolds = undoBy(inverse('on_hold', endHold, { code: 'purchase_not_on_hold' }));
export const undoArchive = undoBy(inverse('archived', takeOutOfArchive, { code: 'not_archived' }));
export const undoDelete = undoBy(inverse('deleted', bringBack, { code: 'there_already' }));
