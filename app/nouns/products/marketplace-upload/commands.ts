import { askApart } from '../../../../connectors/apart/ask.ts';
import { writeAudit } from '../../../../platform/audit.ts';
import { refuse } from '../../../../platform/http/refusal.ts';
import { type Actor, inTenant, type Tenant } from '../../../../platform/tenant.ts';
import { enqueue } from '../../../base/job-queue.ts';
import { wordReason } from '../../../base/reasons.ts';
import type { Engine } from '../../../base/worker-context.ts';
import { trial } from '../../../shared/connections/trying/trial-turns.ts';
import { type Selection, type Started, startOver } from '../../../shared/runs/bulk/start.ts';
import { recordAction, startRun } from '../../../shared/runs/commands.ts';
import { itemBulk } from '../../catalogue/bulk/verbs.ts';
import type { Uploaded } from './contract.ts';
import { settleProduct } from './settle.ts';
import { writeOutcomes } from './under-way.ts';
import { type Product, type ProfileOutcome, productsWith, uploadProduct } from './upload.ts';

/** Uploads one product while a person waits, and records it. @throws Refusal 404 */
export async function uploadOne(engine: Engine, actor: Actor, productId: number, profiles: string[]): Promise<Uploaded[]> {
  const [product] = await inTenant(engine.database, actor, (tenant) => productsWith(tenant, [productId]));
  if (!product) throw refuse(404, 'not_found', 'This product does not exist.');
  const outcomes = await trial(actor, () => uploadProduct(engine, actor, product, profiles, askApart));
  const sent = outcomes.filter(({ failure }) => !failure);
  const runId = sent.length > 0 ? await inTenant(engine.database, actor, (tenant) => record(tenant, product, outcomes, sent)) : null;
  return outcomes.map((outcome) => inWords(product.sku, outcome, runId));
}

/** Returns the run that waits for what channels have not taken in yet; null where none waits. */
async function record(tenant: Tenant, { id, sku }: Product, outcomes: ProfileOutcome[], sent: ProfileOutcome[]): Promise<number | null> {
  const names = sent.map(({ name }) => name);
  await writeAudit(tenant, { verb: 'changed', noun: 'marketplace listing', record: { id, name: sku }, to: { profiles: names } });
  const run = { subject: { code: 'uploaded' as const, sku, profiles: names }, entity: 'products' as const };
  if (sent.every(({ pending }) => !pending)) {
    await recordAction(tenant, { ...run, record: { type: 'product', id, label: sku } });
    return null;
  }
  const runId = await startRun(tenant, { ...run, kind: 'action', total: 1 });
  await writeOutcomes(tenant, { runId, productId: id }, outcomes, false);
  await settleProduct(tenant, { runId, productId: id, sku });
  await enqueue(tenant, 'products:upload', { runId, userId: tenant.userId, profiles: [] }, { queue: `upload:${tenant.accountId}` });
  return runId;
}

function inWords(sku: string, { profile, name, url, failure, pending }: ProfileOutcome, runId: number | null): Uploaded {
  if (failure) return { alert_class: 'danger', message: `${sku} was not uploaded to ${name}: ${wordReason(failure.reason)}`, links: [] };
  if (pending && runId !== null)
    return { alert_class: 'success', message: `${sku} was sent to ${name}, which has not taken it in yet.`, links: [], runId };
  return { alert_class: 'success', message: `${sku} was uploaded to ${name}.`, links: [{ profile, name, url }] };
}

/**
 * Starts a run that uploads products: those with these ids, or those that this person prepared.
 * @throws Refusal 404 when none of them exists; 409 when the run was started before or has expired
 */
export async function startUpload(tenant: Tenant, selection: Selection, profiles: string[]): Promise<Started> {
  const { runId, total } = await startOver(tenant, itemBulk.products, selection, { subject: { code: 'uploaded_many' } });
  await writeAudit(tenant, {
    ...{ verb: 'changed', noun: 'marketplace listings', record: { id: runId, name: '' } },
    to: { profiles: profiles.length, products: total },
  });
  await enqueue(tenant, 'products:upload', { runId, userId: tenant.userId, profiles }, { queue: `upload:${tenant.accountId}` });
  return { runId, total };
}
