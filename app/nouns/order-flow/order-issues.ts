import type { Tenant } from '../../../platform/tenant.ts';
import { type IssueDifference, type NewIssue, openIssues, reconcileIssues } from '../../shared/issues/commands.ts';
import { subjectIsCode } from '../../shared/issues/issue.ts';
import { markSuggestedAddresses } from './checking/suggested-addresses.ts';
import { eventsOfMended } from './events/mended.ts';
import { recordEvents } from './history.ts';
import { settleOrders } from './settle.ts';

export type NewOrderIssue = NewIssue & { orderId: number };

/** Opens issues on orders, records that in their history, and settles their status. */
export async function openOrderIssues(tenant: Tenant, issues: NewOrderIssue[]): Promise<void> {
  if (issues.length === 0) return;
  const opened = await openIssues(tenant, issues);
  await recordEvents(
    tenant,
    opened.map(({ order_id, sentence }) => ({
      orderId: order_id as number,
      kind: 'stopped',
      sentence: { code: 'stopped', issue: sentence },
    })),
  );
  await settleOrders(tenant, [...new Set(issues.map(({ orderId }) => orderId))]);
}

/**
 * Opens and closes the issues that the check decides about, and records that in the histories. The caller settles the orders.
 * Returns those whose link or mapping was missing, with its code.
 */
export async function reconcileOrderIssues(tenant: Tenant, orderIds: number[]): Promise<{ mapped: IssueDifference[] }> {
  const differences = await reconcileIssues(tenant, orderIds);
  await markSuggestedAddresses(tenant, orderIds);
  const closed = differences.filter(({ is_open }) => !is_open);
  const opened = differences.filter(({ is_open }) => is_open);
  await recordEvents(tenant, [
    ...opened.map(({ order_id: orderId, sentence }) => ({
      orderId,
      kind: 'stopped' as const,
      sentence: { code: 'stopped' as const, issue: sentence },
    })),
    ...(await eventsOfMended(tenant, closed)),
  ]);
  return { mapped: closed.filter(({ type }) => subjectIsCode(type)) };
}
