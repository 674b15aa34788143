import { sql } from 'kysely';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { closeIssues } from '../../../shared/issues/commands.ts';
import { typesMendedBy } from '../../../shared/issues/issue.ts';
import { retryFailed } from '../../../shared/outbox/queue.ts';
import { recordForAll } from '../history.ts';
import { lockOrders } from '../lock-orders.ts';
import { enqueueCheck } from '../recheck.ts';
import { settleOrders } from '../settle.ts';
import { rereadUnusable } from './adopting/look-up.ts';

/**
 * Retries what the other side refused or did not reply to: closes those issues, sends failed effects again, and enqueues a check. What came
 * in a way that cannot be used is read again.
 * A new refusal opens the issue again with its new reason.
 */
export async function retryOrders(tenant: Tenant, orderIds: number[]): Promise<void> {
  if (orderIds.length === 0) return;
  await lockOrders(tenant, orderIds);
  await closeIssues(tenant, { orderIds, types: typesMendedBy('retry') });
  await retryFailed(
    tenant,
    sql`(x.order_id = any(${orderIds}::bigint[]) or x.warehouse_order_id = any(array(
      select w.id from orders o join warehouse_orders w on ${inAccount(tenant, 'w')} and w.id = o.warehouse_order_id
      where ${inAccount(tenant, 'o')} and o.id = any(${orderIds}::bigint[]) and w.state <> 'rejected')))`,
  );
  await recordForAll(tenant, orderIds, 'retried', { code: tenant.userId === null ? 'retried_automatically' : 'retried' });
  await sql`update orders set checked_at = null where ${inAccount(tenant)} and id = any(${orderIds}::bigint[])`.execute(tenant.db);
  await settleOrders(tenant, orderIds);
  await rereadUnusable(tenant, sql`o.id = any(${orderIds}::bigint[])`);
  await enqueueCheck(tenant, orderIds);
}
