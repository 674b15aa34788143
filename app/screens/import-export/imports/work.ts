import { sql } from 'kysely';
import { notify } from '../../../../platform/events.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import { bounded } from '../../../../platform/sentences.ts';
import { type Actor, inTenant, type Tenant } from '../../../../platform/tenant.ts';
import type { ImportProblem } from '../../../base/import-outcomes.ts';
import type { JobPayload } from '../../../base/job-queue.ts';
import type { Engine } from '../../../base/worker-context.ts';
import { UnreadableTable } from '../../../shared/imports/reading/rows.ts';
import { whyNoStarter } from '../../../shared/runs/bulk/starter-left.ts';
import { finishRun } from '../../../shared/runs/commands.ts';
import { applyReport, type ReportRow } from './aliases/apply-report.ts';
import { applyRows } from './applying/apply.ts';
import { finishCheck } from './applying/finish.ts';
import { undoChanges } from './applying/undo.ts';
import { checkFile } from './checking/check.ts';
import { entityNamed } from './entities.ts';
import { deleteRowsOfDiscarded } from './files/room.ts';
import { findImport, type ImportRow } from './running/import-row.ts';
import { beginPhase, continues, endInOrder, InterruptedImport, isAtWork } from './running/phase.ts';
import { tellOfEnd } from './running/tell-of-end.ts';

const mostFailures = 3;
/** A file that ends every process that works on it would be begun again for ever, and hold up what else that process does. */
const mostKills = 5;

/**
 * Does the phase that an import is in: checks, applies or undoes it. If it stops anywhere, the phase has had no effect and begins
 * again; after three failures, or five workers that died over it, the import fails. Of one that was discarded, deletes the rows first.
 */
export async function workOnImport(engine: Engine, { importId, ...actor }: JobPayload<'imports:work'>, stop: AbortSignal): Promise<void> {
  const { database, log } = engine;
  const row = await inTenant(database, actor, async (tenant) => {
    await deleteRowsOfDiscarded(tenant, importId);
    return beginPhase(tenant, importId);
  });
  if (!row) return;
  if (row.cut_off >= mostKills) {
    log.error({ importId, ...actor }, 'import given up: its worker died each time');
    await inTenant(database, actor, (tenant) =>
      recordFailure(tenant, row, { code: row.state === 'undoing' ? 'undo_killed' : 'import_killed' }, true),
    );
    return;
  }
  try {
    await doPhase(engine, actor, row, stop);
  } catch (error) {
    if (stop.aborted) throw new Error('This worker stops; another begins the phase again.');
    if (error instanceof InterruptedImport) return;
    const isFinal = error instanceof UnreadableTable;
    if (!isFinal) log.warn({ error, importId, ...actor }, 'import interrupted');
    const problem = isFinal ? error.problem : givenUp(row);
    if (!(await inTenant(database, actor, (tenant) => recordFailure(tenant, row, problem, isFinal)))) throw error;
  } finally {
    await inTenant(database, actor, (tenant) => endInOrder(tenant, row));
  }
}

/** Nobody goes on with it: the phase that it is in has failed, and nothing of that was done. */
export async function giveUpImport(tenant: Tenant, importId: number): Promise<void> {
  const row = await findImport(tenant, importId, 'no key update');
  if (row && isAtWork(row)) await recordFailure(tenant, row, givenUp(row), true);
}

/** What a phase says that failed too often. */
function givenUp(row: ImportRow): ImportProblem {
  if (row.state === 'undoing') return { code: 'undo_failed' };
  return { code: isReport(row) ? 'listings_failed' : 'import_failed' };
}

/** Of a person who could not ask for it any longer, nothing is applied or undone: goods may leave by it. */
async function doPhase(engine: Engine, actor: Actor, row: ImportRow, stop: AbortSignal): Promise<void> {
  const { database } = engine;
  const { name } = entityNamed(row.entity);
  const refused = row.state === 'checking' ? null : await inTenant(database, actor, (tenant) => whyNoStarter(tenant, name));
  if (refused) {
    const code = `starter_${refused}` as const;
    const problem = { code: row.state === 'undoing' ? (`undo_${code}` as const) : code };
    await inTenant(database, actor, (tenant) => recordFailure(tenant, row, problem, true));
  } else if (isReport(row) && row.state === 'applying') await applyReport(engine, actor, row, stop);
  else if (row.state === 'applying') await applyRows(engine, actor, row, stop);
  else if (row.state === 'undoing') await undoChanges(engine, actor, row, stop);
  else {
    await checkFile(engine, actor, row, stop);
    await inTenant(database, actor, (tenant) => finishCheck(tenant, row));
  }
}

const isReport = (row: ImportRow): row is ReportRow => row.listing_report_by !== null;

/** Counts a failure. Returns whether the import was given up. What was applied before an undo failed stays applied. */
async function recordFailure(tenant: Tenant, row: ImportRow, problem: ImportProblem, isFinal: boolean): Promise<boolean> {
  if (!(await continues(tenant, row))) return true;
  const { rows } = await sql<{ given_up: boolean }>`
    update imports set failures = failures + 1,
      state = case when not (${isFinal} or failures + 1 >= ${mostFailures}) then state when state = 'undoing' then 'applied' else 'failed'
        end,
      problem = case when ${isFinal} or failures + 1 >= ${mostFailures} then ${JSON.stringify(bounded(problem))}::jsonb end
    where ${inAccount(tenant)} and id = ${row.id} returning problem is not null as given_up`.execute(tenant.db);
  if (!rows[0]?.given_up) return false;
  await finishRun(tenant, row.run_id ?? 0, 'failed', problem);
  await tellOfEnd(tenant, row, problem);
  notify(tenant, 'imports', [row.id]);
  return true;
}
