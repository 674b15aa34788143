import { askHere } from '../../../../connectors/apart/ask-here.ts';
import { Refusal } from '../../../../platform/http/refusal.ts';
import { type Actor, inTenant } from '../../../../platform/tenant.ts';
import { isOpen } from '../../../base/installation/gate.ts';
import { enqueueAll, type JobPayload } from '../../../base/job-queue.ts';
import { because } from '../../../base/reasons.ts';
import type { Engine } from '../../../base/worker-context.ts';
import { advanceRun, finishRun, type RowOutcome } from '../../../shared/runs/commands.ts';
import type { OutcomeSentence } from '../../../shared/runs/outcome-sentences.ts';
import { isGoingOn } from '../../../shared/runs/queries.ts';
import { claimTargets, nextTarget } from '../../../shared/runs/working/targets.ts';
import { type Product, productsWith, uploadProduct } from './upload.ts';

/** Attempts at one product before it counts as failed. */
const mostAttempts = 8;
const longestMs = 20_000;

type Upload = JobPayload<'products:upload'>;

/**
 * Works through an upload of many products, one after the other. A product is taken off the run once its outcome is known, so one
 * that a worker died over is uploaded again, which changes nothing.
 */
export async function workUpload(engine: Engine, job: Upload, stop: AbortSignal): Promise<void> {
  const actor = { accountId: job.accountId, userId: job.userId };
  const until = Date.now() + longestMs;
  for (let attempt = job.attempt ?? 0; ; attempt = 0) {
    const next = await inTenant(engine.database, actor, async (tenant) => {
      if (!(await isGoingOn(tenant, job.runId))) return 'over';
      if (!(await isOpen(tenant, null))) return 'stopped';
      const id = await nextTarget(tenant, job.runId);
      if (id === null) await finishRun(tenant, job.runId, 'done', { code: 'uploaded' });
      return id === null ? 'over' : { id, product: (await productsWith(tenant, [id]))[0] };
    });
    if (next === 'over') return;
    // It goes on with the same product: see the gate.
    if (next === 'stopped') return goOn(engine, { ...job, attempt }, new Date(Date.now() + 30_000));
    if (stop.aborted || Date.now() > until) return goOn(engine, { ...job, attempt });
    const { outcome, again } = await upload(engine, actor, next, job.profiles, attempt);
    if (again) return goOn(engine, { ...job, attempt: attempt + 1 }, again);
    await inTenant(engine.database, actor, async (tenant) => {
      await claimTargets(tenant, job.runId, 1);
      await advanceRun(tenant, job.runId, { [outcome.outcome]: 1 }, [outcome]);
    });
  }
}

type Next = { id: number; product: Product | undefined };

async function upload(engine: Engine, actor: Actor, { id, product }: Next, profiles: string[], attempt: number) {
  if (!product) return { outcome: outcomeOf(id, String(id), 'skipped', { code: 'gone' }), again: undefined };
  const outcomes = await uploadProduct(engine, actor, product, profiles, askHere).catch((error: unknown) => {
    if (error instanceof Refusal) return [{ profile: '', name: 'the profile', url: null, failure: gone(error) }];
    throw error;
  });
  const waits = outcomes.flatMap(({ failure }) => (failure?.kind === 'retry' ? [failure.at] : []));
  const again = attempt < mostAttempts ? waits[0] : undefined;
  const failed = outcomes.filter(({ failure }) => failure);
  if (failed.length === 0)
    return { again, outcome: outcomeOf(id, product.sku, 'done', { code: 'uploaded_to', profiles: outcomes.map(({ name }) => name) }) };
  const refusals = failed.flatMap(({ name, failure }) => (failure ? [{ name, reason: failure.reason }] : []));
  return { again, outcome: outcomeOf(id, product.sku, 'failed', { code: 'upload_refused', profiles: refusals }) };
}

/** A profile that is gone, or settings that no longer fit their connector. */
const gone = ({ code }: Refusal) => ({
  ...({ kind: 'rejected', code: 'other' } as const),
  reason: because(
    code === 'not_found' ? { code: 'sending.no_profile' } : { code: 'connection.other_settings', connector: 'its connector' },
  ),
});
const outcomeOf = (recordId: number, label: string, outcome: RowOutcome['outcome'], reason: OutcomeSentence): RowOutcome => ({
  ...{ outcome, recordType: 'product', recordId, label, reason },
});

async function goOn(engine: Engine, payload: Upload, runAt?: Date): Promise<void> {
  await inTenant(engine.database, { accountId: payload.accountId, userId: null }, (tenant) =>
    enqueueAll(tenant, [{ name: 'products:upload', payload, queue: `upload:${payload.accountId}`, ...(runAt && { runAt }) }]),
  );
}
