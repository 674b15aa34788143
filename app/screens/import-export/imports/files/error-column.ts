import type { TableFormat } from '../../../../shared/imports/reading/table.ts';

/** The header of what is wrong, in a file of wrong rows. It is the last. */
export const errorHeader = 'error';

/** Ends what is said of a row whose cells may be in wrong columns: the file has them in columns again, and nothing else would be wrong. */
export const wholeRowMark = 'Mend the row, then empty this cell.';

type Headers = Pick<TableFormat, 'headers'>;

/**
 * Where a file of wrong rows, which somebody may have mended since, says what was wrong; -1 in any other file. Spreadsheets add headers
 * without a name behind the last one where a row is longer.
 */
export function errorColumn({ headers }: Headers): number {
  const last = headers.findLastIndex((header) => header.trim() !== '');
  return headers[last]?.trim() === errorHeader ? last : -1;
}

/** The cells of a row without what was wrong in it. */
export function withoutError(cells: readonly string[], format: Headers): readonly string[] {
  const at = errorColumn(format);
  return at < 0 ? cells : cells.toSpliced(at, 1);
}

/** Whether a row of such a file was wrong as a whole, and nobody says that it was mended. */
export const isUnmended = (cells: readonly string[], format: Headers) =>
  cells[errorColumn(format)]?.trimEnd().endsWith(wholeRowMark) === true;
