import { withoutGuard } from '../../../../../platform/csv-line.ts';
import type { ImportColumn, Wrong } from '../../../../shared/imports/entity.ts';
import type { RowProblem } from '../../../../shared/imports/reading/quoted-row.ts';
import type { Row } from '../../../../shared/imports/reading/rows.ts';
import type { TableFormat } from '../../../../shared/imports/reading/table.ts';
import { errorColumn, isUnmended, withoutError } from '../files/error-column.ts';
import { readCell } from './clean-cell.ts';

/** What is wrong in a row; without a column, with the row as a whole. */
export type RowError = { number: number; column: string; value: string } & Wrong;

/** A row by the columns that the file has, the key first. */
export type CleanRow = {
  number: number;
  cells: string[];
  errors: RowError[];
  /** Of a row with errors in single cells, or whose key was mended: the cells as they were, because they may be what the record has. */
  raw: string[] | null;
};

/** A column with the position of the file's column that it is read from. */
export type MappedColumn = ImportColumn & { at: number };

type Reading = { columns: readonly MappedColumn[]; format: Pick<TableFormat, 'headers' | 'damaged'>; isListing: boolean };

/** Reads a row's cells; null where all of them are empty. */
export function cleanRow({ number, cells, problem }: Row, { columns, format, isListing }: Reading): CleanRow | null {
  const wholly = problem ? rowProblems[problem] : wrongWhole(cells, format, isListing);
  if (wholly)
    return {
      number,
      cells: columns.map(() => ''),
      errors: [{ number, column: '', value: withoutError(cells, format).join(' ').slice(0, 200), ...wholly }],
      raw: null,
    };
  const errors: RowError[] = [];
  let isMended = false;
  // Of such a file the bytes that stand for damaged ones are whole.
  const isDamaged = format.damaged || errorColumn(format) >= 0;
  const clean: string[] = [];
  for (const [place, { name, at, read }] of columns.entries()) {
    const raw = cells[at] ?? '';
    const cell = raw === '' ? '' : readCell(raw, read, isDamaged);
    if (typeof cell === 'string') {
      clean.push(cell);
      if (place === 0 && cell !== raw) isMended = true;
    } else {
      clean.push('');
      errors.push({ number, column: name, value: raw, ...cell });
    }
  }
  if (errors.length === 0 && !isMended && clean[0] !== '') return { number, cells: clean, errors, raw: null };
  if (cells.every((cell) => cell.trim() === '')) return null;
  const [key] = columns;
  if (clean[0] === '' && !errors.some(({ column }) => column === key?.name))
    errors.push({
      number,
      column: key?.name ?? '',
      value: '',
      problem: { code: 'missing' },
      expected: { code: 'cell_of', title: key?.title ?? '' },
    });
  return { number, cells: clean, errors, raw: columns.map(({ at }) => withoutGuard(cells[at] ?? '')) };
}

const rowProblems: Record<RowProblem, Wrong> = {
  unclosed: { problem: { code: 'open_quote' }, expected: { code: 'closed_quote' } },
  after_quote: { problem: { code: 'after_quote' }, expected: { code: 'doubled_quotes' } },
};

function wrongWhole(cells: string[], format: Pick<TableFormat, 'headers'>, isListing: boolean): Wrong | null {
  if (isUnmended(cells, format)) return { problem: { code: 'not_mended' }, expected: { code: 'error_emptied' } };
  const most = errorColumn(format) + 1 || format.headers.length;
  const filled = cells.findLastIndex((cell) => cell.trim() !== '') + 1;
  if (filled > most) return { problem: { code: 'cells', cells: filled, header: most }, expected: { code: 'quoted_cells' } };
  if (cells.length < most && filled > 0 && !isListing)
    return { problem: { code: 'cells', cells: cells.length, header: most }, expected: { code: 'all_cells' } };
  return null;
}
