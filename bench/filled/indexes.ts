import type pg from 'pg';

/**
 * Drops every index of these tables that no foreign key needs, and returns the statements that create them again. Inserts are
 * several times as fast without them, and an index that is built at once is dense.
 */
export async function indexesOff(client: pg.Client, tables: string[]): Promise<string[]> {
  const { rows } = await client.query<{ off: string; on: string }>(
    `select case when c.oid is null then format('drop index %I', i.indexrelid::regclass) else format('alter table %I drop constraint %I', i.indrelid::regclass, c.conname) end as off,
      case when c.oid is null then pg_get_indexdef(i.indexrelid) else format('alter table %I add constraint %I %s', i.indrelid::regclass, c.conname, pg_get_constraintdef(c.oid)) end as on
    from pg_index i left join pg_constraint c on c.conindid = i.indexrelid and c.contype in ('p', 'u', 'x')
    where i.indrelid::regclass::text = any($1) and not exists (select from pg_constraint f where f.contype = 'f' and f.conindid = i.indexrelid)
    order by pg_relation_size(i.indrelid) desc, 1`,
    [tables],
  );
  for (const { off } of rows) await client.query(off);
  // The largest first, so that the cores finish together.
  const size = (on: string) => tables.findLastIndex((table) => new RegExp(`\\b${table}\\b`).test(on.split('(')[0] ?? ''));
  return rows.map(({ on }) => on).sort((a, b) => size(b) - size(a));
}
