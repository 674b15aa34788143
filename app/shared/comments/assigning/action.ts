import { lazily } from '../../../ui/lazily.tsx';
import type { BulkAction, FieldsProps } from '../../../ui/list/declaration.ts';
import type { RecordType } from '../record.ts';

/** What assigning needs comes when records are to be assigned, rather than with the list: what is said of it, too. */
const load = () => import('./assign-fields.tsx');

/** Says who looks after the selected records of a list; `reload` reloads it. */
export const assigning = (type: RecordType, reload: () => void): BulkAction => ({
  label: 'Assign',
  text: null,
  ...{ needs: 'assignee', lacking: 'Choose a colleague.' },
  Fields: lazily<FieldsProps>(async () => ({ default: (await load()).assignFields(type) })),
  run: async (target, { assignee = '' }) => (await load()).startAssigning({ type, target, to: assignee, reload }),
});
