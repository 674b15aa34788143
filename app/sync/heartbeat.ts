import { sql } from 'kysely';
import type pg from 'pg';
import type { Database } from '../../platform/db.ts';
import type { Log } from '../../platform/log.ts';
import { acrossAccounts } from '../../platform/tenant.ts';

const beatMs = 2_000;
const deadAfterSeconds = 12;

/** Holders of jobs that are not heard of any more. */
const silent = `
  select distinct locked_by as id from graphile_worker.jobs
  where locked_at < now() - make_interval(secs => $1)
    and not exists (select from workers w where w.id = locked_by and w.beat_at > now() - make_interval(secs => $1))`;

/**
 * Says every two seconds that this worker lives, and gives back the jobs of those that stopped saying so: killed, frozen
 * or cut off. One that only slept wakes to find its leases gone, and what it still sends is refused by its lease token.
 */
export function keepAlive(database: Database, queue: pg.Pool, workerId: string, log: Log): { stop: () => Promise<void> } {
  const beat = async () => {
    await acrossAccounts(database, (db) =>
      sql`insert into workers (id) values (${workerId}) on conflict (id) do update set beat_at = now()`.execute(db),
    );
    const { rows } = await queue.query<{ id: string }>(silent, [deadAfterSeconds]);
    if (rows.length === 0) return;
    const ids = rows.map(({ id }) => id);
    log.warn({ workers: ids }, 'gave back the jobs of workers that fell silent');
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
