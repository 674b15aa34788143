import { type RawBuilder, sql } from 'kysely';
import type { Column, Columns } from '../../../platform/columns.ts';
import type { Database } from '../../../platform/db.ts';
import type { Store } from '../../../platform/files/store.ts';
import { acrossAccounts } from '../../../platform/tenant.ts';
import { type MarkFile, readMarks } from './mark-files.ts';

/** A mark that has left. Its database has it at least, unless it was taken back. `life` and `at`: where it is this worker's own. */
export type Least = Pick<MarkFile, 'installation' | 'mark'> & Partial<Pick<MarkFile, 'life' | 'at'>>;

type Open = Columns<'installation', 'id' | 'stopped_at'>;

/**
 * The database where it would let the mark be raised. A worker whose database began another life has to notice soon: others wait for that.
 */
export async function readOpen(database: Database): Promise<Open | undefined> {
  const { rows } = await acrossAccounts(database, (db) =>
    sql<Open>`select id, stopped_at from installation where life = database_life() and stopped is null`.execute(db),
  );
  return rows[0];
}

/**
 * What a worker that has written nothing itself goes by. What is older than a stop was compared after it: a copy may have gone on with the
 * same files until somebody said which one lives.
 */
export async function readLeast(store: Store, { id, stopped_at }: Open): Promise<Least> {
  const marks = (await readMarks(store)).filter(({ at }) => stopped_at === null || at > stopped_at);
  return { installation: id, mark: Math.max(0, ...marks.flatMap(({ installation, mark }) => (installation === id ? mark : []))) };
}

type Raised = Columns<'installation', 'id' | 'life'> & { open: boolean; mark: Column<'installation', 'mark'> | null };

/**
 * The database refuses in another life than the one it was recognised in, while it is stopped, and where it is behind: each time it is
 * raised it is a number that it never was. It is behind as well where it has lost what this worker raised, though others have gone past
 * that since; of one that slept for a week, others have deleted the row. `open`: it is refused for none but these two.
 */
export function raiseMark(database: Database, worker: string, least: Least | undefined): Promise<Raised> {
  return acrossAccounts(database, async (db) => {
    const { rows } = await sql<Raised>`
      with raised as (
        update installation set mark = mark + 1, beat_at = now() where life = database_life() and stopped is null
          and (id::text <> ${least?.installation ?? null}::text or mark >= ${least?.mark ?? null}::bigint)
          and (life is distinct from ${least?.life ?? null}::text
            or (select coalesce(max(m.mark) >= ${least?.mark ?? null}::bigint,
              ${mayBeForgotten(sql`${least?.at ?? null}::timestamptz`)}) from worker_marks m where m.worker = ${worker}))
          returning mark
      ), noted as (
        insert into worker_marks (worker, mark) select ${worker}, mark from raised
        on conflict (worker) do update set mark = excluded.mark, raised_at = excluded.raised_at returning mark
      )
      select i.id, i.life, raised.mark, coalesce(i.life = database_life() and i.stopped is null, false) as open
      from installation i left join raised on true`.execute(db);
    const [row] = rows;
    if (!row) throw new Error('The database does not say which installation it is of.');
    return row;
  });
}

/** Whether others may have deleted what the database has of a worker that wrote its file then: clocks differ by less than a day. */
export const mayBeForgotten = (at: RawBuilder<unknown>) => sql<boolean>`${at} < now() - interval '6 days'`;

/** What is left of workers that ended long ago, and whose files are deleted. A worker that lives raises its mark every few seconds. */
export async function forgetMarks(database: Database, files: readonly string[]): Promise<void> {
  await acrossAccounts(database, (db) =>
    sql`delete from worker_marks where raised_at < now() - interval '7 days' and worker <> all(${files}::text[])`.execute(db),
  );
}
