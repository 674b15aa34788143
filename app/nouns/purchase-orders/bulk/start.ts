import { sql } from 'kysely';
import { writeAudit } from '../../../../platform/audit.ts';
import { refuse } from '../../../../platform/http/refusal.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { enqueue } from '../../../base/job-queue.ts';
import { prepareRun, startPreparedRun, startRun } from '../../../shared/runs/commands.ts';
import type { Undone } from '../../../shared/runs/undo-api.ts';
import { fixTargets } from '../../../shared/runs/working/targets.ts';
import { countedWords } from '../../../ui/words/counted-words.ts';
import {
  type PurchaseBulkAction,
  type PurchaseBulkWork,
  purchaseBulkLabel,
  takesBack,
  type Undoable,
} from '../../purchase-flow/contract/bulk-action.ts';
import type { PurchaseOrderFilter } from '../../purchase-flow/contract/filter.ts';
import { matchingPurchaseOrders } from '../finding/conditions.ts';

type Started = { runId: number; total: number };

/** Fixes all purchase orders that match a filter now as those of a run, which `startPreparedPurchases` starts. */
export async function preparePurchaseBulk(tenant: Tenant, filter: PurchaseOrderFilter): Promise<Started> {
  const runId = await prepareRun(tenant, { kind: 'bulk', subject: 'purchase orders', entity: 'purchase_orders' });
  const matching = matchingPurchaseOrders(tenant, filter);
  return { runId, total: await fixTargets(tenant, runId, matching) };
}

/** Starts the run that this person prepared. @throws Refusal 409 when it was started before or has expired; 404 when it has none */
export async function startPreparedPurchases(tenant: Tenant, action: PurchaseBulkAction, runId: number): Promise<Started> {
  const subject = subjectOf(purchaseBulkLabel[action]);
  const total = await startPreparedRun(tenant, { runId, entity: 'purchase_orders', subject, action });
  if (total === undefined) throw refuse(409, 'not_prepared', 'These purchase orders are no longer selected. Select them again.');
  return enqueued(tenant, purchaseBulkLabel[action], { runId, total });
}

/** Starts a run over the purchase orders with these ids. @throws Refusal 404 when none of them exists */
export async function startPurchaseBulk(tenant: Tenant, action: PurchaseBulkAction, ids: number[]): Promise<Started> {
  const meant = sql`select id from purchase_orders where account_id = ${tenant.accountId} and id = any(${ids}::bigint[]) and deleted_at is null`;
  return startWork(tenant, action, purchaseBulkLabel[action], meant);
}

const keptDays = 30;

/** Starts a run that takes a hold, archive or delete of purchase orders back. @throws Refusal 409 */
async function undoPurchaseBulk(tenant: Tenant, runId: number): Promise<Started> {
  const { rows } = await sql<{ action: Undoable }>`
    update runs set undone_at = now() where account_id = ${tenant.accountId} and id = ${runId} and entity = 'purchase_orders' and state <> 'running' and done > 0
      and action = any(${Object.keys(takesBack)}::text[]) and undone_at is null and started_at > now() - make_interval(days => ${keptDays}) returning action`.execute(
    tenant.db,
  );
  const [run] = rows;
  if (!run) throw refuse(409, 'not_undoable', 'This run cannot be taken back.');
  const done = sql`select p.id from purchase_orders p where p.account_id = ${tenant.accountId} and p.id in (
    select r.record_id from run_outcomes r where r.account_id = ${tenant.accountId} and r.run_id = ${runId} and r.outcome = 'done')`;
  return startWork(tenant, takesBack[run.action], `Undo ${purchaseBulkLabel[run.action]}`, done);
}

async function startWork(tenant: Tenant, work: PurchaseBulkWork, label: string, meant: ReturnType<typeof sql>): Promise<Started> {
  const runId = await startRun(tenant, { kind: 'bulk', subject: subjectOf(label), action: work, entity: 'purchase_orders' });
  return enqueued(tenant, label, { runId, total: await fixTargets(tenant, runId, meant) });
}

const subjectOf = (label: string) => `purchase orders: ${label}`;

async function enqueued(tenant: Tenant, label: string, started: Started): Promise<Started> {
  if (started.total === 0) throw refuse(404, 'nothing_selected', 'None of these purchase orders exists any more.');
  const record = { id: started.runId, name: label };
  await writeAudit(tenant, { verb: 'started', noun: 'bulk action', record, to: { purchase_orders: started.total } });
  await enqueue(tenant, 'purchase-orders:bulk', { runId: started.runId, userId: tenant.userId }, { queue: `bulk:${tenant.accountId}` });
  return started;
}

export async function undoPurchasesRun(tenant: Tenant, runId: number): Promise<Undone> {
  const started = await undoPurchaseBulk(tenant, runId);
  return { ...started, message: `Undo: working on ${countedWords(started.total, 'purchase order')}.` };
}
