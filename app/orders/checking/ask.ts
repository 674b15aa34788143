import type { Tenant } from '../../../platform/tenant.ts';
import { enqueueAll } from '../../job-queue.ts';

/** Enqueues the check of these orders, five hundred a job. */
export async function enqueueCheck(tenant: Tenant, orderIds: number[]): Promise<void> {
  const { accountId } = tenant;
  const chunks = Array.from({ length: Math.ceil(orderIds.length / 500) }, (_, i) => orderIds.slice(i * 500, (i + 1) * 500));
  await enqueueAll(
    tenant,
    chunks.map((chunk) => ({ name: 'orders:check', payload: { accountId, orderIds: chunk } })),
  );
}

/** Enqueues reading these orders again from their channel: its newer words were kept away from them. */
export async function enqueueReread(tenant: Tenant, orderIds: number[]): Promise<void> {
  const { accountId } = tenant;
  await enqueueAll(
    tenant,
    orderIds.map((orderId) => ({ name: 'orders:reread', payload: { accountId, orderId }, key: `reread:${accountId}:${orderId}` })),
  );
}
