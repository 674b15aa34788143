import { sql } from 'kysely';
import type pg from 'pg';
import type { Database } from '../../../platform/db.ts';
import type { Log } from '../../../platform/log.ts';
import { acrossAccounts } from '../../../platform/tenant.ts';
import { digestOf, firstWaits, waitAfter } from './cut-off-jobs.ts';
import { dropIdleQueues } from './idle-queues.ts';

const beatMs = 2_000;
/** Queues that are empty are dropped once in so many beats. */
const beatsBetweenDrops = 30;
const deadAfterSeconds = 12;

/**
 * Takes away the rows of workers that have stopped beating, and gives back their jobs and queues. Whoever deletes the row of a worker
 * reports it, and nobody again. One that took a job lately lives, although its beats fail. Jobs whose worker has no row are given back too.
 *
 * The attempt that was cut off does not count. The queue also sets the attempts of a running job to the most there are when its key is
 * enqueued again, so that it would never run again: counted down, it does. It is counted apart how many workers died over a job.
 */
const takeAway = `
  with gone as (
    delete from workers w where w.beat_at <= now() - make_interval(secs => $1)
      and not exists (select from graphile_worker.jobs j where j.locked_by = w.id and j.locked_at > now() - make_interval(secs => $1))
    returning w.id),
  dead as (
    select id from gone union
    select locked_by from graphile_worker.jobs j
    where j.locked_at < now() - make_interval(secs => $1) and not exists (select from workers w where w.id = j.locked_by)),
  cut_off as (
    select j.id, t.identifier as name, ${digestOf('t.identifier', 'j.payload')} as digest
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where j.locked_by in (select id from dead) for update of j),
  counted as (
    insert into cut_off_jobs as c (digest) select distinct digest from cut_off
    on conflict (digest) do update set workers = c.workers + 1, cut_off_at = now() returning digest, workers),
  jobs as (
    update graphile_worker._private_jobs j set locked_at = null, locked_by = null, attempts = greatest(attempts - 1, 0),
      run_at = greatest(run_at, now() + ${waitAfter('counted.workers')})
    from cut_off join counted using (digest) where j.id = cut_off.id returning j.id, name, workers),
  queues as (
    update graphile_worker._private_job_queues set locked_at = null, locked_by = null where locked_by in (select id from dead) returning id)
  select array(select id from dead) as workers, (select count(*)::int from jobs) as jobs, (select count(*)::int from gone) as gone,
    array(select name from jobs where workers >= ${firstWaits}) as deadly`;

/**
 * Gives back what the database says this worker runs, and it does not: another server took over that had not caught up, and knows of a job
 * that has ended since. The worker lives, so nobody else would.
 */
const takeBackOwn = `
  with forgotten as (
    select id, job_queue_id from graphile_worker._private_jobs
    where locked_by = $2 and locked_at < now() - make_interval(secs => $1) and id <> all($3::bigint[]) for update skip locked),
  jobs as (
    update graphile_worker._private_jobs set locked_at = null, locked_by = null, attempts = greatest(attempts - 1, 0)
    where id in (select id from forgotten) returning id),
  queues as (
    update graphile_worker._private_job_queues set locked_at = null, locked_by = null
    where locked_by = $2 and id in (select job_queue_id from forgotten) returning id)
  select count(*)::int as jobs from jobs`;

/**
 * Frees queues that are locked although no job of theirs runs. A job that was given back runs twice when its first worker was only
 * slow; whoever ends second can no longer free the queue, and would hold it for ever.
 */
const freeStuck = `
  update graphile_worker._private_job_queues q set locked_at = null, locked_by = null
  where q.locked_by is not null
    and exists (select from graphile_worker._private_jobs waiting
      where waiting.job_queue_id = q.id and waiting.is_available and waiting.run_at <= now()
        and waiting.created_at < now() - make_interval(secs => $1))
    and not exists (select from graphile_worker._private_jobs running where running.job_queue_id = q.id and running.locked_at is not null)
  returning q.queue_name as queue`;

/**
 * Records every two seconds that this worker is alive, and gives back the jobs of workers that stopped doing so because they
 * were killed, frozen or cut off, and the queues that were left locked. A worker that wakes again has lost its leases, and its
 * lease token no longer records anything. `running`: the jobs that it runs, by their ids.
 */
export function keepAlive(
  database: Database,
  queue: pg.Pool,
  workerId: string,
  log: Log,
  running: ReadonlyMap<string, unknown>,
): { stop: () => Promise<void> } {
  const underWay = new Set<Promise<void>>();
  let beats = 0;
  const begin = () => {
    const drops = ++beats % beatsBetweenDrops === 0;
    const one = beat(database, workerId)
      .then(() => giveBack(queue, workerId, log, running))
      .then(() => (drops ? dropIdleQueues(queue) : undefined))
      .catch((error) => log.warn({ error }, 'heartbeat failed'))
      .finally(() => underWay.delete(one));
    underWay.add(one);
  };
  const timer = setInterval(begin, beatMs);
  begin();
  return {
    async stop() {
      clearInterval(timer);
      // Whoever stops ends the pools next; and a late beat would note the worker anew.
      await Promise.all(underWay);
      await acrossAccounts(database, (db) => sql`delete from workers where id = ${workerId}`.execute(db)).catch((error) =>
        log.warn({ error }, 'heartbeat not ended'),
      );
    },
  };
}

const beat = (database: Database, workerId: string) =>
  acrossAccounts(database, (db) =>
    sql`insert into workers (id) values (${workerId}) on conflict (id) do update set beat_at = excluded.beat_at`.execute(db),
  );

async function giveBack(queue: pg.Pool, workerId: string, log: Log, running: ReadonlyMap<string, unknown>): Promise<void> {
  const { rows } = await queue.query<{ workers: string[]; jobs: number; gone: number; deadly: string[] }>(takeAway, [deadAfterSeconds]);
  for (const { workers, jobs, gone, deadly } of rows) {
    if (gone + jobs > 0) log.warn({ workers, jobs }, 'gave back the jobs of workers that fell silent');
    if (deadly.length > 0) log.error({ jobs: deadly }, 'workers died over these jobs one after another: they wait');
  }
  const own = await queue.query<{ jobs: number }>(takeBackOwn, [deadAfterSeconds, workerId, [...running.keys()]]);
  if (own.rows.some(({ jobs }) => jobs > 0)) log.warn({ jobs: own.rows[0]?.jobs }, 'gave back jobs that this worker does not run');
  const stuck = await queue.query<{ queue: string }>(freeStuck, [deadAfterSeconds]);
  if (stuck.rows.length > 0) log.warn({ queues: stuck.rows.map((row) => row.queue) }, 'freed queues without a running job');
}
