import type { ImportEntity } from './entity.ts';

const separator = '\u001f';

/** What names a row's record: its key, or where rows share that the cells of the columns that name a row. */
export function rowKeyOf({ rowNames }: Pick<ImportEntity, 'rowNames'>, columns: readonly string[], cells: readonly string[]): string {
  if (!rowNames) return cells[0] ?? '';
  return rowNames.map((name) => cells[columns.indexOf(name)] ?? '').join(separator);
}

/** A part of such a key, counted from 1, in SQL. */
export const partOfKey = (key: string, at: number) => `split_part(${key}, chr(31), ${at})`;
