import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { idsOf } from '../../../../platform/ids.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { reindex } from '../../../../platform/words/due.ts';
import { queueStockOfOrders } from '../../stock-out/queue.ts';
import { recordForAll } from '../history.ts';
import { enqueueReread } from '../recheck.ts';
import { endThen } from '../release/holding/hold-days.ts';
import { settleOrders } from '../settle.ts';

type Restored = Columns<'orders', 'id' | 'must_reread' | 'locked' | 'on_hold' | 'hold_until'>;

/** Has deleted orders count again, without the change of the ledger. The caller checks them, or has them checked. */
export async function restoreDeleted(tenant: Tenant, ids: number[]): Promise<void> {
  const { rows: orders } = await sql<Restored>`
    update orders set deleted_at = null, checked_at = null, updated_by = coalesce(${tenant.userId}, updated_by), revision = revision + 1
    where ${inAccount(tenant)} and id = any(${ids}::bigint[]) returning id, must_reread, locked, on_hold, hold_until`.execute(tenant.db);
  await reindex(tenant, { noun: 'orders' }, ids);
  await queueStockOfOrders(tenant, ids);
  await recordForAll(tenant, ids, 'restored', { code: 'restored' });
  await settleOrders(tenant, ids);
  // Their channels may have changed them, and the days of their holds may have come, while they were deleted.
  await enqueueReread(tenant, idsOf(orders.filter(({ must_reread, locked }) => must_reread && !locked)));
  await endThen(
    tenant,
    orders.filter(({ on_hold }) => on_hold),
  );
}
