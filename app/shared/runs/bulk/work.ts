import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { isPassing } from '../../../../platform/db.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import { type Actor, inTenant, type Tenant } from '../../../../platform/tenant.ts';
import type { JobHandlers } from '../../../base/job-queue.ts';
import { attempt } from '../../../base/last-attempt.ts';
import { type NounName, nouns } from '../../../base/nouns.ts';
import type { Engine } from '../../../base/worker-context.ts';
import { advanceRun, finishRun } from '../commands.ts';
import type { OutcomeSentence } from '../outcome-sentences.ts';
import { claimTargets, countTargets, dropTargets } from '../working/targets.ts';
import { agentIsStopped } from './agent-stopped.ts';
import { keyStillMay } from './key-stopped.ts';
import type { BulkNoun } from './noun.ts';
import { labelOf, performOn } from './perform.ts';
import { enqueueWork } from './start.ts';
import { whyNoStarter } from './starter-left.ts';
import { endUndo, leaveUndo } from './undo.ts';

const batch = 200;

/** The nouns whose records can be worked on together. */
export type BulkNouns = Readonly<Partial<Record<NounName, { bulk: BulkNoun | null }>>>;
type Means = Pick<Engine, 'database' | 'log'>;

export const bulkJobs = (all: BulkNouns): JobHandlers<'bulk:work'> => ({
  'bulk:work': ({ accountId, userId, keyName, keyId, runId }, engine, stop, isLast = false) => {
    const actor = { accountId, userId, key: keyName ? { name: keyName, id: keyId ?? undefined } : undefined };
    return attempt(engine, {
      ...{ actor, stop, isLast },
      work: () => workBulk(engine, actor, runId, stop, all),
      goOn: (tenant) => enqueueWork(tenant, runId),
      giveUp: (tenant) => giveUpRun(tenant, runId),
      orElse: (tenant) => giveUpRun(tenant, runId, nothingBegun, leaveUndo),
    });
  },
});

/**
 * Works through a bulk run's frozen set, one transaction a batch: after a stop it continues where it was. If one record makes a
 * batch fail, the batch is halved until that record is alone; it is recorded as failed and the others go on.
 */
export async function workBulk({ database, log }: Means, actor: Actor, runId: number, stop: AbortSignal, all: BulkNouns): Promise<void> {
  for (let size = batch, more = true; more; ) {
    try {
      more = await inTenant(database, actor, (tenant) => workBatch(tenant, runId, size, all));
      size = Math.min(batch, size * 4);
    } catch (error) {
      if (isPassing(error)) throw error;
      if (size === 1) {
        log.error({ error, runId, accountId: actor.accountId, userId: actor.userId }, 'bulk action not done with a record');
        if (!(await inTenant(database, actor, (tenant) => giveUpNext(tenant, runId, all)))) throw error;
      }
      size = Math.ceil(size / 8);
    }
    // Fail on purpose, so that the queue gives the job to another worker.
    if (more && stop.aborted) throw new Error('This worker stops; another goes on with the run.');
  }
}

async function workBatch(tenant: Tenant, runId: number, size: number, all: BulkNouns): Promise<boolean> {
  const run = await runAtWork(tenant, runId);
  if (!run) return false;
  const noun = nounOf(run.entity, all);
  const ids = await claimTargets(tenant, runId, size);
  if (ids.length === 0) {
    const { done, skipped, failed } = run;
    const { one, many } = nouns[noun.name];
    await finishRun(tenant, runId, 'done', { code: 'worked', done, skipped, failed, noun: { one, many } });
    await endUndo(tenant, runId, run);
    return false;
  }
  const { action, terms, undoes, started_at: startedAt, is_agents: isAgents } = run;
  const work = { runId, action: action ?? '', terms: (terms ?? {}) as object, undoes, startedAt };
  const { stopped, nothingLeaves } = await boundsOf(tenant, run, noun);
  const outcomes = await performOn(tenant, noun, ids, { ...work, stopped, ...(nothingLeaves && { nothingLeaves: { isAgents } }) });
  const done = outcomes.filter(({ outcome }) => outcome === 'done').length;
  await advanceRun(tenant, runId, { done, skipped: outcomes.length - done }, outcomes);
  await markUndoable(tenant, runId);
  return true;
}

/**
 * Why the rest of a run stays as it is, or whether nothing may leave by it. What its person started before they left the team goes on where
 * it is known by which records others may leave.
 */
