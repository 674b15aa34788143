import { useNavigate } from 'react-router';
import type { Column } from '../declaration.ts';
import { changeAddress, useNextParams } from '../list-address.ts';
import type { Sort } from './column-heading.tsx';
import type { ShownColumn } from './columns.ts';
import classes from './sort-by.module.css';

type Props<Row> = { columns: readonly Column<Row>[]; shown: readonly ShownColumn<Row>[]; sort: Sort };

/** How the list is sorted, where no heading says it: its column is not shown, or the rows are cards. A plain element. */
export function SortBy<Row>({ columns, shown, sort }: Props<Row>) {
  const next = useNextParams();
  const navigate = useNavigate();
  const sortable = columns.filter((column) => column.sort);
  if (!sortable.some(({ key }) => key === sort.orderBy)) return null;
  const isHeaded = shown.some(({ key, cardOnly }) => key === sort.orderBy && !cardOnly);
  return (
    <label className={classes.sort} data-headed={isHeaded || undefined}>
      Sorted by
      <select
        value={writeSort(sort)}
        onChange={({ currentTarget }) => {
          const [orderBy = '', orderDir = ''] = currentTarget.value.split(' ');
          navigate(changeAddress(next, { orderBy, orderDir }), { preventScrollReset: true });
        }}
      >
        {sortable.flatMap(({ key, title, sort: first = 'ASC' }) =>
          [first, reversed[first]].map((orderDir) => (
            <option key={`${key} ${orderDir}`} value={writeSort({ orderBy: key, orderDir })}>
              {title}, {directions[orderDir]}
            </option>
          )),
        )}
      </select>
    </label>
  );
}

const writeSort = ({ orderBy, orderDir }: Sort) => `${orderBy} ${orderDir}`;
const reversed = { ASC: 'DESC', DESC: 'ASC' } as const;
const directions = { ASC: 'ascending', DESC: 'descending' } as const;
