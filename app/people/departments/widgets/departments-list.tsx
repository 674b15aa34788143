import { actionsColumn } from '../../../ui/list/columns/actions-column.tsx';
import type { List } from '../../../ui/list/declaration.ts';
import { OnCard } from '../../../ui/list/on-card.tsx';
import { type Department, deleteDepartmentCall } from '../contract.ts';
import { deletionText } from '../department.ts';

/** Departments as a list; with `onEdit`, what can be done with each. */
export const departmentsList = (onEdit: ((department: Department) => void) | null): List<Department> => ({
  noun: { one: 'department', many: 'departments' },
  rowKey: ({ id }) => id,
  rowName: ({ name }) => name,
  filters: [{ kind: 'search', key: 'search', label: 'Search by name', placeholder: 'Name' }],
  columns: [
    { key: 'name', title: 'Name', sort: 'ASC', cell: ({ name }) => name, card: 'title' },
    {
      key: 'people',
      title: 'People',
      width: 110,
      align: 'right',
      sort: 'DESC',
      cell: ({ people }) => (
        <>
          {people.toLocaleString('en-US')}
          <OnCard> {people === 1 ? 'person' : 'people'}</OnCard>
        </>
      ),
      card: 'text',
    },
    ...(onEdit ? [actionsColumn<Department>({ onEdit, deleteCall: deleteDepartmentCall, deletionText })] : []),
  ],
});
