import { sql } from 'kysely';
import type { Tenant } from '../../platform/tenant.ts';
import type { IssueType } from '../issues/issue.ts';
import { enqueueCheck } from './checking/ask.ts';
import { lockRulesForChange } from './checking/lock-rules.ts';

/** What many orders can wait for together: one SKU or one shipping code of a connection. */
export type Cause = { type: IssueType; connectionId: number; subject: string };

/** Enqueues the check of every order that waits for this cause. Returns how many. */
export async function recheckWaiting(tenant: Tenant, { type, connectionId, subject }: Cause): Promise<number> {
  const { rows } = await sql<{ order_id: number }>`
    select order_id from issues
    where account_id = ${tenant.accountId} and type = ${type} and connection_id = ${connectionId} and subject = ${subject} and closed_at is null and order_id is not null
    order by order_id`.execute(tenant.db);
  await enqueueCheck(
    tenant,
    rows.map(({ order_id }) => order_id),
  );
  return rows.length;
}

/** Enqueues the check of every unreleased order of a connection, after a preset or field mapping changed. */
export async function recheckUnreleased(tenant: Tenant, connectionId: number): Promise<number> {
  await lockRulesForChange(tenant, connectionId);
  const { rows } = await sql<{ id: number }>`
    update orders set checked_at = null
    where account_id = ${tenant.accountId} and connection_id = ${connectionId} and order_status in ('pending', 'error') and warehouse_order_id is null and deleted_at is null
    returning id`.execute(tenant.db);
  await enqueueCheck(
    tenant,
    rows.map(({ id }) => id),
  );
  return rows.length;
}
