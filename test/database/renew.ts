import type pg from 'pg';
import { passTimeByItself } from '../shop/keep-for-pass-time.ts';
import { type Shape, type Sql, shapeOf } from './shape.ts';

/** Deletes the rows of every table that has any; a table of which nothing was ever written takes no room. */
export const deleteRows = `do $$
  declare
    name text;
  begin
    set local session_replication_role = replica;
    for name in
      select format('%I.%I', schemaname, tablename) from pg_tables
      where pg_relation_size(format('%I.%I', schemaname, tablename)::regclass) > 0
        and ((schemaname = 'public' and tablename not in ('migrations', 'installation'))
          or (schemaname = 'graphile_worker' and tablename like '%private_job%'))
    loop
      execute 'delete from ' || name;
    end loop;
  end $$`;

/** What deleted rows leave behind slows down whoever reads a whole table. */
const mostGrowth = 8_000_000;

/**
 * Makes a database as it was created. Returns false where more than rows was changed, or somebody is still at work in it: it must be
 * dropped then.
 */
export async function renew({ sql, shape }: { sql: Sql; shape: Shape }, pools: pg.Pool[]): Promise<boolean> {
  const busy = await sql(`
    select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'
    union all select pid from pg_locks l join pg_database d on d.oid = l.database
      where datname = current_database() and locktype = 'advisory'`);
  if (busy.length > 0 || pools.some(({ totalCount, idleCount, waitingCount }) => totalCount !== idleCount || waitingCount > 0))
    return false;
  await sql(passTimeByItself);
  await sql(deleteRows);
  const was = Object.keys(shape.installation).map((column) => `${column} = was.${column}`);
  await sql(`update installation i set ${was.join(', ')} from jsonb_populate_record(null::installation, $1) as was`, [
    JSON.stringify(shape.installation),
  ]);
  await sql(
    `select setval(name::regclass, coalesce(($1::jsonb ->> name)::bigint, start), $1::jsonb ->> name is not null)
    from (select format('%I.%I', schemaname, sequencename) as name, start_value as start, last_value from pg_sequences) s
    where last_value is distinct from ($1::jsonb ->> name)::bigint`,
    [JSON.stringify(shape.sequences)],
  );
  const now = await shapeOf(sql);
  return now.catalogue === shape.catalogue && now.bytes - shape.bytes < mostGrowth;
}
