import { csvLine } from '../../../../../platform/csv-line.ts';
import type { ImportEntity } from '../../../../shared/imports/entity.ts';

/** A file that can be imported as it is: every column that sets something, and one row. */
export function sampleFile({ columns }: Pick<ImportEntity, 'columns'>): string {
  const samples = columns.flatMap(({ name, sample }) => (sample === null ? [] : [{ name, sample }]));
  return `\ufeff${csvLine(samples.map(({ name }) => name))}${csvLine(samples.map(({ sample }) => sample))}`;
}
