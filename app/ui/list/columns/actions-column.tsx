import { RowActions, RowButton } from '../../buttons/row-button.tsx';
import { DeleteButton, type DeleteCall } from '../../dialog/delete-button.tsx';
import type { Column } from '../declaration.ts';

type Actions<Row> = {
  onEdit: (row: Row) => void;
  deleteCall: DeleteCall;
  /** What is lost with a row, for whoever is about to delete it. */
  deletionText: (row: Row) => string;
  /** Whether the person may change this row; every row without it. */
  mayChange?: (row: Row) => boolean;
};

/** The last column of a list whose rows are edited and deleted. */
export function actionsColumn<Row extends { id: number; name: string }>({
  onEdit,
  deleteCall,
  deletionText,
  mayChange = () => true,
}: Actions<Row>): Column<Row> {
  const cell = (row: Row) => (
    <RowActions>
      <RowButton aria-label={`Edit ${row.name}`} onClick={() => onEdit(row)}>
        Edit
      </RowButton>
      <DeleteButton call={deleteCall} id={row.id} name={row.name} text={deletionText(row)} />
    </RowActions>
  );
  return { key: 'actions', title: 'Actions', width: 160, align: 'right', card: 'badge', cell: (row) => mayChange(row) && cell(row) };
}
