import { undoRun } from '../../../shared/runs/working/report-outcome.ts';
import chips from '../../../shared/tags/widgets/tags.module.css';
import { RowActions, RowButton } from '../../../ui/buttons/row-button.tsx';
import { DeleteButton } from '../../../ui/dialog/delete-button.tsx';
import { OnCard } from '../../../ui/list/columns/on-card.tsx';
import type { Column, List } from '../../../ui/list/declaration.ts';
import { type CountedTag, deleteTagCall } from '../contract.ts';
import { countOf, deletionText } from '../sentences.ts';

/** What opens the form of a tag, and the dialog that merges it. */
type Actions = { onEdit: (tag: CountedTag) => void; onMerge: (tag: CountedTag) => void };

/** The tags; `actions`: null for who may not change them. */
export const tagsList = (actions: Actions | null): List<CountedTag> => ({
  ...{ noun: { one: 'tag', many: 'tags' }, rowKey: ({ id }) => id, rowName: ({ name }) => name },
  filters: [{ kind: 'search', key: 'search', label: 'Search by name', placeholder: 'Name' }],
  columns: [
    {
      ...{ key: 'name', title: 'Name', sort: 'ASC', card: 'title' },
      cell: ({ name, color }) => (
        <span className={chips.tag} data-tone={color} style={{ paddingRight: 9 }}>
          {name}
        </span>
      ),
    },
    {
      ...{ key: 'records', title: 'Records', width: 150, align: 'right', sort: 'DESC', card: 'text' },
      cell: ({ records }) => (
        <>
          {countOf(records)}
          <OnCard> {records === 1 ? 'record' : 'records'}</OnCard>
        </>
      ),
    },
    ...(actions ? [actionsOf(actions)] : []),
  ],
});

const actionsOf = ({ onEdit, onMerge }: Actions): Column<CountedTag> => ({
  ...{ key: 'actions', title: 'Actions', width: 230, align: 'right', card: 'figure' },
  cell: (tag) => (
    <RowActions>
      <RowButton aria-label={`Edit ${tag.name}`} onClick={() => onEdit(tag)}>
        Edit
      </RowButton>
      <RowButton aria-label={`Merge ${tag.name} into another tag`} onClick={() => onMerge(tag)}>
        Merge
      </RowButton>
      <DeleteButton call={deleteTagCall} id={tag.id} name={tag.name} text={deletionText(tag)} undo={undoRun} />
    </RowActions>
  ),
});
