import { sql } from 'kysely';
import type { Column, Columns } from '../../../platform/columns.ts';
import type { Database } from '../../../platform/db.ts';
import type { Store } from '../../../platform/files/store.ts';
import { acrossAccounts } from '../../../platform/tenant.ts';
import { type MarkFile, readMarks } from './mark-files.ts';

/** A mark that has left. Its database has it at least, unless it was taken back. */
export type Least = Pick<MarkFile, 'installation' | 'mark'>;

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
  return greatestOf({ installation: id, mark: 0 }, marks);
}

/** All workers find the same database taken back: whoever finds it first stops it for the others too, even where files cannot be read. */
export const greatest = async (store: Store, least: Least): Promise<Least> => greatestOf(least, await readMarks(store).catch(() => []));

const greatestOf = ({ installation, mark }: Least, marks: readonly MarkFile[]): Least => ({
  installation,
  mark: Math.max(mark, ...marks.flatMap((each) => (each.installation === installation ? each.mark : []))),
});

type Raised = Columns<'installation', 'id' | 'life'> & { open: boolean; mark: Column<'installation', 'mark'> | null };

/**
 * The database refuses in another life than the one it was recognised in, while it is stopped, and where it is behind: each time it is
 * raised it is a number that it never was. `open`: it is refused for none but the last.
 */
export function raiseMark(database: Database, least: Least | undefined): Promise<Raised> {
  return acrossAccounts(database, async (db) => {
    const { rows } = await sql<Raised>`
      with raised as (
        update installation set mark = mark + 1, beat_at = now() where life = database_life() and stopped is null
          and (id::text <> ${least?.installation ?? null}::text or mark >= ${least?.mark ?? null}::bigint)
          returning mark
      )
      select i.id, i.life, raised.mark, coalesce(i.life = database_life() and i.stopped is null, false) as open
      from installation i left join raised on true`.execute(db);
    const [row] = rows;
    if (!row) throw new Error('The database does not say which installation it is of.');
    return row;
  });
}
