import type { ImportedRow, RowCode } from '../../../../shared/imports/contract.ts';
import { EmptyState } from '../../../../ui/blocks/empty-state.tsx';
import { OnCard } from '../../../../ui/list/columns/on-card.tsx';
import { DataTable } from '../../../../ui/list/data-table.tsx';
import type { List } from '../../../../ui/list/declaration.ts';
import classes from './rows-table.module.css';

type Props = {
  code: RowCode;
  rows: readonly ImportedRow[];
  titles: Readonly<Record<string, string>> /** Of the column that names a row. */;
  keyTitle: string;
};

/** Rows of an import: of wrong ones each error, of the others what they set. */
export function RowsTable({ code, rows, titles, keyTitle }: Props) {
  if (rows.length === 0) return <EmptyState title="No rows">{none[code]}</EmptyState>;
  const title = (column: string) => titles[column] ?? 'Row';
  if (code === 'w') return <DataTable list={wrongList(keyTitle)} rows={rows.flatMap((row) => errorsOf(row, title))} label="Wrong rows" />;
  const isCompared = code === 'u' && rows.some(({ cells }) => cells.some(({ from }) => from !== null));
  return <DataTable list={goodList(isCompared, keyTitle, title)} rows={rows} label={labels[code]} />;
}

const none: Record<RowCode, string> = {
  ...{ c: 'No row creates anything.', u: 'No row changes anything.' },
  ...{ s: 'No row says what is there already.', w: 'Nothing is wrong in this file.' },
};
const labels: Record<RowCode, string> = { c: 'Rows that create', u: 'Rows that change', s: 'Unchanged rows', w: 'Wrong rows' };

type ShownError = { id: string; key: string; number: number; column: string; value: string; problem: string; expected: string };

const errorsOf = ({ number, key, errors }: ImportedRow, title: (column: string) => string): ShownError[] =>
  errors.map((error, at) => ({ ...error, number, key, id: `${number}-${at}`, column: title(error.column) }));

const wrongList = (keyTitle: string): List<ShownError> => ({
  noun: { one: 'error', many: 'errors' },
  rowKey: ({ id }) => id,
  rowName: ({ number }) => `Row ${number}`,
  columns: [
    { key: 'row', title: 'Row', width: 72, cell: ({ number }) => <RowNumber of={number} />, card: 'badge' },
    { key: 'key', title: keyTitle, width: 160, hideBelow: 'md', cell: ({ key }) => <span className="mono">{key}</span> },
    { key: 'column', title: 'Column', width: 140, cell: (error) => <InColumn error={error} />, card: 'title' },
    {
      key: 'value',
      title: 'Value',
      cell: ({ value }) => <span className={`mono ${classes.value}`}>{value || '(empty)'}</span>,
      card: 'text',
    },
    { key: 'problem', title: 'What is wrong', cell: ({ problem }) => <span className={classes.words}>{problem}</span>, card: 'text' },
    { key: 'expected', title: 'Should be', cell: ({ expected }) => <Expected>{expected}</Expected>, card: 'meta' },
  ],
});

/** On a card the record is beside it, where a table has a column. */
const InColumn = ({ error: { column, key: record } }: { error: ShownError }) => (
  <>
    {column}
    {record && (
      <OnCard>
        {' '}
        · <span className="mono">{record}</span>
      </OnCard>
    )}
  </>
);

const Expected = ({ children }: { children: string }) => (
  <span className={classes.words}>
    <OnCard>Should be: </OnCard>
    {children}
  </span>
);

const RowNumber = ({ of: number }: { of: number }) => (
  <span className="soft figure">
    <OnCard>Row </OnCard>
    {number.toLocaleString('en-US')}
  </span>
);

/** `isCompared`: rows say what they change, from what; otherwise what they set. */
const goodList = (isCompared: boolean, keyTitle: string, title: (column: string) => string): List<ImportedRow> => ({
  noun: { one: 'row', many: 'rows' },
  rowKey: ({ number }) => number,
  rowName: ({ key }) => key,
  columns: [
    { key: 'row', title: 'Row', width: 72, cell: ({ number }) => <RowNumber of={number} />, card: 'badge' },
    { key: 'key', title: keyTitle, width: 220, cell: ({ key }) => <span className="mono">{key}</span>, card: 'title' },
    {
      key: 'values',
      title: isCompared ? 'Changes' : 'Values',
      cell: (row) => <Values row={row} isCompared={isCompared} title={title} />,
      card: 'text',
    },
  ],
});

function Values({ row, isCompared, title }: { row: ImportedRow; isCompared: boolean; title: (column: string) => string }) {
  const cells = row.cells.slice(1).filter(({ from, value }) => (isCompared ? from !== null : value !== ''));
  return (
    <span className={classes.values}>
      {cells.map(({ column, value, from }) => (
        <span key={column}>
          <span className={classes.column}>{title(column)}</span> {from !== null && <Old value={from} />}
          {value || '(empty)'}
        </span>
      ))}
    </span>
  );
}

const Old = ({ value }: { value: string }) => (
  <>
    <del className={classes.old}>{value || '(empty)'}</del> →{' '}
  </>
);
