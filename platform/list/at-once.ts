import { sql } from 'kysely';
import { readPrepared } from '../prepared.ts';
import type { Tenant } from '../tenant.ts';
import { isKnownLarge, keyOf, rememberSize } from './large.ts';
import type { ListQuery } from './query.ts';
import { type Counted, countedAs, countOfAll, firstRows, idsOfAll, scanLimit, tooMany } from './scan.ts';
import type { ListSource } from './source.ts';
import { type FoundRow, inOrder, type RowsQuery, withRows } from './with-rows.ts';

type PageOfRows<Row> = Counted & { data: Row[] };

/** A page of all rows in their usual order, in one statement; of a list that is known to be too large to count, without counting. */
export async function readAtOnce<Row extends object>(
  tenant: Tenant,
  query: ListQuery,
  source: ListSource,
  rows: RowsQuery<Row>,
): Promise<PageOfRows<Row>> {
  const key = keyOf(tenant, source);
  if (isKnownLarge(key) && query.page * query.perPage <= scanLimit) {
    const data = await readPlain(tenant, query, source, rows);
    if (data.length === query.perPage) return { ...tooMany, data };
  }
  const page = await readCounted(tenant, query, source, rows);
  rememberSize(key, !page.exact);
  return page;
}

async function readPlain<Row extends object>(tenant: Tenant, query: ListQuery, source: ListSource, rows: RowsQuery<Row>): Promise<Row[]> {
  const read = await readPrepared(
    tenant,
    sql<FoundRow<Row, null>>`
      with page as materialized (select null as found, array(${idsOfAll(tenant, query, source)}) as ids)
      ${withRows(tenant, source, rows, firstRows(tenant, query, source))}`,
  );
  return inOrder(read).data;
}

async function readCounted<Row extends object>(
  tenant: Tenant,
  query: ListQuery,
  source: ListSource,
  rows: RowsQuery<Row>,
): Promise<PageOfRows<Row>> {
  const read = await readPrepared(
    tenant,
    sql<FoundRow<Row, number>>`
      with page as materialized (select ${countOfAll(tenant, source)} as found, array(${idsOfAll(tenant, query, source)}) as ids)
      ${withRows(tenant, source, rows, firstRows(tenant, query, source))}`,
  );
  const { data, found = 0 } = inOrder(read);
  return { ...countedAs(found), data };
}
