import { sql } from 'kysely';
import { openDatabase } from '../platform/db.ts';
import type { Environment } from '../platform/env.ts';
import { inNoAccount } from '../platform/tenant.ts';

type Size = { table: string; index: string | null; rows: number; bytes: number; orders: number };

/** What takes less of the whole is of no interest. */
const leastShare = 0.001;

/**
 * `crossdock sizes`: what each table and each of its indexes takes, and how much that is an order. Rows are counted by the last ANALYZE, so
 * that it costs a running database nothing.
 */
export async function sizes({ databaseUrl }: Pick<Environment, 'databaseUrl'>): Promise<string> {
  const database = openDatabase({ url: databaseUrl, connections: 1, readers: 1 });
  try {
    return inColumns(await inNoAccount(database, async (db) => (await statement.execute(db)).rows));
  } finally {
    await database.close();
  }
}

const statement = sql<Size>`
  with tables as (
    select c.oid, c.relname, greatest(c.reltuples, 0) as rows, pg_total_relation_size(c.oid) as whole
    from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind = 'r' and n.nspname in ('public', 'graphile_worker')
  ), parts as (
    select relname, whole, rows, null as index, pg_table_size(oid) as bytes from tables union all
    select t.relname, t.whole, t.rows, i.indexrelid::regclass::text, pg_relation_size(i.indexrelid)
    from tables t join pg_index i on i.indrelid = t.oid
  )
  select relname as "table", index, rows::float8 as rows, bytes::float8 as bytes,
    (select rows from tables where relname = 'orders')::float8 as orders
  from parts order by whole desc, relname, index is not null, bytes desc`;

function inColumns(rows: Size[]): string {
  const whole = rows.reduce((sum, { bytes }) => sum + bytes, 0);
  const orders = rows[0]?.orders ?? 0;
  const anOrder = (bytes: number) => (orders > 0 ? String(Math.round(bytes / orders)) : '–');
  const line = (name: string, count: string, bytes: number) =>
    `${name.padEnd(60)}${count.padStart(14)}${(bytes / 1_048_576).toFixed(1).padStart(12)}${anOrder(bytes).padStart(16)}`;
  return [
    `${'table, and its indexes'.padEnd(60)}${'rows'.padStart(14)}${'MB'.padStart(12)}${'bytes an order'.padStart(16)}`,
    ...rows
      .filter(({ bytes }) => bytes >= whole * leastShare)
      .map(({ table, index, rows: count, bytes }) => line(index ? `  ${index}` : table, index ? '' : String(Math.round(count)), bytes)),
    line('all', '', whole),
  ].join('\n');
}
