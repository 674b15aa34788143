import { notify } from '../../../../platform/events.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { checkOrders } from '../../order-flow/checking/check.ts';
import { retryEdited } from '../../order-flow/release/retry-when-mended.ts';

/**
 * What follows once all edits of a command are written: the warehouse is tried again with orders that it refused, and all are checked.
 * They are released together, so that those of one recipient travel as one.
 */
export async function followEdits(tenant: Tenant, orderIds: readonly number[]): Promise<void> {
  if (orderIds.length === 0) return;
  await retryEdited(tenant, orderIds);
  await checkOrders(tenant, [...orderIds]);
  for (const id of orderIds) notify(tenant, `order:${id}`, [id]);
}
