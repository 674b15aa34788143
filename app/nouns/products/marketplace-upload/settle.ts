import { sql } from 'kysely';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { advanceRun, type RowOutcome, recordOutcomes } from '../../../shared/runs/commands.ts';
import { forget, type Standing, standingOf } from './under-way.ts';

/** `sku`: null where the product is gone. */
type Uploaded = { runId: number; productId: number; sku: string | null };

/** Counts a product of a run once each profile has said what became of it; until then its row says for whom it waits. */
export async function settleProduct(tenant: Tenant, uploaded: Uploaded): Promise<void> {
  const { runId, productId } = uploaded;
  const standing = await standingOf(tenant, runId, productId);
  await dropWaiting(tenant, uploaded);
  const waits = standing.filter(({ ticket }) => ticket !== null);
  const row = rowOf(uploaded, standing);
  if (standing.every(({ due_at }) => due_at === null)) {
    await forget(tenant, runId, productId);
    await advanceRun(tenant, runId, { [row.outcome]: 1 }, [row]);
  } else if (waits.length > 0)
    await recordOutcomes(tenant, runId, [
      { ...row, outcome: 'waiting', reason: { code: 'upload_waits', profiles: waits.map(({ name }) => name) } },
    ]);
}

const dropWaiting = (tenant: Tenant, { runId, productId }: Uploaded) =>
  sql`delete from run_outcomes where ${inAccount(tenant)} and run_id = ${runId} and record_id = ${productId}
    and outcome = 'waiting'`.execute(tenant.db);

function rowOf({ productId, sku }: Uploaded, standing: readonly Standing[]): RowOutcome {
  const row = { recordType: 'product', recordId: productId, label: sku ?? String(productId) };
  const refusals = standing.flatMap(({ name, refused }) => (refused === null ? [] : [{ name: name || 'the profile', reason: refused }]));
  if (sku === null) return { ...row, outcome: 'skipped', reason: { code: 'gone' } };
  if (refusals.length > 0) return { ...row, outcome: 'failed', reason: { code: 'upload_refused', profiles: refusals } };
  return { ...row, outcome: 'done', reason: { code: 'uploaded_to', profiles: standing.map(({ name }) => name) } };
}
