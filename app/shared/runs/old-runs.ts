import { sql } from 'kysely';
import type { Database } from '../../../platform/db.ts';
import { inAccount } from '../../../platform/in-account.ts';
import { inSets } from '../../../platform/in-sets.ts';
import { withoutPerson } from '../../../platform/tenant.ts';
import { proposedHours } from './proposed/queries.ts';

const preparedHours = 1;
const atOnce = 500;

/**
 * Deletes runs that were prepared an hour ago, by an agent a day ago, and not started, and those that ended longer ago than `keptDays` with
 * their outcomes, oldest first, in short transactions. A run of an export or an import stays as long as that. Ids are given in the order of
 * time: behind the first run that began later nobody looks.
 */
export async function deleteOldRuns(database: Database, accountId: number, keptDays: number): Promise<void> {
  await withoutPerson(database, accountId, ({ db }) =>
    sql`delete from runs where ${inAccount({ accountId })} and state = 'prepared' and started_at < (select now() - make_interval(hours =>
      case when proposed_by is null then ${preparedHours}::int else ${proposedHours}::int end))`.execute(db),
  );
  const keptFrom = sql`now() - make_interval(days => ${keptDays})`;
  await inSets(database, accountId, atOnce, async ({ db }) => {
    const { numAffectedRows } = await sql`
      with young as (select id from runs where ${inAccount({ accountId })} and started_at >= ${keptFrom} order by id limit 1),
      old as (select id from runs r where ${inAccount({ accountId })} and finished_at < ${keptFrom}
        and id < (select coalesce(max(id), 9223372036854775807) from young)
        and not exists (select from exports e where ${inAccount({ accountId }, 'e')} and e.run_id = r.id)
        and not exists (select from imports i where ${inAccount({ accountId }, 'i')} and i.run_id = r.id) order by id limit ${atOnce})
      delete from runs r using old where ${inAccount({ accountId }, 'r')} and r.id = old.id`.execute(db);
    return Number(numAffectedRows);
  });
}
