import { reasonsOf } from '../http/reasons.ts';

export const csvDropReasons = {
  'csv_drop.no_order': ({ id }: { id: string }) => `The file has no order ${id}.`,
  'csv_drop.not_csv': () => 'The reply is no CSV file.',
  'csv_drop.broken': ({ line }: { line: number }) =>
    `Line ${line} of the file has a quote that is not doubled, or one that does not end: double it, and put its cell in quotes.`,
  'csv_drop.other_length': ({ line, cells, columns }: { line: number; cells: number; columns: number }) =>
    `line ${line} has ${cells} cells, and the first line has ${columns}: put a cell with a comma in quotes`,
  'csv_drop.of_two_sites': ({ id }: { id: string }) =>
    `two sites have an order ${id}: choose the sites of this connection, and connect the others by themselves`,
  'csv_drop.too_long': ({ lines }: { lines: number }) => `The file has more than ${lines} lines.`,
};

export const because = reasonsOf(csvDropReasons);
