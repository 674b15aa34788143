import { sql } from 'kysely';
import type pg from 'pg';
import type { Database } from '../../platform/db.ts';
import type { Log } from '../../platform/log.ts';
import { acrossAccounts } from '../../platform/tenant.ts';

const beatMs = 2_000;
const deadAfterSeconds = 12;

/** Workers that hold jobs and have stopped beating. */
const silent = `
  select distinct locked_by as id from graphile_worker.jobs
  where locked_at < now() - make_interval(secs => $1)
    and not exists (select from workers w where w.id = locked_by and w.beat_at > now() - make_interval(secs => $1))`;

/**
 * Idle workers, when a job waits for its queue although no job of that queue runs. A job that was given back runs twice when its
 * first worker was only slow; whoever ends second cannot free the queue any more, and would hold it for ever.
 */
const idleBesideStuck = `
  select w.id from workers w
  where not exists (select from graphile_worker.jobs mine where mine.locked_by = w.id)
    and exists (select from graphile_worker.jobs waiting
      where waiting.queue_name is not null and waiting.locked_at is null and waiting.run_at <= now() and waiting.attempts < waiting.max_attempts
        and waiting.created_at < now() - make_interval(secs => $1)
        and not exists (select from graphile_worker.jobs other where other.queue_name = waiting.queue_name and other.locked_at is not null))`;

/**
 * Records every two seconds that this worker is alive, and gives back the jobs of workers that stopped doing so because they
 * were killed, frozen or cut off, and the queues that were left locked. A worker that wakes again has lost its leases, and its
 * lease token no longer records anything.
 */
export function keepAlive(database: Database, queue: pg.Pool, workerId: string, log: Log): { stop: () => Promise<void> } {
  const beat = async () => {
    await acrossAccounts(database, (db) =>
      sql`insert into workers (id) values (${workerId}) on conflict (id) do update set beat_at = now()`.execute(db),
    );
    await giveBack(silent, 'gave back the jobs of workers that fell silent');
    await giveBack(idleBesideStuck, 'freed the queues of idle workers');
  };
  const giveBack = async (whose: string, what: string) => {
    const { rows } = await queue.query<{ id: string }>(whose, [deadAfterSeconds]);
    if (rows.length === 0) return;
    const ids = rows.map(({ id }) => id);
    log.warn({ workers: ids }, what);
    await queue.query('select graphile_worker.force_unlock_workers($1::text[])', [ids]);
  };
  const safely = () => beat().catch((error) => log.warn({ error }, 'heartbeat failed'));
  const timer = setInterval(safely, beatMs);
  void safely();
  return {
    async stop() {
      clearInterval(timer);
      await acrossAccounts(database, (db) => sql`delete from workers where id = ${workerId}`.execute(db)).catch((error) =>
        log.warn({ error }, 'heartbeat not ended'),
      );
    },
  };
}
