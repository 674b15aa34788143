import { sql } from 'kysely';
import type { Columns } from '../../../platform/columns.ts';
import { notify } from '../../../platform/events.ts';
import { type Actor, inTenant } from '../../../platform/tenant.ts';
import type { Engine } from '../../engine.ts';
import { advanceRun, finishRun } from '../../runs/commands.ts';
import { countedWords } from '../../ui/counted-words.ts';
import { type ImportRow, jobOf } from '../import-row.ts';
import { continues, InterruptedImport } from '../phase.ts';
import { tellOfEnd } from '../tell-of-end.ts';
import { requirePhase } from './finish.ts';

/**
 * Takes back what an import changed, in one transaction: records get the values that they had, created ones are deleted. A record
 * that somebody changed since, or that is in use, stays as it is, and the run says why.
 */
export async function undoChanges({ database }: Pick<Engine, 'database'>, actor: Actor, row: ImportRow, stop: AbortSignal): Promise<void> {
  const { entity, job } = jobOf(row);
  await inTenant(database, actor, async (tenant) => {
    const { rows: changes } = await sql<Columns<'import_changes', 'id'>>`
      select id from import_changes where account_id = ${tenant.accountId} and import_id = ${row.id} order by id desc`.execute(tenant.db);
    await entity.beforeUndo?.(tenant, job);
    const total = { undone: 0, kept: 0 };
    for (const { id } of changes) {
      const { undone, kept } = await entity.undo(tenant, job, id);
      total.undone += undone;
      total.kept += kept.length;
      await advanceRun(
        tenant,
        row.run_id ?? 0,
        { done: undone, skipped: kept.length },
        kept.map(({ id: recordId, label, reason }) => ({ outcome: 'skipped', recordType: entity.noun.one, recordId, label, reason })),
      );
      if (stop.aborted || !(await inTenant(database, actor, (other) => continues(other, row)))) throw new InterruptedImport();
    }
    await entity.afterUndo?.(tenant, job);
    await requirePhase(tenant, row);
    await sql`update imports set state = 'undone', undone_at = now(), kept = ${total.kept} where account_id = ${tenant.accountId} and id = ${row.id}`.execute(
      tenant.db,
    );
    const { noun } = entity;
    const left =
      total.kept > 0 ? `; ${countedWords(total.kept, noun.one, noun.many)} left as ${total.kept === 1 ? 'it is' : 'they are'}` : '';
    const sentence = `${countedWords(total.undone, noun.one, noun.many)} as before the import${left}.`;
    await finishRun(tenant, row.run_id ?? 0, 'done', sentence);
    await tellOfEnd(tenant, row, `undone, ${sentence}`);
    notify(tenant, 'imports', [row.id]);
  });
}
