import { enqueue } from '../../../platform/jobs.ts';
import type { Tenant } from '../../../platform/tenant.ts';

/** Enqueues the check of these orders, five hundred a job. */
export async function enqueueCheck(tenant: Tenant, orderIds: number[]): Promise<void> {
  const { accountId } = tenant;
  const chunks = Array.from({ length: Math.ceil(orderIds.length / 500) }, (_, i) => orderIds.slice(i * 500, (i + 1) * 500));
  await enqueue(
    tenant,
    chunks.map((chunk) => ({ name: 'orders:check', payload: { accountId, orderIds: chunk } })),
  );
}
