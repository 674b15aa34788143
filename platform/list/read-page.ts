import { sql } from 'kysely';
import { addressOf } from '../call.ts';
import { readPrepared } from '../prepared.ts';
import type { Tenant } from '../tenant.ts';
import { readAtOnce } from './at-once.ts';
import { pageOfFound } from './found.ts';
import { findAtOnce, isIndexed } from './indexed.ts';
import { keyOf } from './large.ts';
import type { ListQuery, Paginated } from './query.ts';
import { alongNarrowest, type PageOfIds, pageOfAll, pageOfMatches, withOnlyIndexed } from './scan.ts';
import type { ListedTable, ListSource } from './source.ts';
import { type RowsQuery, rowsById } from './with-rows.ts';

/** How what a page shows is read, in any order: by its rows' ids; or as a query, which saves a round trip. */
export type RowsOf<Row> = ((ids: number[]) => Promise<Row[]>) | { query: RowsQuery<Row> };

/**
 * One page of a list, at a bounded cost. `path` is the call's, for the addresses of the pages beside this one.
 */
export async function readPage<Table extends ListedTable, Sort extends string, Row extends { id: number }>(
  tenant: Tenant,
  { path }: { path: string },
  query: ListQuery<Sort>,
  source: ListSource<Table, Sort>,
  rowsOf: RowsOf<Row>,
): Promise<Paginated<Row>> {
  const listed = withOnlyIndexed(source as unknown as ListSource);
  if ('query' in rowsOf && isPlain(query, listed)) return paginate(path, query, await readAtOnce(tenant, query, listed, rowsOf.query));
  const { wordIndex, found } = listed;
  if ('query' in rowsOf && found) return paginate(path, query, await pageOfFound(tenant, query, listed, found, rowsOf.query));
  if ('query' in rowsOf && wordIndex && query.search !== '') {
    const key = keyOf(tenant, listed);
    if (await isIndexed(tenant, listed, key))
      return paginate(path, query, await findAtOnce(tenant, query, { ...listed, wordIndex }, key, rowsOf.query));
  }
  const { ids, ...counted } = await readIds(tenant, query, listed);
  const read =
    'query' in rowsOf ? () => readPrepared(tenant, rowsOf.query(rowsById(tenant, listed, sql`${ids}::bigint[]`))) : () => rowsOf(ids);
  const rows = new Map((ids.length > 0 ? await read() : []).map((row) => [row.id, row]));
  return paginate(path, query, { data: ids.flatMap((id) => rows.get(id) ?? []), ...counted });
}

async function readIds(tenant: Tenant, query: ListQuery, declared: ListSource): Promise<PageOfIds> {
  if (declared.found) throw new TypeError('What an index found is read together with its rows: give these as a query.');
  const source = await alongNarrowest(tenant, declared);
  return isUsual(query, source) ? pageOfAll(tenant, query, source) : pageOfMatches(tenant, query, source);
}

/** Whether an index has the rows of the list, in its order. */
const isUsual = (query: ListQuery, source: ListSource) =>
  query.search === '' && !source.filters?.length && query.orderBy === Object.keys(source.sorts)[0];

const isPlain = (query: ListQuery, source: ListSource) => isUsual(query, source) && !source.indexed?.length && !source.found;

/** The reply of a call that lists, of what was found for its query. */
export function paginate<Row>(
  path: string,
  query: Pick<ListQuery, 'page' | 'perPage'>,
  { data, total, exact, scanned }: Omit<PageOfIds, 'ids'> & { data: Row[] },
): Paginated<Row> {
  const { page, perPage } = query;
  const last = Math.max(1, Math.ceil(total / perPage));
  const filled = Object.fromEntries(Object.entries(query).filter(([, value]) => (value as unknown) !== ''));
  const urlOf = (target: number) => addressOf(path, {}, { ...filled, page: target });
  return {
    data,
    current_page: page,
    last_page: last,
    prev_page_url: page > 1 ? urlOf(Math.min(page - 1, last)) : null,
    next_page_url: page < last ? urlOf(page + 1) : null,
    total,
    per_page: perPage,
    total_is_exact: exact,
    scanned,
  };
}
