import { memo, useRef } from 'react';
import { lazily } from '../lazily.tsx';
import { glide } from '../live/glide.ts';
import type { Selection } from './bulk/selection.ts';
import { ChosenColumns } from './columns/chosen-columns.tsx';
import { ColumnHeading, type Sort } from './columns/column-heading.tsx';
import type { ShownColumn } from './columns/columns.ts';
import hidden from './columns/hidden-columns.module.css';
import classes from './data-table.module.css';
import type { List } from './declaration.ts';
import noteClasses from './note-words.module.css';
import { useOpenOnClick } from './open-on-click.ts';
import { useRowKeys } from './row-keys.ts';
import type { TaggedProps } from './tags/tagged.tsx';

type Props<Row> = {
  list: Pick<List<Row>, 'rowKey' | 'rowHref' | 'rowEditHref' | 'rowName' | 'rowNote' | 'rowTags'> & { columns: ShownColumn<Row>[] };
  /** Whether the columns were chosen: then all are shown, and scroll sideways on narrow screens. */
  chosen?: boolean;
  rows: readonly Row[];
  /** The table's name for screen readers. */
  label: string;
  /** Without it, rows that come or go by themselves let the others glide. */
  sort?: Sort | undefined;
  selection?: Selection | undefined;
};

/**
 * A table of plain elements; cards where it is narrow. j, k, x, e and Enter move, select, edit and open; with Shift a tick goes for all
 * rows since the last one.
 */
export function DataTable<Row>({ chosen = false, ...props }: Props<Row>) {
  const table = <Table {...props} grows={!chosen} />;
  return <div className={classes.frame}>{chosen ? <ChosenColumns columns={props.list.columns}>{table}</ChosenColumns> : table}</div>;
}

/** On a wide screen every column takes its part of the room: one that took it all would tear the row apart. */
const growing = (width: number) => `max(${width}px, ${((100 * width) / usualWidth).toFixed(2)}cqi)`;

/** The width of a list, in px, from which on its columns grow with it. */
const usualWidth = 1240;

function Table<Row>({ list, rows, label, sort, selection, grows }: Omit<Props<Row>, 'chosen'> & { grows: boolean }) {
  const table = useRef<HTMLTableElement>(null);
  const { columns, rowKey } = list;
  const headed = columns.filter(({ cardOnly }) => !cardOnly);
  useRowKeys(table);
  useOpenOnClick(table);
  return (
    <table ref={table} className={`${classes.table} ${hidden.columns}`} aria-label={label}>
      <colgroup>
        {selection && <col className={classes.tickColumn} />}
        {headed.map(({ key, width, hideBelow }) => (
          <col key={key} data-hide={hideBelow} style={width ? { width: grows ? growing(width) : width } : undefined} />
        ))}
      </colgroup>
      <thead>
        <tr>
          {selection && (
            <th className={classes.tick}>
              <TickAll rows={rows.map(rowKey)} selection={selection} />
            </th>
          )}
          {headed.map((column) => (
            <ColumnHeading key={column.key} column={column} sort={sort} />
          ))}
        </tr>
      </thead>
      <tbody ref={sort ? undefined : glide}>
        {rows.map((row) => (
          <TableRow key={rowKey(row)} row={row} rows={rows} list={list} selection={selection} />
        ))}
      </tbody>
    </table>
  );
}

/** Fetched when a row has tags, rather than with every list. */
const Tagged = lazily<TaggedProps>(() => import('./tags/tagged.tsx'));

