import type pg from 'pg';

/** Runs a statement as the owner. */
export type Sql = <Row extends pg.QueryResultRow = pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>;

/** What a database is besides its rows, and the one row that a migration writes. */
export type Shape = { catalogue: string; bytes: number; sequences: Record<string, number>; installation: object };

/** Everything that was made or changed by migrations, and whether any table was analysed: statistics change the plans of later tests. */
const catalogue = `concat_ws(' ',
  (select concat_ws(' ', count(*), sum(oid::bigint), count(*) filter (where reltuples >= 0)) from pg_class where oid >= 16384),
  (select sum(hashtext(concat_ws(' ', attrelid, attnum, xmin))) from pg_attribute where attrelid >= 16384),
  ${['pg_attrdef', 'pg_constraint', 'pg_policy', 'pg_proc', 'pg_trigger', 'pg_type']
    .map((table) => `(select concat_ws(' ', count(*), sum(hashtext(concat_ws(' ', oid, xmin)))) from ${table} where oid >= 16384)`)
    .join(', ')},
  (select count(*) from pg_statistic))`;

export async function shapeOf(sql: Sql): Promise<Shape> {
  const [shape] = await sql<Shape>(`select ${catalogue} as catalogue, pg_database_size(current_database())::int as bytes,
    (select jsonb_object_agg(format('%I.%I', schemaname, sequencename), last_value) from pg_sequences) as sequences,
    (select to_jsonb(i) from installation i) as installation`);
  return shape as Shape;
}
