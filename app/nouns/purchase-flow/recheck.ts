import { sql } from 'kysely';
import type { Column } from '../../../platform/columns.ts';
import { inAccount } from '../../../platform/in-account.ts';
import { inPieces } from '../../../platform/pieces.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { enqueueAll, fairQueue } from '../../base/job-queue.ts';

const checkedInAJob = 200;

/** Enqueues the check of these purchase orders, two hundred a job; at once, or at a time. */
export async function enqueuePurchaseCheck(tenant: Tenant, ids: number[], runAt?: Date): Promise<void> {
  const { accountId } = tenant;
  await enqueueAll(
    tenant,
    inPieces(ids, checkedInAJob).map((some) => ({
      ...{ name: 'purchase-orders:check', payload: { accountId, ids: some } },
      ...fairQueue('check-purchases', accountId, some, checkedInAJob),
      ...(runAt && { runAt }),
    })),
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

/** Enqueues the check of those that wait for SKUs of which there is a product or raw material by now: people made them, or a file. */
export async function checkThoseWithItems(tenant: Tenant): Promise<void> {
  const { rows } = await sql<{ sku: Column<'issues', 'subject'> }>`
    select distinct i.subject as sku from issues i
    where ${inAccount(tenant, 'i')} and i.type = 'unmapped_item' and i.closed_at is null and i.purchase_order_id is not null
      and (exists (select from products p where ${inAccount(tenant, 'p')} and p.sku = i.subject)
        or exists (select from raw_materials m where ${inAccount(tenant, 'm')} and m.sku = i.subject))`.execute(tenant.db);
  const skus = rows.map(({ sku }) => sku);
  await enqueuePurchaseCheck(tenant, await purchaseOrdersWaitingForSkus(tenant, skus));
}

/** For the purchase orders of rows: `rows.map(orderIdOf)`. */
export const orderIdOf = <Id>({ purchase_order_id }: { purchase_order_id: Id }): Id => purchase_order_id;
