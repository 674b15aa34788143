import { sql } from 'kysely';
import { notify } from '../../platform/events.ts';
import type { Tenant } from '../../platform/tenant.ts';
import { recordEvents } from '../orders/history.ts';
import { settleOrders } from '../orders/settle.ts';
import type { IssueType } from './issue.ts';

export type NewIssue = {
  orderId: number;
  connectionId: number;
  type: IssueType;
  subject: string;
  sentence: string;
  blocking?: boolean;
  field?: string;
  lineId?: number;
};

/** Opens issues on orders; one already open for the same cause takes the fresh sentence. Ends with a settled status. */
export async function openIssues(tenant: Tenant, issues: NewIssue[]): Promise<void> {
  if (issues.length === 0) return;
  const rows = issues.map((issue) => ({ blocking: true, field: null, lineId: null, ...issue }));
  const { rows: opened } = await sql<{ order_id: number; sentence: string; fresh: boolean }>`
    insert into issues (account_id, order_id, connection_id, type, subject, field, line_id, sentence, blocking)
    select ${tenant.accountId}, "orderId", "connectionId", type, subject, field, "lineId", sentence, blocking
    from json_to_recordset(${JSON.stringify(rows)}::json) as issue ("orderId" bigint, "connectionId" bigint, type text, subject text, field text, "lineId" bigint,
      sentence text, blocking boolean)
    on conflict (account_id, order_id, type, subject) where closed_at is null and order_id is not null
      do update set sentence = excluded.sentence
    returning order_id, sentence, old.id is null as fresh`.execute(tenant.db);
  await recordEvents(
    tenant,
    opened.filter(({ fresh }) => fresh).map(({ order_id, sentence }) => ({ orderId: order_id, kind: 'stopped', sentence })),
  );
  notify(tenant, 'issues');
  await settleOrders(tenant, [...new Set(issues.map(({ orderId }) => orderId))]);
}

/** Closes the open issues of these types on these orders, as mended; the caller settles or re-checks. */
export async function closeIssues(tenant: Tenant, orderIds: number[], types: readonly IssueType[]): Promise<number> {
  const { numAffectedRows } = await sql`
    update issues set closed_at = now(), closed_by = ${tenant.userId}
    where account_id = ${tenant.accountId} and order_id = any(${orderIds}::bigint[]) and type = any(${[...types]}::text[]) and closed_at is null`.execute(
    tenant.db,
  );
  notify(tenant, 'issues');
  return Number(numAffectedRows ?? 0);
}

/** An order has ended: nothing is left for a person to do about it. */
export async function closeEveryIssue(tenant: Tenant, orderIds: number[]): Promise<void> {
  if (orderIds.length === 0) return;
  await sql`
    update issues set closed_at = now(), closed_by = ${tenant.userId}
    where account_id = ${tenant.accountId} and order_id = any(${orderIds}::bigint[]) and closed_at is null`.execute(tenant.db);
  notify(tenant, 'issues');
}
