import { sql } from 'kysely';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { advanceRun, type RowOutcome, recordOutcomes } from '../../../shared/runs/commands.ts';
import type { OutcomeSentence } from '../../../shared/runs/outcome-sentences.ts';
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

/** Ends what is under way in a run that is given up: its channels may have it or not. Returns how many products that were. */
export async function failUnderWay(tenant: Tenant, runId: number): Promise<number> {
  await sql`delete from run_outcomes where ${inAccount(tenant)} and run_id = ${runId} and outcome = 'waiting'`.execute(tenant.db);
  const reason: OutcomeSentence = { code: 'upload_unknown' };
  const { numAffectedRows = 0n } = await sql`
    with begun as (delete from uploads_under_way where ${inAccount(tenant)} and run_id = ${runId} returning product_id)
    insert into run_outcomes (account_id, run_id, outcome, record_type, record_id, label, reason)
    select ${tenant.accountId}, ${runId}, 'failed', 'product', b.product_id, coalesce(p.sku, b.product_id::text),
      ${JSON.stringify(reason)}::jsonb
    from (select distinct product_id from begun) as b left join products p on ${inAccount(tenant, 'p')} and p.id = b.product_id
    returning 1`.execute(tenant.db);
  return Number(numAffectedRows);
}

function rowOf({ productId, sku }: Uploaded, standing: readonly Standing[]): RowOutcome {
  const row = { recordType: 'product', recordId: productId, label: sku ?? String(productId) };
  const refusals = standing.flatMap(({ name, refused }) => (refused === null ? [] : [{ name: name || 'the profile', reason: refused }]));
  if (sku === null) return { ...row, outcome: 'skipped', reason: { code: 'gone' } };
  if (refusals.length > 0) return { ...row, outcome: 'failed', reason: { code: 'upload_refused', profiles: refusals } };
  return { ...row, outcome: 'done', reason: { code: 'uploaded_to', profiles: standing.map(({ name }) => name) } };
}
