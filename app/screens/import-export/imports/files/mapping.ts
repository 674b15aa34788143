import type { ImportColumn, ImportEntity } from '../../../../shared/imports/entity.ts';
import { headerKey } from '../../../../shared/imports/reading/headers.ts';
import type { TableFormat, TableHints } from '../../../../shared/imports/reading/table.ts';
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

/** What is known of an import that is read, or was: its columns, and the headers that they have in its file. */
type Read = Pick<ImportRow, 'mapping'> & { format: Pick<TableFormat, 'headers' | 'delimiter'> };
type Entity = Pick<ImportEntity, 'columns'>;

/** As an earlier file with the same headers was read; a file that has them not all is read by its own. */
export const mapAs = (earlier: Read, entity: Entity, headers: readonly string[]): Mapping =>
  sameColumns(earlier, entity, headers) ?? mapHeaders(entity, headers);

/** The columns of an earlier file by its headers; null where these are not all of them. */
function sameColumns({ mapping, format }: Read, entity: Entity, headers: readonly string[]): Mapping | null {
  const places = placesAgain({ mapping, format }, headers);
  const found = Object.entries(places);
  const isSame = isWhole(entity, mapping) && !found.some(([, at]) => at < 0) && new Set(Object.values(places)).size === found.length;
  return isSame ? places : null;
}

/** Where the headers of columns are now; -1 where one is not. */
function placesAgain({ mapping, format }: Read, headers: readonly string[]): Mapping {
  const keys = headers.map(headerKey);
  const again = Object.entries(mapping).map(([name, at]) => {
    const key = headerKey(format.headers[at] ?? '');
    return [name, keys[at] === key ? at : keys.indexOf(key)] as const;
  });
  return Object.fromEntries(again);
}

/** `isCertain`: nobody needs to look at the columns. */
export type MappedAnew = { mapping: Mapping; isCertain: boolean };

/**
 * The columns of a file that is read in another encoding than before. Until somebody chooses columns of it, they are those of the
 * import that it continues. A column whose header reads otherwise now stays where it is in the file, for a person to look at.
 */
export function mapAnew(before: Read, continued: Read | undefined, entity: Entity, format: Read['format']): MappedAnew {
  const { headers, delimiter } = format;
  const earlier = continued && sameColumns(continued, entity, headers);
  const isOwn = isEqual(before.mapping, mapHeaders(entity, before.format.headers));
  if (earlier && (isOwn || isEqual(before.mapping, earlier))) return { mapping: earlier, isCertain: true };
  if (continued && isOwn) return { mapping: mapHeaders(entity, headers), isCertain: false };
  const same = sameColumns(before, entity, headers);
  if (same) return { mapping: same, isCertain: true };
  const isSameTable = before.format.headers.length === headers.length && before.format.delimiter === delimiter;
  const places = Object.entries(placesAgain(before, headers));
  const lost = places.filter(([, at]) => at < 0).map(([name]) => name);
  const kept = isSameTable ? before.mapping : Object.fromEntries(places.filter(([, at]) => at >= 0));
  const taken = new Set(Object.values(kept));
  const own = Object.entries(mapHeaders(entity, headers)).filter(([name, at]) => !(name in kept) && !taken.has(at));
  // Who chose columns chose them all.
  const more = isWhole(entity, before.mapping) && isSameTable ? {} : Object.fromEntries(own);
  return { mapping: { ...more, ...kept }, isCertain: lost.length === 0 };
}

const isEqual = (one: Mapping, other: Mapping) =>
  Object.keys(one).length === Object.keys(other).length && Object.entries(one).every(([name, at]) => other[name] === at);

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
