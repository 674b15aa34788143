import { type RawBuilder, sql } from 'kysely';
import { readPrepared } from '../prepared.ts';
import type { Tenant } from '../tenant.ts';
import { isKnownLarge, keyOf, rememberSize } from './large.ts';
import type { ListQuery } from './query.ts';
import { type ListSource, rowsIn, scanOrder, sortKey, usualOrder } from './source.ts';
import { hasAll, patternsOf, wordsOf } from './words.ts';

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

export type Counted = Omit<PageOfIds, 'ids'>;

/** How a list counts that goes on after `scanLimit` rows. */
export const tooMany: Counted = { total: scanLimit, exact: false, scanned: null };

/** Counts all rows, up to `scanLimit`. */
export const countedAs = (total: number): Counted => (total > scanLimit ? tooMany : { total, exact: true, scanned: null });

/** How many rows there are: by its tallies, or as far as they are counted in the index too, because a table is shared by all accounts. */
export const countOfAll = (tenant: Tenant, source: ListSource): RawBuilder<unknown> =>
  source.counted
    ? sql`(${source.counted})`
    : sql`
  (select count(*)::int from (select ${rowsIn(tenant, source)} order by ${usualOrder(source, 'ASC')} limit ${sql.lit(scanLimit + 1)}) as near)`;

/** The ids of a page of all rows in their usual order, from the index alone. */
export function idsOfAll(tenant: Tenant, { orderDir, page, perPage }: ListQuery, source: ListSource): RawBuilder<unknown> {
  const from = Math.min((page - 1) * perPage, scanLimit);
  // In the text, because a plan for any number of rows assumes a tenth of the table.
  const piece = sql`limit ${sql.lit(Math.min(perPage, scanLimit - from))}${from > 0 ? sql` offset ${from}` : sql``}`;
  return sql`select id ${rowsIn(tenant, source)} order by ${usualOrder(source, orderDir)} ${piece}`;
}

/** All rows in their usual order. */
export async function pageOfAll(tenant: Tenant, query: ListQuery, source: ListSource): Promise<PageOfIds> {
  const read = sql<{ total: number; ids: number[] }>`
    select ${countOfAll(tenant, source)} as total, array_to_json(array(${idsOfAll(tenant, query, source)})) as ids`;
  // First pages are prepared: others have an offset.
  const [found] = query.page === 1 ? await readPrepared(tenant, read) : (await read.execute(tenant.db)).rows;
  const { total, ids } = found ?? { total: 0, ids: [] };
  return { ids, ...countedAs(total) };
}

/**
 * What a search and filters leave of the first rows, sorted; and of all others what begins with the words, or has all of them and begins
 * with one. In a list that is too large to scan, who typed a whole SKU, or how a page of rows begins, has found it: then nothing is
 * scanned for the same letters elsewhere.
 */
export async function pageOfMatches(tenant: Tenant, query: ListQuery, source: ListSource): Promise<PageOfIds> {
  const key = keyOf(tenant, source);
  const isLarge = isKnownLarge(key);
  const statement = matches(tenant, query, source, isLarge);
  // Planning it takes longer than finding what an index has. Filters make too many different texts.
  const [found] = isLarge && !source.filters?.length ? await readPrepared(tenant, statement) : (await statement.execute(tenant.db)).rows;
  const { total, scanned, enough, ids } = found ?? { total: 0, scanned: 0, enough: false, ids: [] };
  if (!isLarge) rememberSize(key, enough || scanned > scanLimit);
  if (enough) return { ids, total, exact: false, scanned: 0 };
  const isWhole = !isLarge && scanned <= scanLimit;
  return { ids, total, exact: isWhole, scanned: isWhole ? null : scanLimit };
}

type Matches = { total: number; scanned: number; enough: boolean; ids: number[] };

function matches(
  tenant: Tenant,
  { search, orderBy, orderDir, page, perPage }: ListQuery,
  source: ListSource,
  isLarge: boolean,
): RawBuilder<Matches> {
  const row = rowOf(source, orderBy, search);
  return sql<Matches>`
    with beginning as materialized (${beginningWith(tenant, source, row, search)}),
    found_enough as materialized (select ${isEnoughOfLarge(tenant, source, { search, perPage, isLarge })} as enough),
    near as materialized (${isLarge ? nearInIndexes(tenant, source, row, search) : nearRows(tenant, source, row, search)}),
    found as materialized (
      select id, sort_key, fits, is_equal from near where is_match union select id, sort_key, fits, is_equal from beginning
      ${beginningWithOne(tenant, source, row, search)}
    ),
    fitting as materialized (select * from found where fits)
    select (select count(*)::int from fitting) as total, (select count(*)::int from near) as scanned, (select enough from found_enough) as enough,
      array_to_json(array(
        select id from fitting order by is_equal desc, sort_key ${sql.raw(orderDir)}, id ${sql.raw(orderDir)} limit ${perPage} offset ${(page - 1) * perPage}
      )) as ids`;
}

/** The first rows, and whether the words are in them. */
function nearRows(tenant: Tenant, source: ListSource, row: RawBuilder<unknown>, search: string): RawBuilder<unknown> {
  return sql`select ${row}, ${hasAll(source, search)} as is_match
    ${rowsIn(tenant, source)} and not (select enough from found_enough) order by ${scanOrder(source)} limit ${sql.lit(scanLimit + 1)}`;
}

