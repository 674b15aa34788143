import { sql } from 'kysely';
import type { Columns } from '../../../platform/columns.ts';
import type { Database } from '../../../platform/db.ts';
import { tellEveryone } from '../../../platform/events.ts';
import { acrossAccounts } from '../../../platform/tenant.ts';
import { restored } from './by-hand.ts';
import type { MarkFile } from './mark-files.ts';
import { mayBeForgotten } from './raise.ts';

type Here = Columns<'installation', 'id' | 'life'>;

/**
 * Stops a database that was taken back beneath its workers, or while none ran: it is behind a mark that had left, or what it has of one
 * of its workers is behind what that worker wrote, however far others have raised the mark since. Of a file that is days old another may
 * delete the row while it is read here. Whoever finds it first stops it for all. Returns whether it was stopped.
 */
export async function stopBehind(database: Database, here: Here, marks: readonly MarkFile[]): Promise<boolean> {
  const own = marks.filter(({ installation }) => installation === here.id);
  const greatest = Math.max(0, ...own.map(({ mark }) => mark));
  const kept = own.filter(({ kept: isKept, life }) => isKept && life === here.life);
  const [workers, raised] = [kept.map(({ worker }) => worker), kept.map(({ mark }) => mark)];
  const at = kept.map((file) => file.at);
  return acrossAccounts(database, async (db) => {
    const { numAffectedRows = 0n } = await sql`${restored({ code: 'behind' })}, mark = greatest(mark, ${greatest}::bigint)
      where stopped is null and id = ${here.id} and (mark < ${greatest}::bigint or exists (
        select 1 from unnest(${workers}::text[], ${raised}::bigint[], ${at}::timestamptz[]) as written (worker, mark, at)
        left join worker_marks m on m.worker = written.worker
        where m.mark < written.mark or m.worker is null and not ${mayBeForgotten(sql`written.at`)}))`.execute(db);
    if (numAffectedRows === 0n) return false;
    // What is found once is not found again once it was compared.
    await sql`
      insert into worker_marks (worker, mark)
      select worker, max(mark) from unnest(${workers}::text[], ${raised}::bigint[]) as written (worker, mark) group by worker
      on conflict (worker) do update set mark = greatest(worker_marks.mark, excluded.mark)`.execute(db);
    await tellEveryone(db, 'connections');
    return true;
  });
}
