import { askHere } from '../../../../connectors/apart/ask-here.ts';
import type { Reason } from '../../../../connectors/contract.ts';
import { Refusal } from '../../../../platform/http/refusal.ts';
import { type Actor, inTenant, type Tenant, withoutPerson } from '../../../../platform/tenant.ts';
import { isOpen } from '../../../base/installation/gate.ts';
import { enqueueAll, type JobPayload } from '../../../base/job-queue.ts';
import { because } from '../../../base/reasons.ts';
import type { Engine } from '../../../base/worker-context.ts';
import { finishRun } from '../../../shared/runs/commands.ts';
import { isGoingOn } from '../../../shared/runs/queries.ts';
import { nextTarget } from '../../../shared/runs/working/targets.ts';
import { settleProduct } from './settle.ts';
import { beginNext, type Due, forget, nextDue, nextTime, writeOutcomes } from './under-way.ts';
import { areStopped, askAgainMs, askForUpload, type Product, type ProfileOutcome, productsWith, uploadProduct } from './upload.ts';

/** Attempts at one product before it counts as failed. */
const mostAttempts = 8;
const longestMs = 20_000;

type Upload = JobPayload<'products:upload'>;

/**
 * Works through an upload of many products, one after the other, and asks what became of those that a channel settles later. What is under
 * way is a row of its own until its outcome is known, so one that a worker died over is uploaded again, which changes nothing.
 */
export async function workUpload(engine: Engine, job: Upload, stop: AbortSignal): Promise<void> {
  const actor = { accountId: job.accountId, userId: job.userId };
  const until = Date.now() + longestMs;
  for (;;) {
    const step = await inTenant(engine.database, actor, (tenant) => nextStep(tenant, job));
    if (step === 'over') return;
    if (step instanceof Date) return goOn(engine, job, step);
    if (stop.aborted || Date.now() > until) return goOn(engine, job);
    const { due, product } = step;
    const outcomes = product ? whole(due, await outcomesOf({ engine, actor, due, product })) : [];
    await inTenant(engine.database, actor, async (tenant) => {
      const { runId } = job;
      if (!(await isGoingOn(tenant, runId))) return;
      if (product) await writeOutcomes(tenant, { runId, productId: product.id }, outcomes, due.attempts < mostAttempts);
      else await forget(tenant, runId, due.product_id);
      await settleProduct(tenant, { runId, productId: due.product_id, sku: product?.sku ?? null });
    });
  }
}

type Step = 'over' | Date | { due: Due; product: Product | undefined };

/** A date: nothing is to be done before it. While no profile takes products, none is begun: each would only be put off. */
async function nextStep(tenant: Tenant, { runId, profiles }: Upload): Promise<Step> {
  if (!(await isGoingOn(tenant, runId))) return 'over';
  if (!(await isOpen(tenant, null))) return new Date(Date.now() + 30_000);
  const isStopped = await areStopped(tenant, profiles);
  const begin = async () => !isStopped && (await beginNext(tenant, runId, profiles));
  const due = (await nextDue(tenant, runId)) ?? ((await begin()) ? await nextDue(tenant, runId) : undefined);
  if (due) return { due, product: (await productsWith(tenant, [due.product_id]))[0] };
  const at = await nextTime(tenant, runId);
  if (at === null && isStopped && (await nextTarget(tenant, runId)) !== null) return new Date(Date.now() + askAgainMs);
  if (at === null) await finishRun(tenant, runId, 'done', { code: 'uploaded' });
  return at ?? 'over';
}

type Working = { engine: Engine; actor: Actor; due: Due; product: Product };

/** What became of a product that is due: its ticket is asked for, or it is sent. One that waits for too long is asked for once more. */
async function outcomesOf({ engine, actor, due, product }: Working): Promise<ProfileOutcome[]> {
  const { ticket, profiles, overdue } = due;
  const unsettled = refused(profiles, because({ code: 'sending.upload_unsettled' }));
  try {
    const outcomes = ticket === null ? null : await askForUpload({ engine, actor, ask: askHere, product, ticket, profiles });
    if (!overdue) return outcomes ?? (await uploadProduct(engine, actor, product, profiles, askHere));
    return outcomes
      ? outcomes.flatMap((outcome) => (outcome.pending ? unsettled.filter(({ profile }) => profile === outcome.profile) : outcome))
      : unsettled;
  } catch (error) {
    if (error instanceof Refusal) return refused(profiles, gone(error));
    throw error;
  }
}

/** A profile of which nothing is said is tried again. */
function whole({ profiles }: Due, outcomes: ProfileOutcome[]): ProfileOutcome[] {
  const named = new Set(outcomes.map(({ profile }) => profile));
  const failure = { kind: 'retry', at: new Date(), reason: because({ code: 'sending.not_said' }), maybeDone: true } as const;
  return [...outcomes, ...profiles.filter((each) => !named.has(each)).map((profile) => ({ profile, name: '', url: null, failure }))];
}

const refused = (profiles: readonly string[], reason: Reason): ProfileOutcome[] =>
  profiles.map((profile) => ({ profile, name: '', url: null, failure: { kind: 'rejected', code: 'other', reason } }));

/** A profile that is gone, or settings that no longer fit their connector. */
const gone = ({ code }: Refusal) =>
  because(code === 'not_found' ? { code: 'sending.no_profile' } : { code: 'connection.other_settings', connector: 'its connector' });

const goOn = (engine: Engine, payload: Upload, runAt?: Date): Promise<void> =>
  withoutPerson(engine.database, payload.accountId, (tenant) => enqueueUpload(tenant, payload, runAt));

/** Goes on with an upload by another job. Those of an account run one after the other. */
export const enqueueUpload = (tenant: Tenant, payload: Upload, runAt?: Date): Promise<void> =>
  enqueueAll(tenant, [{ name: 'products:upload', payload, queue: `upload:${payload.accountId}`, ...(runAt && { runAt }) }]);