function TableRow<Row>({ row, rows, list, selection }: Omit<Props<Row>, 'chosen' | 'label' | 'sort'> & { row: Row }) {
  const { columns, rowKey, rowHref, rowEditHref, rowName, rowNote, rowTags } = list;
  const key = rowKey(row);
  const note = rowNote?.(row);
  const ticked = selection?.has(key);
  return (
    <>
      <tr
        className={classes.row}
        data-row={key}
        data-edit={rowEditHref?.(row)}
        data-ticked={ticked || undefined}
        data-noted={note ? true : undefined}
      >
        {selection && (
          <td className={classes.tick}>
            <input
              type="checkbox"
              checked={ticked}
              onChange={({ nativeEvent }) => selection.toggle(key, isRange(nativeEvent) ? rows.map(rowKey) : undefined)}
              onMouseDown={keepText}
              aria-label={`Select ${rowName(row)}`}
            />
          </td>
        )}
        <Cells row={row} columns={columns} rowHref={rowHref} rowTags={rowTags} />
      </tr>
      {note && (
        <tr className={classes.note} data-ticked={ticked || undefined}>
          {selection && <td />}
          <td colSpan={columns.filter(({ hideBelow, cardOnly }) => !hideBelow && !cardOnly).length}>
            <div className={noteClasses.words}>
              <Note row={row} rowNote={rowNote} />
            </div>
          </td>
          {columns.map(({ key: column, hideBelow, cardOnly }) => !cardOnly && hideBelow && <td key={column} data-hide={hideBelow} />)}
        </tr>
      )}
    </>
  );
}

type CellsProps<Row> = { row: Row } & Pick<Props<Row>['list'], 'columns' | 'rowHref' | 'rowTags'>;

/** Whether a row says the same, though it may have been read again since. */
const saysTheSame = <Part extends { row: unknown }>({ row: before, ...others }: Part, { row, ...now }: Part): boolean =>
  Object.entries(others).every(([key, value]) => value === now[key as keyof typeof now]) &&
  (before === row || JSON.stringify(before) === JSON.stringify(row));

/** A tick draws its box anew, not what the row says; an event draws the rows that it changed. */
const Cells = memo(function RowCells<Row>({ row, columns, rowHref, rowTags }: CellsProps<Row>) {
  const href = rowHref?.(row);
  // An item without a picture has an empty cell there, which nobody could press.
  const opens = columns.findIndex(({ hasPicture }) => !hasPicture);
  const tags = rowTags?.(row) ?? [];
  const roomy = columns.findIndex(({ width, cardOnly }) => !width && !cardOnly);
  const tagged = tags.length > 0 ? (roomy < 0 ? opens : roomy) : -1;
  const withTags = (cell: React.ReactNode, place: number) =>
    place === tagged ? (
      <Tagged tags={tags} waiting={cell}>
        {cell}
      </Tagged>
    ) : (
      cell
    );
  return columns.map(({ key: column, cell, align, wraps, hideBelow, card, cardOnly }, place) => (
    <td key={column} data-align={align} data-wraps={wraps} data-hide={cardOnly ? 'unchosen' : hideBelow} data-card={card}>
      {place === opens && href ? (
        <a href={href} className={classes.open} data-open>
          {withTags(cell(row), place)}
        </a>
      ) : (
        withTags(cell(row), place)
      )}
    </td>
  ));
}, saysTheSame) as <Row>(props: CellsProps<Row>) => React.ReactNode;

type NoteProps<Row> = { row: Row } & Pick<Props<Row>['list'], 'rowNote'>;

const Note = memo(function RowNote<Row>({ row, rowNote }: NoteProps<Row>) {
  return rowNote?.(row);
}, saysTheSame) as <Row>(props: NoteProps<Row>) => React.ReactNode;

const isRange = (event: Event) => event instanceof MouseEvent && event.shiftKey;

/** With Shift the browser would select the text in between, too. */
const keepText = (event: React.MouseEvent) => {
  if (event.shiftKey) event.preventDefault();
};

function TickAll({ rows, selection }: { rows: (string | number)[]; selection: Selection }) {
  const all = rows.length > 0 && rows.every((key) => selection.has(key));
  return <input type="checkbox" checked={all} onChange={() => selection.setAll(rows, !all)} aria-label="Select all on this page" />;
}