/**
 * The same of a list that is too large to scan: of each column of `beginnings` the first texts, which are read from its index alone
 * where that has what `scope` demands, and only the rows of those that match. One word may stand in one column, the next in another.
 */
function nearInIndexes(tenant: Tenant, source: ListSource, row: RawBuilder<unknown>, search: string): RawBuilder<unknown> {
  const { beginnings = [], scope } = source;
  if (scope || search === '' || beginnings.length === 0) return nearRows(tenant, source, row, search);
  const patterns = patternsOf(search);
  const texts = beginnings.map(({ column, lower }) => {
    const text = sql`${sql.ref(column)} collate "C"`;
    return sql`select id, words from (select id, ${lower ? text : sql`lower(${text})`} as words ${rowsIn(tenant, source)} and ${sql.ref(column)} is not null
      and not (select enough from found_enough) order by ${text}, id limit ${sql.lit(scanLimit)}) as first where words like any (${patterns}::text[])`;
  });
  const all = patterns.map((pattern) => sql`bool_or(words like ${pattern})`);
  return sql`select ${row}, true as is_match ${rowsIn(tenant, source)}
    and id in (select id from (${sql.join(texts, sql` union all `)}) as texts group by id having ${sql.join(all, sql` and `)})`;
}

/** Whether a list of more rows than are scanned has one that equals the words, or a page of them that begin so. */
function isEnoughOfLarge(
  tenant: Tenant,
  source: ListSource,
  { search, perPage, isLarge }: { search: string; perPage: number; isLarge: boolean },
): RawBuilder<unknown> {
  const { beginnings = [] } = source;
  if (search === '' || beginnings.length === 0) return sql`false`;
  const equal = beginnings.map(
    (each) => sql`exists (select ${rowsIn(tenant, source)} and ${sql.ref(each.column)} collate "C" = ${typed(each, search)})`,
  );
  const hasMore = isLarge
    ? sql`true`
    : sql`exists (select ${rowsIn(tenant, source)} order by ${scanOrder(source)} offset ${sql.lit(scanLimit)} limit 1)`;
  const isFull = sql`(select count(*) from beginning where fits) >= ${perPage}`;
  return sql`case when ${sql.join([...equal, isFull], sql` or `)} then ${hasMore} else false end`;
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

/** Of all rows, those with a column that begins with the words. */
function beginningWith(tenant: Tenant, source: ListSource, row: RawBuilder<unknown>, search: string): RawBuilder<unknown> {
  const { beginnings = [] } = source;
  if (search === '' || beginnings.length === 0) return sql`select ${row} ${rowsIn(tenant, source)} and false`;
  const each = beginnings.map((column) => {
    const [text, start] = [sql`${sql.ref(column.column)} collate "C"`, typed(column, search)];
    return sql`(select ${row} ${rowsIn(tenant, source)} and ${text} >= ${start} and ${text} < ${start} || U&'\\+10FFFF' order by ${text}, id limit ${sql.lit(prefixLimit)})`;
  });
  return sql.join(each, sql` union `);
}

/** To the same, of several words: what has all of them, and a column that begins with one. The others may stand in another column. */
function beginningWithOne(tenant: Tenant, source: ListSource, row: RawBuilder<unknown>, search: string): RawBuilder<unknown> {
  const words = wordsOf(search);
  if (words.length < 2 || !source.beginnings?.length) return sql``;
  const matched = sql`${row}, ${hasAll(source, search)} and not (select enough from found_enough) as is_match`;
  const each = words.map((word) => beginningWith(tenant, source, matched, word));
  return sql`union select id, sort_key, fits, is_equal from (${sql.join(each, sql` union all `)}) as words where is_match`;
}

const typed = ({ lower }: { lower?: boolean }, search: string) => (lower ? search.toLowerCase() : search);

/** The source with its indexed filter as part of its scope, where only one is set: then there is nothing to choose. */
export function withOnlyIndexed(source: ListSource): ListSource {
  const [only, ...others] = source.indexed ?? [];
  return only && others.length === 0 ? { ...source, indexed: [], scope: within(source, only) } : source;
}

/** The source with its indexed filters taken apart: the rows of the narrowest are searched, the others are looked at in each of them. */
export async function alongNarrowest(tenant: Tenant, source: ListSource): Promise<ListSource> {
  const { indexed = [], filters = [] } = source;
  if (indexed.length === 0) return source;
  const counts = indexed.map(
    (condition) =>
      sql`(select count(*)::int from (select ${rowsIn(tenant, { ...source, scope: within(source, condition) })} limit ${scanLimit + 1}) as near)`,
  );
  const { rows } = await sql<{ counts: number[] }>`select array[${sql.join(counts)}] as counts`.execute(tenant.db);
  const known = rows[0]?.counts ?? [];
  const least = known.indexOf(Math.min(...known));
  return {
    ...source,
    indexed: [],
    scope: within(source, indexed[least] ?? sql`true`),
    filters: [...filters, ...indexed.filter((_, at) => at !== least)],
  };
}

const within = ({ scope }: ListSource, condition: RawBuilder<unknown>) => (scope ? sql`(${scope}) and (${condition})` : condition);
