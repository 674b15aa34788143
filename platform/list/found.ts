import { sql } from 'kysely';
import { readPrepared } from '../prepared.ts';
import type { Tenant } from '../tenant.ts';
import type { ListQuery } from './query.ts';
import type { PageOfIds } from './scan.ts';
import { type FoundRows, type ListSource, rowsIn, sortKey } from './source.ts';
import { type FoundRow, inOrder, type RowsQuery, withRows } from './with-rows.ts';

type Page = { total: number; complete: boolean; looked_at: number };

/** A page of what an index found, as far as the filters leave it, with its rows: looked at by id, once, in one statement. */
export async function pageOfFound<Row extends object>(
  tenant: Tenant,
  { orderBy, orderDir, page, perPage }: ListQuery,
  source: ListSource,
  found: FoundRows,
  rows: RowsQuery<Row>,
): Promise<Omit<PageOfIds, 'ids'> & { data: Row[] }> {
  const { scope, indexed = [], filters = [] } = source;
  const conditions = [...(scope ? [scope] : []), ...indexed, ...filters, sql`id = any((select ids from found)::bigint[])`];
  const within = sql.join(
    conditions.map((condition) => sql`(${condition})`),
    sql` and `,
  );
  const direction = sql.raw(orderDir);
  const statement = sql<FoundRow<Row, Page>>`
    with found as materialized (${found}),
    fitting as materialized (select id, ${sortKey(source.sorts[orderBy] ?? 'id')} as sort_key
      ${rowsIn(tenant, { ...source, scope: within })}),
    page as materialized (
      select json_build_object('total', (select count(*) from fitting), 'complete', complete, 'looked_at', cardinality(ids)) as found,
        array(select id from fitting order by sort_key ${direction}, id ${direction} limit ${perPage} offset ${(page - 1) * perPage}) as ids
      from found
    )
    ${withRows(tenant, source, rows)}`;
  const isPlain = filters.length + indexed.length === 0;
  const read = isPlain ? await readPrepared(tenant, statement) : (await statement.execute(tenant.db)).rows;
  const { data, found: { total, complete, looked_at } = { total: 0, complete: true, looked_at: 0 } } = inOrder(read);
  return { data, total, exact: complete, scanned: complete ? null : looked_at };
}
