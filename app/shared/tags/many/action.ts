import { lazily } from '../../../ui/lazily.tsx';
import type { BulkAction, FieldsProps } from '../../../ui/list/declaration.ts';
import type { TaggedType } from '../tag.ts';

/** What it needs comes when records are to be tagged, rather than with the list: what is said of it, too. */
const load = () => import('./tag-fields.tsx');

/** Puts tags on the selected records of a list, or takes them off; `reload` reloads it. */
export const tagging = (type: TaggedType, reload: () => void): BulkAction[] =>
  (['Add tags', 'Remove tags'] as const).map((label) => ({
    label,
    text: null,
    ...{ needs: 'tags', lacking: 'Choose a tag.' },
    Fields: lazily<FieldsProps>(async () => ({ default: (await load()).tagFields(type, label) })),
    run: async (target, { tags = '' }) => (await load()).startTagging({ type, target, label, tags, reload }),
  }));
