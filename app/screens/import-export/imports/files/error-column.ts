import type { TableFormat } from '../../../../shared/imports/reading/table.ts';

/** The header of what is wrong, in a file of wrong rows. It is the last. */
export const errorHeader = 'error';

/** Ends what is said of a row whose cells may be in wrong columns: the file has them in columns again, and nothing else would be wrong. */
export const wholeRowMark = 'Mend the row, then empty this cell.';

type Headers = Pick<TableFormat, 'headers'>;

/** Whether a file is one of wrong rows, which somebody has mended since. */
export const isOfWrongRows = ({ headers }: Headers) => headers.at(-1) === errorHeader;

/** The cells of a row without what was wrong in it. */
export const withoutError = (cells: readonly string[], format: Headers) =>
  isOfWrongRows(format) ? cells.toSpliced(format.headers.length - 1, 1) : cells;

/** Whether a row of such a file was wrong as a whole, and nobody says that it was mended. */
export const isUnmended = (cells: readonly string[], format: Headers) =>
  isOfWrongRows(format) && cells[format.headers.length - 1]?.trimEnd().endsWith(wholeRowMark) === true;
