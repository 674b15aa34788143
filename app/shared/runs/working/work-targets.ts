import { isPassing } from '../../../../platform/db.ts';
import { type Actor, inTenant, type Tenant } from '../../../../platform/tenant.ts';
import type { Engine } from '../../../base/worker-context.ts';
import { countedWords } from '../../../ui/words/counted-words.ts';
import { advanceRun, finishRun, type RowOutcome } from '../commands.ts';
import { claimTargets } from './targets.ts';

const batch = 200;

/** What a bulk run does with its records. */
export type TargetWork = {
  /** One of them, as in `order`. */
  noun: string;
  /** Locks these records, works on them, and returns what became of each. */
  perform: (tenant: Tenant, action: string, ids: number[]) => Promise<RowOutcome[]>;
  /** How a record is called that could not be worked on. */
  label: (tenant: Tenant, id: number) => Promise<Pick<RowOutcome, 'recordType' | 'label'>>;
};
type Means = Pick<Engine, 'database' | 'log'>;
type Counts = { done: number; skipped: number; failed: number };

/**
 * Works through a bulk run's frozen set, one transaction a batch: after a stop it continues where it was. If one record makes a
 * batch fail, the batch is halved until that record is alone; it is recorded as failed and the others go on.
 */
export async function workTargets(
  { database, log }: Means,
  actor: Actor,
  runId: number,
  stop: AbortSignal,
  work: TargetWork,
): Promise<void> {
  for (let size = batch, more = true; more; ) {
    try {
      more = await inTenant(database, actor, (tenant) => workBatch(tenant, runId, size, work));
      size = Math.min(batch, size * 4);
    } catch (error) {
      if (isPassing(error)) throw error;
      if (size === 1) {
        log.error({ error, runId, ...actor }, 'bulk action not done with a record');
        if (!(await inTenant(database, actor, (tenant) => giveUpNext(tenant, runId, work)))) throw error;
      }
      size = Math.ceil(size / 8);
    }
    // Fail on purpose, so that the queue gives the job to another worker.
    if (more && stop.aborted) throw new Error('This worker stops; another goes on with the run.');
  }
}

async function workBatch(tenant: Tenant, runId: number, size: number, { noun, perform }: TargetWork): Promise<boolean> {
  const run = await tenant.db
    .selectFrom('runs')
    .select(['action', 'state', 'done', 'skipped', 'failed'])
    .where('account_id', '=', tenant.accountId)
    .where('id', '=', runId)
    .executeTakeFirst();
  if (run?.state !== 'running') return false;
  const ids = await claimTargets(tenant, runId, size);
  if (ids.length === 0) {
    await finishRun(tenant, runId, 'done', summary(run, noun));
    return false;
  }
  const outcomes = await perform(tenant, run.action ?? '', ids);
  const done = outcomes.filter(({ outcome }) => outcome === 'done').length;
  await advanceRun(tenant, runId, { done, skipped: outcomes.length - done }, outcomes);
  return true;
}

/** Records the next one as failed. Returns whether there was one. */
async function giveUpNext(tenant: Tenant, runId: number, { label }: TargetWork): Promise<boolean> {
  const [id] = await claimTargets(tenant, runId, 1);
  if (id === undefined) return false;
  const reason = 'There was an error processing it. It is as it was before.';
  await advanceRun(tenant, runId, { failed: 1 }, [{ outcome: 'failed', recordId: id, reason, ...(await label(tenant, id)) }]);
  return true;
}

function summary({ done, skipped, failed }: Counts, noun: string): string {
  const parts = [
    `${countedWords(done, noun)} done`,
    ...(skipped > 0 ? [`${skipped.toLocaleString('en-GB')} left as they were`] : []),
    ...(failed > 0 ? [`${failed.toLocaleString('en-GB')} failed`] : []),
  ];
  return `${parts.join(', ')}.`;
}
