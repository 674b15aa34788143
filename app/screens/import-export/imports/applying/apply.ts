import { type RawBuilder, sql } from 'kysely';
import { inAccount } from '../../../../../platform/in-account.ts';
import { type Actor, inTenant, type Tenant } from '../../../../../platform/tenant.ts';
import { isTaken } from '../../../../../platform/unless-taken.ts';
import type { Engine } from '../../../../base/worker-context.ts';
import type { ChunkRange, ImportJob } from '../../../../shared/imports/entity.ts';
import { keepToIndexes } from '../../../../shared/imports/keep-to-indexes.ts';
import { reportProgress } from '../../../../shared/runs/working/progress.ts';
import { type ImportRow, jobOf } from '../running/import-row.ts';
import { beginPhase, continues, InterruptedImport, requireToGoOn } from '../running/phase.ts';
import { finishApply } from './finish.ts';
import { recordLeftOut } from './left-out.ts';

/** Chunks in one statement: enough rows that a statement costs nothing, few enough that it takes no memory. */
const chunksAtOnce = 5;

/**
 * Applies all good rows of an import in one transaction, and stores there what it changed. Whatever interrupts it, nothing is applied,
 * and it begins again; at once where only the check was not to be trusted any longer.
 */
export async function applyRows({ database }: Means, actor: Actor, row: ImportRow, stop: AbortSignal): Promise<void> {
  try {
    await applyOnce(database, actor, { row, stop, trustsCheck: true });
  } catch (error) {
    if (!isTaken(error)) throw error;
    const again = await inTenant(database, actor, async (tenant) => (await continues(tenant, row)) && beginPhase(tenant, row.id));
    if (!again) throw new InterruptedImport();
    // In whoever's hands this row is: a failure is recorded of the attempt that failed.
    Object.assign(row, again);
    await applyOnce(database, actor, { row, stop, trustsCheck: false });
  }
}

type Means = Pick<Engine, 'database'>;
type Attempt = { row: ImportRow; stop: AbortSignal; trustsCheck: boolean };

async function applyOnce(database: Means['database'], actor: Actor, { row, stop, trustsCheck }: Attempt): Promise<void> {
  const { entity, job: stored } = jobOf(row);
  const job = { ...stored, trustsCheck };
  const progress = reportProgress(database, actor, row.run_id ?? 0);
  try {
    await inTenant(database, actor, async (tenant) => {
      progress.restart();
      await keepToIndexes(tenant);
      const chunks = await countChunks(tenant, job);
      await entity.before?.(tenant, job);
      let [applied, leftOut] = [0, 0];
      for (let first = 0; first < chunks; first += chunksAtOnce) {
        const some = await applySome(tenant, row, job, { first, last: first + chunksAtOnce - 1 });
        applied += some.applied;
        leftOut += some.leftOut;
        await requireToGoOn(database, actor, row, stop);
        progress.add(some.applied);
      }
      const followed = (await entity.after?.(tenant, job)) ?? null;
      await progress.end();
      await finishApply(tenant, row, { applied, leftOut, followed });
    });
  } finally {
    await progress.settled();
  }
}

/** Applies rows; the run says of each that is left out why. */
async function applySome(tenant: Tenant, row: ImportRow, job: ImportJob, chunks: ChunkRange) {
  const { entity } = jobOf(row);
  const done = await entity.apply(tenant, job, goodRows(tenant, job, chunks), chunks);
  if (typeof done === 'number') return { applied: done, leftOut: 0 };
  await recordLeftOut(tenant, row, done.leftOut);
  return { applied: done.applied, leftOut: done.leftOut.length };
}

async function countChunks(tenant: Tenant, { importId }: ImportJob): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from import_chunks where ${inAccount(tenant)} and import_id = ${importId}`.execute(tenant.db);
  return rows[0]?.count ?? 0;
}

/**
 * The relation `given` of an entity's apply: the rows of these chunks that create or change something. A chunk's cells are unpacked
 * once, by what adds nothing to them: else each column would unpack them all.
 */
function goodRows(tenant: Tenant, { importId, columns }: ImportJob, { first, last }: ChunkRange): RawBuilder<unknown> {
  const cells = [...columns, 'seen'].map((_, at) => sql`p.cells[${sql.lit(at + 1)}:${sql.lit(at + 1)}]`);
  const names = sql.join([...columns, 'seen'].map((name) => sql.ref(name)));
  return sql`select u.n, u.code, nullif(u.seen, '') as seen, ${sql.join(columns.map((name) => sql.ref(`u.${name}`)))}
    from (
      select numbers, string_to_array(codes, null) as codes, array_cat(cells, '{}') as cells from import_chunks
      where ${inAccount(tenant)} and import_id = ${importId} and chunk between ${first} and ${last} offset 0
    ) as p, unnest(p.numbers, p.codes, ${sql.join(cells)}) as u (n, code, ${names})
    where u.code in ('c', 'u')`;
}
