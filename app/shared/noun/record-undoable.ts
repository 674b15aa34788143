import type { Tenant } from '../../../platform/tenant.ts';
import { type NounName, recordTypeOf } from '../../base/nouns.ts';
import { recordAction } from '../runs/commands.ts';
import type { OneAction } from '../runs/words/one-labels.ts';

/** What was done to a record, and the group of changes by which its noun takes it back. */
export type Undoable = { id: number; name: string; changeGroup: number | null };

/** Records for Activity what a person did to one record, to be undone there and from its alert. Returns the run. */
export const recordUndoable = (tenant: Tenant, entity: NounName, action: OneAction, { id, name, changeGroup }: Undoable): Promise<number> =>
  recordAction(tenant, {
    ...{ subject: { code: 'one', name, action }, entity, action, undoable: true, changeGroup },
    record: { type: recordTypeOf(entity), id, label: name },
  });
