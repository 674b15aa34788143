import { sql } from 'kysely';
import { writeAudits } from '../../../../platform/audit.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { closeIssues } from '../../../shared/issues/commands.ts';
import { requestWithdrawal, takeBackWithdrawals } from '../../purchase-flow/asn/withdraw.ts';
import { checkPurchaseOrders } from '../../purchase-flow/checking/check.ts';
import { recordForAll } from '../../purchase-flow/history.ts';
import type { LockedPurchaseOrder } from '../../purchase-flow/lock.ts';
import { settlePurchaseOrders } from '../../purchase-flow/settle.ts';
import { type Recorded, record, recordTurned, set } from './flags.ts';

/** Kept as tombstones, so that sync does not bring them back; they can be restored for 30 days. Goods that come bring them back. */
export async function remove(tenant: Tenant, orders: LockedPurchaseOrder[], group?: number): Promise<Recorded> {
  const ids = orders.map(({ id }) => id);
  await requestWithdrawal(tenant, ids);
  await set(tenant, ids, sql`deleted_at = now()`);
  await closeIssues(tenant, { purchaseOrderIds: ids });
  await recordForAll(tenant, ids, 'deleted', { code: 'deleted' });
  await writeAudits(
    tenant,
    orders.map(({ id, po_number: name, source_number }) => ({
      ...({ verb: 'deleted', noun: 'purchase order' } as const),
      ...{ record: { id, name }, from: { number: source_number } },
    })),
  );
  const recorded = await recordTurned(tenant, orders, { field: 'deleted', is: true, group });
  await settlePurchaseOrders(tenant, ids);
  return { group: recorded };
}

/**
 * Takes deletions back, without the change of the ledger: what the warehouse was not asked to withdraw yet stays announced, and what was
 * withdrawn is announced anew.
 */
export async function bringBack(tenant: Tenant, orders: LockedPurchaseOrder[]): Promise<void> {
  const ids = orders.map(({ id }) => id);
  await set(tenant, ids, sql`deleted_at = null, withdraw_outcome = null`);
  await record(tenant, orders, 'restored', 'restored', { code: 'restored' });
  const kept = await takeBackWithdrawals(tenant, ids);
  await recordForAll(tenant, kept, 'restored', { code: 'still_expected' });
  await checkPurchaseOrders(tenant, ids);
}
