import type { ImportEntity } from './entity.ts';
import { csvLine } from './write-csv.ts';

/** A file that can be imported as it is: every column, and one row. */
export function sampleFile({ columns }: Pick<ImportEntity, 'columns'>): string {
  return `\ufeff${csvLine(columns.map(({ name }) => name))}${csvLine(columns.map(({ sample }) => sample))}`;
}
