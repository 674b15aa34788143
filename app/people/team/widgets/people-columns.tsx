import { OnCard } from '../../../ui/list/columns/on-card.tsx';
import type { Column } from '../../../ui/list/declaration.ts';
import type { Member } from '../contract.ts';

type Own<Row> = {
  /** Who it is. */
  name: Pick<Column<Row>, 'title' | 'cell'>;
  roleOf: (row: Row) => string;
  /** When they were here last, or were invited. */
  time: Pick<Column<Row>, 'key' | 'title' | 'cell'>;
  /** What can be done with them; null where the person may only look. */
  actions: ((row: Row) => React.ReactNode) | null;
};

/** The columns of a list of people of an account, who are in it or invited. */
export function peopleColumns<Row extends Pick<Member, 'departments'>>({ name, roleOf, time, actions }: Own<Row>): Column<Row>[] {
  return [
    { ...name, key: 'name', card: 'title', wraps: true },
    { key: 'role', title: 'Role', width: 128, cell: roleOf, card: 'badge' },
    { key: 'departments', title: 'Departments', width: 130, cell: namesOf, card: 'text', wraps: true },
    {
      ...{ ...time, width: 150, card: 'text', wraps: true, hideBelow: 'md' },
      cell: (row) => (
        <>
          <OnCard>{time.title} </OnCard>
          {time.cell(row)}
        </>
      ),
    },
    ...(actions ? [{ key: 'actions', title: 'Actions', width: 200, align: 'right', card: 'figure', cell: actions } as const] : []),
  ];
}

const namesOf = ({ departments }: Pick<Member, 'departments'>) => departments.map(({ name }) => name).join(', ') || '–';