async function boundsOf(tenant: Tenant, run: RunAtWork, noun: BulkNoun) {
  const { action, nothing_leaves } = run;
  const key = await keyStillMay(tenant, noun, action ?? '');
  const noStarter = await whyNoStarter(tenant, noun.name);
  const hasLeft = noStarter === 'left';
  const stopped: OutcomeSentence | null = (await agentIsStopped(tenant, run))
    ? { code: 'agent_stopped' }
    : !key.act
      ? { code: 'key_stopped' }
      : noStarter === 'may_not'
        ? { code: 'starter_may_not' }
        : hasLeft && !noun.verbs[action ?? '']?.letsGo
          ? { code: 'starter_left' }
          : null;
  return { stopped, nothingLeaves: nothing_leaves || !key.release || hasLeft };
}

type RunAtWork = Columns<
  'runs',
  'entity' | 'action' | 'terms' | 'undoes' | 'started_at' | 'done' | 'skipped' | 'failed' | 'nothing_leaves' | 'proposed_key_id'
> & { is_agents: boolean };

/** Locked before its records: two workers may have it in hand, where one was taken for dead, and what it counts is what ends it. */
async function runAtWork(tenant: Tenant, runId: number): Promise<RunAtWork | undefined> {
  const { rows } = await sql<RunAtWork>`
    select entity, action, terms, undoes, started_at, done, skipped, failed, nothing_leaves, proposed_key_id,
      proposed_by is not null as is_agents from runs
    where ${inAccount(tenant)} and id = ${runId} and state = 'running' for no key update`.execute(tenant.db);
  return rows[0];
}

function nounOf(entity: string | null, all: BulkNouns): BulkNoun {
  const noun = all[entity as NounName]?.bulk;
  if (!noun) throw new Error(`There are no bulk actions on ${entity}.`);
  return noun;
}

/** What it changed can be given back, once there is something. */
const markUndoable = (tenant: Tenant, runId: number) =>
  sql`update runs r set undoable = true where ${inAccount(tenant, 'r')} and r.id = ${runId} and not r.undoable and r.undoes is null
    and exists (select from changes c where ${inAccount(tenant, 'c')} and c.group_id = r.change_group_id)`.execute(tenant.db);

/**
 * How a run says that it was given up, or is done where no record was left; `failBegun` ends what of it had begun, and returns of how many
 * records.
 */
type GivenUp = { code: 'given_up' | 'upload_given_up'; done: 'worked' | 'uploaded'; failBegun: () => Promise<number> };
const nothingBegun: GivenUp = { code: 'given_up', done: 'worked', failBegun: async () => 0 };

/**
 * Nobody goes on with it: what it has not worked on has failed, and what it did can be undone. One that has worked on all is done. `end`
 * says it to the run that an undo takes back: where nothing can be said there, the undo ends by `leaveUndo`, or both would wait for it for
 * ever.
 */
export async function giveUpRun(tenant: Tenant, runId: number, givenUp = nothingBegun, end: typeof endUndo = endUndo): Promise<void> {
  const run = await runAtWork(tenant, runId);
  if (!run) return;
  const failed = (await givenUp.failBegun()) + (await countTargets(tenant, runId));
  const counts = { done: run.done, skipped: run.skipped, failed: run.failed + failed };
  const { one, many } = nouns[run.entity as NounName];
  await advanceRun(tenant, runId, { failed });
  await dropTargets(tenant, runId);
  const code = failed === 0 ? givenUp.done : run.undoes === null ? givenUp.code : 'undo_given_up';
  await finishRun(tenant, runId, failed === 0 ? 'done' : 'failed', { code, ...counts, noun: { one, many } });
  await end(tenant, runId, { ...counts, undoes: run.undoes });
}

/** Records the next one as failed. Returns whether there was one. */
async function giveUpNext(tenant: Tenant, runId: number, all: BulkNouns): Promise<boolean> {
  const run = await runAtWork(tenant, runId);
  const [id] = await claimTargets(tenant, runId, 1);
  if (!run || id === undefined) return false;
  const reason = { code: 'processing_failed' } as const;
  const record = await labelOf(tenant, nounOf(run.entity, all), id);
  await advanceRun(tenant, runId, { failed: 1 }, [{ outcome: 'failed', recordId: id, reason, ...record }]);
  return true;
}
