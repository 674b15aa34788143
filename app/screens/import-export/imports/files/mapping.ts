import type { ImportColumn, ImportEntity } from '../../../../shared/imports/entity.ts';
import { headerKey } from '../../../../shared/imports/reading/headers.ts';
import type { TableHints } from '../../../../shared/imports/reading/table.ts';
import type { ImportRow, Mapping } from '../running/import-row.ts';

/**
 * Which of a file's columns each of an entity's is read from, by the headers, in any case and order. Where two would do, neither is taken.
 */
export function mapHeaders({ columns }: Pick<ImportEntity, 'columns'>, headers: readonly string[]): Mapping {
  const keys = headers.map(headerKey);
  const found = columns.flatMap((column) => {
    const at = positionOf(column, keys);
    return at === null ? [] : [[column.name, at] as const];
  });
  const taken = found.map(([, at]) => at);
  return Object.fromEntries(found.filter(([, at]) => taken.indexOf(at) === taken.lastIndexOf(at)));
}

/** As an earlier file with the same headers was read; a file that has them not all is read by its own. */
export function mapAs(
  { mapping, format }: Pick<ImportRow, 'mapping' | 'format'>,
  entity: Pick<ImportEntity, 'columns'>,
  headers: readonly string[],
): Mapping {
  const keys = headers.map(headerKey);
  const found = Object.entries(mapping).map(([name, at]) => {
    const key = headerKey(format.headers[at] ?? '');
    return [name, keys[at] === key ? at : keys.indexOf(key)] as const;
  });
  const places = new Set(found.map(([, at]) => at));
  const isSame = isWhole(entity, mapping) && !places.has(-1) && places.size === found.length;
  return isSame ? Object.fromEntries(found) : mapHeaders(entity, headers);
}

/** Its own name before its title, and that before others. */
function positionOf({ name, title, also = [] }: ImportColumn, keys: string[]): number | null {
  for (const names of [[name], [title], also]) {
    const nameKeys = new Set(names.map(headerKey));
    const found = keys.flatMap((key, at) => (nameKeys.has(key) ? [at] : []));
    if (found.length > 0) return found.length === 1 ? (found[0] ?? null) : null;
  }
  return null;
}

/** What is known of these files before they are read: every name that a header may have. */
export const knownTable = ({ columns, isListing }: Pick<ImportEntity, 'columns' | 'isListing'>): TableHints => ({
  columns: new Set(columns.flatMap(({ name, title, also = [] }) => [name, title, ...also].map(headerKey))),
  bareQuotes: isListing ?? false,
});

/** Whether rows can be read by it: the key is there, and something beside it. */
export const isWhole = ({ columns }: Pick<ImportEntity, 'columns'>, mapping: Mapping): boolean =>
  mapping[columns[0].name] !== undefined && Object.keys(mapping).length > 1;
