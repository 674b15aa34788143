import { type RawBuilder, sql } from 'kysely';
import { readPrepared } from '../prepared.ts';
import type { Tenant } from '../tenant.ts';
import type { ListQuery } from './query.ts';
import { type ListedTable, type ListSource, rowsIn, scanOrder, sortKey, usualOrder } from './source.ts';
import { hasAll, typedFor } from './words.ts';

/** Which rows a page shows, and how many there are in all. */
export type PageOfIds = {
  ids: number[];
  total: number;
  /** False where counting stopped. */
  exact: boolean;
  /** How many rows were searched, where that was not all of them: there may be more. */
  scanned: number | null;
};

/** How many rows of an account a list counts, turns to, or searches: its cost is bounded, however many there are. */
export const scanLimit = 10_000;

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
  (select count(*)::int from (select ${rowsIn(tenant, source)} order by ${usualOrder(source, 'ASC')} limit ${sql.lit(scanLimit + 1)}) as
    near)`;

/** The ids of a page of all rows in their usual order, from the index alone. */
export function idsOfAll(tenant: Tenant, { orderDir, page, perPage }: ListQuery, source: ListSource): RawBuilder<unknown> {
  const from = Math.min((page - 1) * perPage, scanLimit);
  const take = Math.min(perPage, scanLimit - from);
  const all = sql`select id ${rowsIn(tenant, source)} order by ${usualOrder(source, orderDir)}`;
  if (from === 0) return sql`${all} limit ${sql.lit(take)}`;
  const whole = Math.floor(from / step) * step;
  return sql`select id from (${all} limit ${sql.lit(step + take)} offset ${sql.lit(whole)}) as near
    limit ${sql.lit(take)} offset ${from - whole}`;
}

/** The rows of the first page, read as its index finds them, which saves finding each of them by its id again; of other pages nothing. */
export function firstRows(tenant: Tenant, { orderDir, page, perPage }: ListQuery, source: ListSource): RawBuilder<unknown> | undefined {
  if (page > 1) return undefined;
  return sql`(select * ${rowsIn(tenant, source)} order by ${usualOrder(source, orderDir)} limit ${sql.lit(perPage)})`;
}

/**
 * Rows that a page passes over are passed over in whole steps by the text, because a plan for any number of them assumes a tenth of the
 * table, and within a step by a value, so that all pages share a few texts, and their plans.
 */
const step = 1_000;

/** All rows in their usual order. */
export async function pageOfAll(tenant: Tenant, query: ListQuery, source: ListSource): Promise<PageOfIds> {
  const read = sql<{ total: number; ids: number[] }>`
    select ${countOfAll(tenant, source)} as total, array_to_json(array(${idsOfAll(tenant, query, source)})) as ids`;
  const [found] = await readPrepared(tenant, read);
  const { total, ids } = found ?? { total: 0, ids: [] };
  return { ids, ...countedAs(total) };
}

/** What a search and filters leave of the first rows, sorted. */
export async function pageOfMatches(tenant: Tenant, query: ListQuery, source: ListSource): Promise<PageOfIds> {
  const { rows } = await matches(tenant, query, source).execute(tenant.db);
  const { total, scanned, ids } = rows[0] ?? { total: 0, scanned: 0, ids: [] };
  const isWhole = scanned <= scanLimit;
  return { ids, total, exact: isWhole, scanned: isWhole ? null : scanLimit };
}

/** A query of the ids of all rows that a search and filters leave, in their usual order: for who acts on all of them. */
export const idsMatching = <Table extends ListedTable, Sort extends string>(
  tenant: Tenant,
  given: ListSource<Table, Sort>,
  search: string,
): RawBuilder<unknown> => {
  const source = given as unknown as ListSource;
  return sql`select id ${rowsIn(tenant, source)} and ${hasAll(source, search)} and ${fitsFilters(source)}
    order by ${usualOrder(source, 'ASC')}`;
};

type Matches = { total: number; scanned: number; ids: number[] };

function matches(tenant: Tenant, { search, orderBy, orderDir, page, perPage }: ListQuery, source: ListSource): RawBuilder<Matches> {
  const direction = sql.raw(orderDir);
  const [first] = source.wordIndex?.beginnings ?? [];
  const isEqual = first && search ? sql`${sql.ref(first.column)} = ${typedFor(first, search)}` : sql`false`;
  return sql<Matches>`
    with near as materialized (
      select id, ${sortKey(source.sorts[orderBy] ?? 'id')} as sort_key, ${isEqual} as is_equal, ${hasAll(source, search)}
        and ${fitsFilters(source)} as fits
      ${rowsIn(tenant, source)} order by ${scanOrder(source)} limit ${sql.lit(scanLimit + 1)}
    ),
    fitting as materialized (select * from near where fits)
    select (select count(*)::int from fitting) as total, (select count(*)::int from near) as scanned, array_to_json(array(
      select id from fitting order by is_equal desc, sort_key ${direction}, id ${direction} limit ${perPage} offset ${(page - 1) * perPage}
    )) as ids`;
}

/** Whether a row is what the filters demand. */
export function fitsFilters({ filters = [] }: ListSource): RawBuilder<unknown> {
  if (filters.length === 0) return sql`true`;
  const each = filters.map((filter) => sql`(${filter})`);
  return sql`(${sql.join(each, sql` and `)})`;
}

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
      sql`(select count(*)::int from (select ${rowsIn(tenant, { ...source, scope: within(source, condition) })}
        limit ${scanLimit + 1}) as near)`,
  );
  const { rows } = await sql<{ counts: number[] }>`select array[${sql.join(counts)}] as counts`.execute(tenant.db);
  const sizes = rows[0]?.counts ?? [];
  const least = sizes.indexOf(Math.min(...sizes));
  return {
    ...source,
    indexed: [],
    scope: within(source, indexed[least] ?? sql`true`),
    filters: [...filters, ...indexed.filter((_, at) => at !== least)],
  };
}

const within = ({ scope }: ListSource, condition: RawBuilder<unknown>) => (scope ? sql`(${scope}) and (${condition})` : condition);
