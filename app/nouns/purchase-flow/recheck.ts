import { sql } from 'kysely';
import type { Column } from '../../../platform/columns.ts';
import { inAccount } from '../../../platform/in-account.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { enqueueAll } from '../../base/job-queue.ts';

/** Enqueues the check of these purchase orders, two hundred a job; at once, or at a time. */
export async function enqueuePurchaseCheck(tenant: Tenant, ids: number[], runAt?: Date): Promise<void> {
  const { accountId } = tenant;
  const chunks = Array.from({ length: Math.ceil(ids.length / 200) }, (_, i) => ids.slice(i * 200, (i + 1) * 200));
  await enqueueAll(
    tenant,
    chunks.map((chunk) => ({ name: 'purchase-orders:check', payload: { accountId, ids: chunk }, ...(runAt && { runAt }) })),
  );
}

/** The ids of the purchase orders that wait for these SKUs to be linked. */
export async function purchaseOrdersWaitingForSkus(tenant: Tenant, skus: string[]): Promise<number[]> {
  if (skus.length === 0) return [];
  const { rows } = await sql<{ id: NonNullable<Column<'issues', 'purchase_order_id'>> }>`
    select distinct purchase_order_id as id from issues
    where ${inAccount(tenant)} and type = 'unmapped_item'
      and subject = any(${skus}::text[]) and closed_at is null and purchase_order_id is not null
    order by 1`.execute(tenant.db);
  return rows.map(({ id }) => id);
}

/** For the purchase orders of rows: `rows.map(orderIdOf)`. */
export const orderIdOf = <Id>({ purchase_order_id }: { purchase_order_id: Id }): Id => purchase_order_id;
