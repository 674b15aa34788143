import { type RawBuilder, sql } from 'kysely';
import type { Tenant } from '../tenant.ts';
import type { ListQuery } from './query.ts';
import { type ListSource, rowsIn, scanOrder, sortKey, usualOrder } from './source.ts';

/** Which rows a page shows, and how many there are in all. */
export type PageOfIds = {
  ids: number[];
  total: number;
  /** False where counting stopped. */
  exact: boolean;
  /** How many rows were searched, where that was not all of them: there may be more. None where a large list has what equals the words. */
  scanned: number | null;
};

/** How many rows of an account a list counts, turns to, or searches: its cost is bounded, however many there are. */
export const scanLimit = 10_000;
/** For each column of `beginnings`. */
const prefixLimit = 1_000;

/** All rows in their usual order: the page comes from the index alone. */
export async function pageOfAll(tenant: Tenant, { orderDir, page, perPage }: ListQuery, source: ListSource): Promise<PageOfIds> {
  const from = Math.min((page - 1) * perPage, scanLimit);
  const rows = rowsIn(tenant, source);
  // Counted in the index too: a table is shared by all accounts.
  const result = await sql<{ total: number; ids: number[] }>`
    select (select count(*)::int from (select ${rows} order by ${usualOrder(source, 'ASC')} limit ${scanLimit + 1}) as near) as total,
      array_to_json(array(
        select id ${rows} order by ${usualOrder(source, orderDir)} limit ${Math.min(perPage, scanLimit - from)} offset ${from}
      )) as ids`.execute(tenant.db);
  const { total, ids } = result.rows[0] ?? { total: 0, ids: [] };
  return { ids, total: Math.min(total, scanLimit), exact: total <= scanLimit, scanned: null };
}

/**
 * What a search and filters leave of the first rows, sorted; and of all others what begins with the words. Who typed a whole SKU into
 * a list that is too large to scan has found it: then nothing is scanned for the same letters elsewhere.
 */
export async function pageOfMatches(
  tenant: Tenant,
  { search, orderBy, orderDir, page, perPage }: ListQuery,
  source: ListSource,
): Promise<PageOfIds> {
  const words = source.words.length > 0 ? sql`lower(concat_ws(' ', ${sql.join(source.words.map((column) => sql.ref(column)))}))` : sql`''`;
  const row = rowOf(source, orderBy, search);
  const result = await sql<{ total: number; scanned: number; enough: boolean; ids: number[] }>`
    with found_whole as materialized (select ${isWholeInLarge(tenant, source, search)} as enough),
    near as materialized (
      select ${row}, ${words} as words ${rowsIn(tenant, source)} and not (select enough from found_whole) order by ${scanOrder(source)} limit ${scanLimit + 1}
    ),
    found as materialized (
      select id, sort_key, fits, is_equal from near where words like all (${patternsOf(search)}::text[])
      ${sql.join(beginningWith(tenant, source, row, search), sql` `)}
    ),
    fitting as materialized (select * from found where fits)
    select (select count(*)::int from fitting) as total, (select count(*)::int from near) as scanned, (select enough from found_whole) as enough,
      array_to_json(array(
        select id from fitting order by is_equal desc, sort_key ${sql.raw(orderDir)}, id ${sql.raw(orderDir)} limit ${perPage} offset ${(page - 1) * perPage}
      )) as ids`.execute(tenant.db);
  const { total, scanned, enough, ids } = result.rows[0] ?? { total: 0, scanned: 0, enough: false, ids: [] };
  if (enough) return { ids, total, exact: false, scanned: 0 };
  const isWhole = scanned <= scanLimit;
  return { ids, total, exact: isWhole, scanned: isWhole ? null : scanLimit };
}

/** Whether a list of more rows than are scanned has one that equals the words. */
function isWholeInLarge(tenant: Tenant, source: ListSource, search: string): RawBuilder<unknown> {
  const { beginnings = [] } = source;
  if (search === '' || beginnings.length === 0) return sql`false`;
  const equal = beginnings.map(
    (each) => sql`exists (select ${rowsIn(tenant, source)} and ${sql.ref(each.column)} collate "C" = ${typed(each, search)})`,
  );
  const isLarge = sql`exists (select ${rowsIn(tenant, source)} order by ${scanOrder(source)} offset ${scanLimit} limit 1)`;
  return sql`case when ${sql.join(equal, sql` or `)} then ${isLarge} else false end`;
}

/** What is needed of a row to choose and to sort it. */
function rowOf({ sorts, beginnings = [], filters = [] }: ListSource, orderBy: string, search: string): RawBuilder<unknown> {
  const [first] = beginnings;
  const fits =
    filters.length > 0
      ? sql.join(
          filters.map((filter) => sql`(${filter})`),
          sql` and `,
        )
      : sql`true`;
  const isEqual = first && search ? sql`${sql.ref(first.column)} = ${typed(first, search)}` : sql`false`;
  return sql`id, ${sortKey(sorts[orderBy] ?? 'id')} as sort_key, (${fits}) as fits, ${isEqual} as is_equal`;
}

function beginningWith(tenant: Tenant, source: ListSource, row: RawBuilder<unknown>, search: string): RawBuilder<unknown>[] {
  const { beginnings = [] } = source;
  return (search === '' ? [] : beginnings).map((each) => {
    const [text, start] = [sql`${sql.ref(each.column)} collate "C"`, typed(each, search)];
    return sql`union (select ${row} ${rowsIn(tenant, source)} and ${text} >= ${start} and ${text} < ${start} || U&'\\+10FFFF' order by ${text}, id limit ${prefixLimit})`;
  });
}

const typed = ({ lower }: { lower?: boolean }, search: string) => (lower ? search.toLowerCase() : search);

/** One pattern a word: it may stand anywhere, and means itself. */
const patternsOf = (search: string) =>
  search
    .toLowerCase()
    .split(/\s+/)
    .slice(0, 8)
    .map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`);

/**
 * The source with its indexed filters taken apart: the rows of the narrowest are searched, the others are looked at in each of them.
 * Where only one is set there is nothing to choose.
 */
export async function alongNarrowest(tenant: Tenant, source: ListSource): Promise<ListSource> {
  const { indexed = [], filters = [], scope } = source;
  const within = (condition: RawBuilder<unknown>) => (scope ? sql`(${scope}) and (${condition})` : condition);
  const [only, ...others] = indexed;
  if (!only) return source;
  if (others.length === 0) return { ...source, indexed: [], scope: within(only) };
  const counts = indexed.map(
    (condition) =>
      sql`(select count(*)::int from (select ${rowsIn(tenant, { ...source, scope: within(condition) })} limit ${scanLimit + 1}) as near)`,
  );
  const { rows } = await sql<{ counts: number[] }>`select array[${sql.join(counts)}] as counts`.execute(tenant.db);
  const known = rows[0]?.counts ?? [];
  const least = known.indexOf(Math.min(...known));
  return {
    ...source,
    indexed: [],
    scope: within(indexed[least] ?? only),
    filters: [...filters, ...indexed.filter((_, at) => at !== least)],
  };
}
