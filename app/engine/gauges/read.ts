import { sql } from 'kysely';
import type pg from 'pg';
import type { Columns } from '../../../platform/columns.ts';
import type { Database } from '../../../platform/db.ts';
import { inReach } from '../../../platform/in-account.ts';
import { acrossAccounts } from '../../../platform/tenant.ts';
import { isUnwritable } from '../../base/installation/unwritable.ts';
import { allWaitingAnywhere } from '../../shared/outbox/all-waiting.ts';

type Count = { n: number };
/** Of what waits, for how many seconds the oldest does. */
type Age = { age: number };

/** What all accounts together wait for. Reads what is due and tallies, never orders. */
export const readTotals = (database: Database) =>
  acrossAccounts(database, async (db, reach) => {
    const { rows: outbox } = await sql<Columns<'outbox', 'kind'> & Age & Count>`
      select kind, extract(epoch from now() - min(due_at))::float8 as age, count(*)::int as n
      from outbox o where ${inReach(reach, 'o')} and ${allWaitingAnywhere('o')} and due_at <= now()
        and (state = 'waiting' or lease_until < now()) group by kind`.execute(db);
    const { rows: streams } = await sql<Columns<'streams', 'stream'> & Age>`
      select s.stream, extract(epoch from now() - min(s.due_at))::float8 as age from streams s
      join connections c on ${inReach(reach, 'c')} and c.account_id = s.account_id and c.id = s.connection_id
      where ${inReach(reach, 's')} and s.due_at <= now() and c.state = 'active' and (c.blocked_until is null or c.blocked_until <= now())
      group by s.stream`.execute(db);
    const { rows: issues } = await sql<Columns<'issue_tallies', 'type'> & Count>`
      select type, sum(n)::int as n from issue_tallies where ${inReach(reach)} group by type`.execute(db);
    const { rows: connections } = await sql<Columns<'connections', 'connector' | 'state'> & Count>`
      select connector, state, count(*)::int as n from connections where ${inReach(reach)} group by connector, state`.execute(db);
    const { rows: installations } = await sql<{ stopped: boolean; unwritable: boolean }>`
      select stopped is not null as stopped, ${isUnwritable} as unwritable from installation`.execute(db);
    const is = (what: 'stopped' | 'unwritable') => installations.some((each) => each[what]);
    return { outbox, streams, issues, connections, isStopped: is('stopped'), isUnwritable: is('unwritable') };
  });

/** For how long jobs that may run wait for a worker. */
export async function readJobs(queue: pg.Pool): Promise<({ job: string } & Age)[]> {
  const { rows } = await queue.query<{ job: string } & Age>(`
    select t.identifier as job, extract(epoch from now() - min(j.run_at))::float8 as age
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where j.is_available and j.run_at <= now() group by 1`);
  return rows;
}
