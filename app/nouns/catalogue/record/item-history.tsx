import { Section } from '../../../ui/blocks/section.tsx';
import { Timeline, type TimelineEntry } from '../../../ui/blocks/timeline.tsx';
import { fieldTitles } from '../values/fields.ts';
import type { ItemChange } from './history.ts';

const verbs: Record<string, string> = { created: 'Created', changed: 'Changed', deleted: 'Deleted' };
const titles: Record<string, string> = { ...fieldTitles, category: 'Category', sku: 'SKU', set_here: 'Set here', image: 'Image' };

type Props = {
  changes: readonly ItemChange[];
  /** Above the entries. */
  box?: React.ReactNode;
  /** Entries of other kinds. */
  more?: readonly TimelineEntry[];
};

/** What people did to an item, with what each field was before. */
export function ItemHistory({ changes, box, more = [] }: Props) {
  return (
    <Section title="What happened">
      {box}
      {changes.length + more.length === 0 ? (
        <p className="soft">Nobody has changed it here.</p>
      ) : (
        <Timeline entries={[...changes.map(entryOf), ...more].toSorted((a, b) => new Date(b.at).getTime() - new Date(a.at).getTime())} />
      )}
    </Section>
  );
}

const entryOf = ({ id, at, verb, by, changes: fields }: ItemChange): TimelineEntry => ({
  key: id,
  at,
  by,
  text: verbs[verb] ?? verb,
  detail: <Fields fields={fields} isNew={verb === 'created'} />,
});

function Fields({ fields, isNew }: { fields: ItemChange['changes']; isNew: boolean }) {
  return (
    <ul>
      {Object.entries(fields).map(([field, { from, to }]) => (
        <li key={field}>
          {titles[field] ?? field}: {!isNew && <del>{inWords(field, from)}</del>} <ins>{inWords(field, to)}</ins>
        </li>
      ))}
    </ul>
  );
}

/** Of what was set here: the fields by their titles. */
function inWords(field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return field === 'set_here' ? 'nothing' : 'empty';
  if (field !== 'set_here') return String(value);
  return String(value)
    .split(', ')
    .map((each) => titles[each] ?? each)
    .join(', ');
}
