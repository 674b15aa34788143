import { sql } from 'kysely';
import { readPrepared } from '../prepared.ts';
import type { Tenant } from '../tenant.ts';
import type { ListQuery } from './query.ts';
import type { PageOfIds } from './scan.ts';
import { type ListSource, rowsIn, sortKey } from './source.ts';

/** A page of what a search found by an index of words, as far as the filters leave it: looked at by id, once. */
export async function pageOfFound(
  tenant: Tenant,
  { orderBy, orderDir, page, perPage }: ListQuery,
  source: ListSource,
  { ids, complete }: NonNullable<ListSource['found']>,
): Promise<PageOfIds> {
  const { scope, indexed = [], filters = [] } = source;
  const conditions = [...(scope ? [scope] : []), ...indexed, ...filters, sql`id = any(${[...ids]}::bigint[])`];
  const within = sql.join(
    conditions.map((condition) => sql`(${condition})`),
    sql` and `,
  );
  const direction = sql.raw(orderDir);
  const read = sql<{ total: number; ids: number[] }>`
    with found as materialized (select id, ${sortKey(source.sorts[orderBy] ?? 'id')} as sort_key ${rowsIn(tenant, { ...source, scope: within })})
    select (select count(*)::int from found) as total,
      array_to_json(array(select id from found order by sort_key ${direction}, id ${direction} limit ${perPage} offset ${(page - 1) * perPage})) as ids`;
  const [found] = filters.length + indexed.length === 0 ? await readPrepared(tenant, read) : (await read.execute(tenant.db)).rows;
  const total = found?.total ?? 0;
  return { ids: found?.ids ?? [], total, exact: complete, scanned: complete ? null : ids.length };
}
