import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { closeIssues } from '../../../shared/issues/commands.ts';
import type { IssueSentence } from '../../../shared/issues/issue.ts';
import { retryFailed } from '../../../shared/outbox/queue.ts';
import type { OutcomeSentence } from '../../../shared/runs/outcome-sentences.ts';
import { checkPurchaseOrders } from '../../purchase-flow/checking/check.ts';
import type { LockedPurchaseOrder } from '../../purchase-flow/lock.ts';
import { record } from './flags.ts';

/** The error is gone, and what caused it is looked at again: what is mended stays away, the rest comes back with its reason of now. */
export async function clearErrors(tenant: Tenant, orders: LockedPurchaseOrder[]): Promise<{ left: Map<number, OutcomeSentence> }> {
  const ids = orders.map(({ id }) => id);
  await closeAndRetry(tenant, ids);
  await record(tenant, orders, 'retried', 'cleared', { code: 'errors_cleared' });
  await checkPurchaseOrders(tenant, ids);
  return { left: await openSentences(tenant, ids) };
}

/** Closes their issues, and sends again what was tried too often. */
export async function closeAndRetry(tenant: Tenant, ids: number[]): Promise<void> {
  await closeIssues(tenant, { purchaseOrderIds: ids });
  await retryFailed(
    tenant,
    sql`(x.asn_id = any(array(select a.id from asns a where ${inAccount(tenant, 'a')}
      and a.purchase_order_id = any(${ids}::bigint[]) and a.state in ('waiting', 'announced', 'receiving')))
      or x.booking_id = any(array(select b.id from bookings b where ${inAccount(tenant, 'b')}
        and b.purchase_order_id = any(${ids}::bigint[]) and b.state = 'waiting')))`,
  );
}

async function openSentences(tenant: Tenant, ids: number[]): Promise<Map<number, OutcomeSentence>> {
  const { rows } = await sql<Columns<'purchase_orders', 'id'> & { issue: IssueSentence }>`
    select distinct on (purchase_order_id) purchase_order_id as id, sentence as issue from issues
    where ${inAccount(tenant)} and purchase_order_id = any(${ids}::bigint[]) and closed_at is null order by purchase_order_id,
      id`.execute(tenant.db);
  return new Map(rows.map(({ id, issue }) => [id, { code: 'still_wrong', issue }]));
}
