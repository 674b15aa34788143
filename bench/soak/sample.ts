import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Cluster } from '../cluster.ts';
import type { Flow } from '../flow.ts';

const run = promisify(execFile);

/** What is read every so often: seconds since the beginning, and each curve's value by its name. */
export type Sample = { at: number; values: Record<string, number> };
/** Of one table at a time. */
export type TableSample = { at: number; table: string; bytes: number; live: number; dead: number };

type Figures = { connections: number; bytes: number; queue: number; oldest: number; lag: number };

/** `sold`: how many orders there are by now. */
export async function sample(cluster: Cluster, flow: Flow, at: number, sold: number): Promise<{ sample: Sample; tables: TableSample[] }> {
  const { rows } = await cluster.owner.query<Figures>(figures, [flow.accountId]);
  const tables = (await cluster.owner.query<Omit<TableSample, 'at'>>(sizes)).rows.map((row) => ({ at, ...row }));
  const [web, worker] = [await megabytes(flow.processes.web), await megabytes(flow.processes.worker)];
  const { connections = 0, bytes = 0, queue = 0, oldest = 0, lag = 0 } = rows[0] ?? {};
  const sum = (what: 'live' | 'dead') => tables.reduce((all, table) => all + table[what], 0);
  const values = {
    ...{ web_mb: web, worker_mb: worker, connections, dead_rows: sum('dead') },
    dead_percent: (100 * sum('dead')) / Math.max(1, sum('live')),
    ...{
      database_mb: bytes / 2 ** 20,
      kb_an_order: bytes / 1024 / sold,
      queue_mb: queue / 2 ** 20,
      oldest_job_s: oldest,
      lag_s: lag,
      sold,
    },
  };
  return { sample: { at, values }, tables };
}

/** The lag: how long the newest thousand orders took or wait, from arrival until the warehouse has them; of a hundred the fifth longest. */
const figures = `
  select (select count(*) from pg_stat_activity where datname = current_database() and backend_type = 'client backend')::int as connections,
    pg_database_size(current_database())::float8 as bytes,
    (select sum(pg_total_relation_size(oid)) from pg_class
      where relnamespace = 'graphile_worker'::regnamespace and relkind = 'r')::float8 as queue,
    (select coalesce(extract(epoch from now() - min(run_at)), 0) from graphile_worker._private_jobs
      where locked_at is null and run_at <= now() and attempts < max_attempts)::float8 as oldest,
    (select coalesce(percentile_cont(0.95) within group (order by extract(epoch from coalesce(e.at, now()) - o.created_at)), 0)
      from (select id, created_at from orders where account_id = $1 order by id desc limit 1000) as o
      left join lateral (
        select min(at) as at from order_events where account_id = $1 and order_id = o.id and kind = 'accepted'
      ) as e on true)::float8 as lag`;

const sizes = `
  select s.schemaname || '.' || s.relname as table, pg_total_relation_size(s.relid)::float8 as bytes,
    s.n_live_tup::float8 as live, s.n_dead_tup::float8 as dead
  from pg_stat_user_tables s order by 1`;

/** Of what these processes have in memory. */
async function megabytes(processes: Flow['processes']['web']): Promise<number> {
  const pids = processes.map(({ child }) => String(child.pid));
  const { stdout } = await run('ps', ['-o', 'rss=', '-p', pids.join(',')]);
  return stdout.split('\n').reduce((sum, line) => sum + Number(line), 0) / 1024;
}
