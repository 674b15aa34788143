import { sql } from 'kysely';
import { notify } from '../../../../../platform/events.ts';
import { inAccount } from '../../../../../platform/in-account.ts';
import { type Actor, inTenant, type Tenant } from '../../../../../platform/tenant.ts';
import { packsOf, recordUndone } from '../../../../base/changes/packed.ts';
import type { Engine } from '../../../../base/worker-context.ts';
import { advanceRun, finishRun, setDone } from '../../../../shared/runs/commands.ts';
import { reportProgress } from '../../../../shared/runs/working/progress.ts';
import { entityNamed, wordsOf } from '../entities.ts';
import { type ImportRow, jobOf } from '../running/import-row.ts';
import { requirePhase, requireToGoOn } from '../running/phase.ts';
import { tellOfEnd } from '../running/tell-of-end.ts';
import { recordLeftOut } from './left-out.ts';

/**
 * Takes back what an import changed, in one transaction: records get the values that they had, created ones are deleted. A record
 * that somebody changed since, or that is in use, stays as it is, and the run says why.
 */
export async function undoChanges({ database }: Means, actor: Actor, row: ImportRow, stop: AbortSignal): Promise<void> {
  const { entity, job } = jobOf(row);
  const runId = row.run_id ?? 0;
  const progress = reportProgress(database, actor, runId);
  try {
    await inTenant(database, actor, async (tenant) => {
      progress.restart();
      const packs = await packsOf(tenant, job.group);
      await entity.beforeUndo?.(tenant, job);
      let kept = 0;
      for (const pack of packs) {
        const { undone, kept: left } = await entity.undo(tenant, job, pack);
        await recordUndone(
          tenant,
          pack,
          left.map(({ id }) => id),
        );
        kept += left.length;
        await recordLeftOut(tenant, row, left);
        await requireToGoOn(database, actor, row, stop);
        progress.add(undone);
      }
      await entity.afterUndo?.(tenant, job);
      const { total } = await progress.end();
      await finishUndo(tenant, row, { undone: total, kept });
    });
  } finally {
    await progress.settled();
  }
}

type Means = Pick<Engine, 'database'>;
type Done = { undone: number; kept: number };

async function finishUndo(tenant: Tenant, row: ImportRow, { undone, kept }: Done): Promise<void> {
  await requirePhase(tenant, row);
  await sql`update imports set state = 'undone', undone_at = now(), kept = ${kept} where ${inAccount(tenant)} and id = ${row.id}`.execute(
    tenant.db,
  );
  const { noun } = wordsOf(entityNamed(row.entity));
  const sentence = { code: 'import_undone', undone, kept, noun } as const;
  const runId = row.run_id ?? 0;
  await setDone(tenant, runId, undone);
  await advanceRun(tenant, runId, { skipped: kept });
  await finishRun(tenant, runId, 'done', sentence);
  await tellOfEnd(tenant, row, sentence);
  notify(tenant, 'imports', [row.id]);
}
