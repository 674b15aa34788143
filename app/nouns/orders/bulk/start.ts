import { sql } from 'kysely';
import { writeAudit } from '../../../../platform/audit.ts';
import { refuse } from '../../../../platform/http/refusal.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { enqueue } from '../../../base/job-queue.ts';
import { prepareRun, startPreparedRun, startRun } from '../../../shared/runs/commands.ts';
import { fixTargets } from '../../../shared/runs/working/targets.ts';
import { type BulkAction, type BulkWork, type FormerDecision, workLabel } from '../../order-flow/contract/bulk-action.ts';
import type { OrderFilter } from '../../order-flow/contract/filter.ts';
import type { HoldTerms } from '../../order-flow/release/holding/hold-terms.ts';
import { type Condition, matching } from '../finding/conditions.ts';

type Startable = BulkAction | FormerDecision;
type Started = { runId: number; total: number };

/**
 * Fixes all orders that match a filter now as those of a run, which `startPrepared` starts: what a person confirms is what was
 * counted for them. Returns the run's id and its number of orders.
 */
export async function prepareBulk(tenant: Tenant, filter: OrderFilter): Promise<Started> {
  const runId = await prepareRun(tenant, { kind: 'bulk', subject: 'orders', entity: 'orders' });
  return { runId, total: await fixTargets(tenant, runId, idsOf(matching(tenant, filter))) };
}

/** The same of all orders now that wait for a decision because this warehouse was disconnected. */
export async function prepareFormer(tenant: Tenant, connectionId: number): Promise<Started> {
  const runId = await prepareRun(tenant, { kind: 'bulk', subject: 'orders', entity: 'orders' });
  const waiting = sql`select i.order_id as id from issues i where i.account_id = ${tenant.accountId} and i.connection_id = ${connectionId}
    and i.type = 'former_warehouse' and i.closed_at is null and i.order_id is not null`;
  return { runId, total: await fixTargets(tenant, runId, waiting) };
}

/** Starts the run that this person prepared. @throws Refusal 409 when it was started before or has expired; 404 when it has no orders */
export async function startPrepared(tenant: Tenant, action: Startable, runId: number, hold?: HoldTerms): Promise<Started> {
  const total = await startPreparedRun(tenant, { runId, entity: 'orders', subject: subjectOf(workLabel[action]), action });
  if (total === undefined) throw refuse(409, 'not_prepared', 'These orders are no longer selected. Select them again.');
  return enqueued(tenant, workLabel[action], { runId, total }, hold);
}

/** Starts a run over the orders with these ids. @throws Refusal 404 when none of them exists */
export function startBulk(tenant: Tenant, action: Startable, ordersIds: number[], hold?: HoldTerms): Promise<Started> {
  const meant = sql`o.account_id = ${tenant.accountId} and o.id = any(${ordersIds}::bigint[]) and o.deleted_at is null`;
  return startWork(tenant, action, workLabel[action], meant, hold);
}

/** Starts a run over the orders `o` that match. @throws Refusal 404 when there are none */
export async function startWork(tenant: Tenant, work: BulkWork, label: string, meant: Condition, hold?: HoldTerms): Promise<Started> {
  const runId = await startRun(tenant, { kind: 'bulk', subject: subjectOf(label), action: work });
  return enqueued(tenant, label, { runId, total: await fixTargets(tenant, runId, idsOf(meant)) }, hold);
}

/** The ids of the orders `o` that match. */
export const idsOf = (meant: Condition): Condition => sql`select o.id from orders o where ${meant}`;

const subjectOf = (label: string) => `orders: ${label}`;

/** What happens to each order is in its history; here is who asked for it. */
async function enqueued(tenant: Tenant, label: string, started: Started, hold?: HoldTerms): Promise<Started> {
  if (started.total === 0) throw refuse(404, 'nothing_selected', 'None of these orders exists any more.');
  const record = { id: started.runId, name: label };
  await writeAudit(tenant, { verb: 'started', noun: 'bulk action', record, to: { orders: started.total, ...hold } });
  await enqueue(
    tenant,
    'orders:bulk',
    { runId: started.runId, userId: tenant.userId, ...(hold && { hold }) },
    { queue: `bulk:${tenant.accountId}` },
  );
  return started;
}
