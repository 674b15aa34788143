import { ShortTable } from './short-table.tsx';

export type TableColumn<Row> = {
  title: string;
  cell: (row: Row) => React.ReactNode;
  /** A number, which stands on the right. */
  figure?: boolean;
  className?: string | ((row: Row) => string);
  /** Where the page is narrow: it has a line of its own, or stands beside its title, or is left out. */
  wide?: boolean;
  titled?: boolean;
  isLeftOut?: (row: Row) => boolean;
};

type Props<Row> = {
  label: string;
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => React.Key;
  className?: string | undefined;
};

/** A short table from the declaration of its columns. */
export function RecordTable<Row>({ label, columns, rows, rowKey, className }: Props<Row>) {
  return (
    <ShortTable aria-label={label} className={className}>
      <thead>
        <tr>
          {columns.map(({ title, figure }) => (
            <th key={title} scope="col" data-figure={figure}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)}>
            {columns.map(({ title, cell, figure, wide, titled, isLeftOut, ...column }) => (
              <td
                key={title}
                className={typeof column.className === 'function' ? column.className(row) : column.className}
                data-figure={figure}
                data-wide={wide}
                data-label={titled ? title : undefined}
                data-none={isLeftOut?.(row) || undefined}
              >
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </ShortTable>
  );
}
