import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { openDatabase } from '../platform/db.ts';
import { startEmbeddedPostgres } from '../platform/embedded-postgres.ts';
import { migrate } from '../platform/migrate.ts';
import { asInProduction, isObserved, noted, observed, silent } from './settings.ts';

/** A migrated database: `database` as the product uses it, `owner` bypasses row-level security, for set-up and inspection. */
export type Cluster = {
  /** Of the server process; its children are the sessions. */
  pid: () => number | undefined;
  url: string;
  database: ReturnType<typeof openDatabase>;
  owner: pg.Pool;
  stop: () => Promise<void>;
};

/** Starts PostgreSQL in a temporary folder. BENCH_STATEMENTS=1 counts statements, and writes the plans of slow ones to bench-plans.log. */
export async function startCluster(): Promise<Cluster> {
  const dataDir = await mkdtemp(join(tmpdir(), 'crossdock-bench-'));
  const server = await startEmbeddedPostgres({
    dataDir,
    log: isObserved ? noted : silent,
    throwaway: true,
    settings: { ...asInProduction, ...observed() },
  });
  await migrate(server.url);
  const database = openDatabase({ url: server.url, connections: 8, name: 'crossdock-bench' });
  const owner = new pg.Pool({ connectionString: server.url, max: 4 });
  owner.on('error', () => undefined);
  if (isObserved) await owner.query('create extension pg_stat_statements');
  return {
    url: server.url,
    pid: server.pid,
    database,
    owner,
    async stop() {
      if (isObserved) console.log(await statements(owner));
      await Promise.all([database.close(), owner.end()]);
      await server.stop('now');
    },
  };
}

/** Where the database's time went, by statement. */
async function statements(owner: pg.Pool): Promise<string> {
  const { rows } = await owner.query<{ ms: number; calls: number; rows: number; query: string }>(`
    select round(total_exec_time)::int as ms, calls::int, rows::int, regexp_replace(left(query, 130), '\\s+', ' ', 'g') as query
    from pg_stat_statements where toplevel or query ~ 'tallies|add_job' order by total_exec_time desc limit 45`);
  return rows
    .map(
      ({ ms, calls, rows: n, query }) =>
        `${String(ms).padStart(8)} ms ${String(calls).padStart(8)} × ${String(n).padStart(9)} rows  ${query}`,
    )
    .join('\n');
}
