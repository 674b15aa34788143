import type pg from 'pg';
import { Stop } from '../stop.mjs';

type Old = { seconds: number; database: string; end: string };

/** Of the server of a node, in whichever database: what was prepared, and what a session has in hand. With the statement that ends it. */
const oldThere = (seconds: number) => `select coalesce(json_agg(old order by seconds desc), '[]') from (
  select extract(epoch from now() - prepared)::int as seconds, database, format('rollback prepared %L', gid) as "end" from pg_prepared_xacts
  union all
  select extract(epoch from now() - xact_start)::int, datname, format('select pg_terminate_backend(%s)', pid) from pg_stat_activity
    where backend_type = 'client backend' and backend_xid is not null and pid <> pg_backend_pid()
) as old where seconds >= ${seconds}`;

/**
 * A move begins once every transaction of the servers of both nodes has ended: it would wait without end for one that somebody left.
 * @throws Stop with how to end the oldest that is so old, in seconds
 */
export async function requireNoOldTransaction(client: pg.Client, seconds: number): Promise<void> {
  const { rows } = await client.query<{ node: string; success: boolean; result: string }>(
    `select nodename || ':' || nodeport as node, success, result from run_command_on_workers($1)`,
    [oldThere(seconds)],
  );
  for (const { node, success, result } of rows) {
    const [oldest] = success ? (JSON.parse(result) as Old[]) : [];
    if (oldest)
      throw new Stop(
        `${node} has a transaction in its database ${oldest.database} that began ${oldest.seconds} seconds ago, for which the move would wait. ` +
          `Let it end, or run there: ${oldest.end};`,
      );
  }
}

/** What a move that goes on is found by. */
export const moverName = 'crossdock-move-account';

/**
 * The engine moves one account at a time. Where the process of a move was killed, its session ends a moment later.
 * @throws Stop with how to end another move of this database
 */
export async function requireNoOtherMove(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ pid: number; seconds: number }>(
    `select other.pid, extract(epoch from now() - other.backend_start)::int as seconds
     from pg_stat_activity own join pg_stat_activity other using (datname, application_name)
     where own.pid = pg_backend_pid() and (other.backend_start, other.pid) < (own.backend_start, own.pid) order by 2 desc`,
  );
  if (rows[0])
    throw new Stop(
      `Another move has been going on for ${rows[0].seconds} seconds. ` +
        `Wait until it has ended, or run on the coordinator: select pg_terminate_backend(${rows[0].pid});`,
    );
}
