import { sql } from 'kysely';
import type { Database } from '../../../platform/db.ts';
import { tellEveryone } from '../../../platform/events.ts';
import type { Log } from '../../../platform/log.ts';
import { acrossAccounts } from '../../../platform/tenant.ts';

/** A worker that cannot write tries again every few seconds. One that was killed since says nothing of it. */
export const isUnwritable = sql<boolean>`exists (select 1 from worker_marks f where f.files_failed_at > now() - interval '1 minute')`;

/**
 * Keeps in the database whether this worker can write its mark: pages and gauges say so. What is returned writes, and returns whether that
 * succeeded. Nothing may leave where it did not, and nothing is lost by that: it waits until the next time. What only reads, before it can
 * write, is not taken for success.
 */
export function unwritableNoter(
  database: Database,
  log: Log,
  worker: string,
): (write: () => Promise<void>, writes?: boolean) => Promise<boolean> {
  let fails = false;
  const note = async (failed: boolean) => {
    const changed = fails !== failed;
    fails = failed;
    await acrossAccounts(database, async (db) => {
      if (failed)
        await sql`
          insert into worker_marks (worker, files_failed_at) values (${worker}, now())
          on conflict (worker) do update set files_failed_at = excluded.files_failed_at`.execute(db);
      else await sql`update worker_marks set files_failed_at = null where worker = ${worker}`.execute(db);
      if (changed) await tellEveryone(db, 'connections');
    });
  };
  return async (write, writes = true) => {
    try {
      await write();
    } catch (error) {
      log.error({ error }, 'the mark of this worker cannot be written to the files, so nothing is sent');
      await note(true);
      return false;
    }
    if (fails && writes) await note(false);
    return true;
  };
}
