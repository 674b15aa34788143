import { RowActions, RowButton } from '../../buttons/row-button.tsx';
import { DeleteButton, type DeleteCall, type Deletion } from '../../dialog/delete-button.tsx';
import type { Column } from '../declaration.ts';

type Actions<Row> = {
  /** Without it rows are only deleted. */
  onEdit?: (row: Row) => void;
  deleteCall: DeleteCall;
  /** What is lost with a row, for whoever is about to delete it. */
  deletionText: (row: Row) => React.ReactNode;
  /** What the call's path names besides the row, and what `deletionText` waits for. */
  deletion?: (row: Row) => Pick<Deletion, 'params' | 'query' | 'preview'>;
  undo?: Deletion['undo'];
  /** Whether the person may change this row; every row without it. */
  mayChange?: (row: Row) => boolean;
};

/** The last column of a list whose rows are edited and deleted. */
export function actionsColumn<Row extends { id: number; name: string }>({
  onEdit,
  deleteCall,
  deletionText,
  deletion,
  undo,
  mayChange = () => true,
}: Actions<Row>): Column<Row> {
  const cell = (row: Row) => (
    <RowActions>
      {onEdit && (
        <RowButton aria-label={`Edit ${row.name}`} onClick={() => onEdit(row)}>
          Edit
        </RowButton>
      )}
      <DeleteButton
        call={deleteCall}
        id={row.id}
        name={row.name}
        text={deletionText(row)}
        {...{ ...deletion?.(row), ...(undo && { undo }) }}
      />
    </RowActions>
  );
  const width = onEdit ? 160 : 110;
  return { key: 'actions', title: 'Actions', width, align: 'right', card: 'badge', cell: (row) => mayChange(row) && cell(row) };
}
