import { lazily } from '../../../ui/lazily.tsx';
import type { BulkAction, FieldsProps } from '../../../ui/list/declaration.ts';
import type { RecordType } from '../record.ts';

/** What assigning needs comes when records are to be assigned, rather than with the list. */
const load = () => import('./assign-fields.tsx');

/** Says who looks after the selected records of a list; `reload` reloads it. */
export const assigning = (type: RecordType, reload: () => void): BulkAction => ({
  label: 'Assign',
  text: 'A colleague looks after them from now on, and is told. It can be undone from Activity, each while nobody assigned it anew.',
  needs: 'assignee',
  Fields: fieldsOf[type],
  run: async (target, { assignee = '' }) => (await load()).startAssigning({ type, target, to: assignee, reload }),
});

const fields = (type: RecordType) => lazily<FieldsProps>(async () => ({ default: (await load()).assignFields(type) }));
const fieldsOf: Record<RecordType, BulkAction['Fields'] & {}> = {
  order: fields('order'),
  purchase_order: fields('purchase_order'),
  product: fields('product'),
};
