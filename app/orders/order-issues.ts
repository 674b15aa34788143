import type { Tenant } from '../../platform/tenant.ts';
import { type NewIssue, openIssues, reconcileIssues } from '../issues/commands.ts';
import { recordEvents } from './history.ts';
import { settleOrders } from './settle.ts';

export type NewOrderIssue = NewIssue & { orderId: number };

/** Opens issues on orders, records that in their history, and settles their status. */
export async function openOrderIssues(tenant: Tenant, issues: NewOrderIssue[]): Promise<void> {
  if (issues.length === 0) return;
  const opened = await openIssues(tenant, issues);
  await recordEvents(
    tenant,
    opened.map(({ order_id, sentence }) => ({ orderId: order_id as number, kind: 'stopped', sentence })),
  );
  await settleOrders(tenant, [...new Set(issues.map(({ orderId }) => orderId))]);
}

/** Opens and closes the issues that the check decides about, and records that in the histories. The caller settles the orders. */
export async function reconcileOrderIssues(tenant: Tenant, orderIds: number[]): Promise<void> {
  const differences = await reconcileIssues(tenant, orderIds);
  await recordEvents(
    tenant,
    differences.map(({ order_id: orderId, sentence, is_open }) =>
      is_open ? { orderId, kind: 'stopped', sentence } : { orderId, kind: 'mended', sentence: `Mended: ${sentence}` },
    ),
  );
}
