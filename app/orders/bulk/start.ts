import { sql } from 'kysely';
import { refuse } from '../../../platform/http/refusal.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { enqueue } from '../../job-queue.ts';
import { startRun } from '../../runs/commands.ts';
import type { OrderFilter } from '../list/filter.ts';
import { type Condition, matching } from '../list/finding/conditions.ts';
import { type BulkAction, type BulkWork, bulkLabel } from './action.ts';

export type BulkTarget = { ordersIds: number[] } | { filter: OrderFilter };

type Started = { runId: number; total: number };

/** Freezes the set of orders and starts the run over it. Returns the run's id and its number of orders. */
export async function startBulk(tenant: Tenant, action: BulkAction, target: BulkTarget): Promise<Started> {
  const meant =
    'filter' in target
      ? matching(tenant, target.filter)
      : sql`o.account_id = ${tenant.accountId} and o.id = any(${target.ordersIds}::bigint[]) and o.deleted_at is null`;
  const started = await startWork(tenant, action, bulkLabel[action], meant);
  if (started.total === 0) throw refuse(404, 'nothing_selected', 'None of these orders exists any more.');
  return started;
}

/** Starts a run over the orders `o` that match. */
export async function startWork(tenant: Tenant, work: BulkWork, label: string, meant: Condition): Promise<Started> {
  const runId = await startRun(tenant, { kind: 'bulk', subject: `orders: ${label}` });
  const { numAffectedRows } = await sql`
    insert into run_targets (account_id, run_id, record_id) select o.account_id, ${runId}, o.id from orders o where ${meant}`.execute(
    tenant.db,
  );
  const total = Number(numAffectedRows ?? 0);
  await sql`update runs set total = ${total}, action = ${work} where account_id = ${tenant.accountId} and id = ${runId}`.execute(tenant.db);
  await enqueue(tenant, 'orders:bulk', { runId, userId: tenant.userId }, { queue: `bulk:${tenant.accountId}` });
  return { runId, total };
}
