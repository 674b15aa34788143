import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { idsOf } from '../../../../platform/ids.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { lockOrders } from '../lock-orders.ts';
import { withdrawUnsent } from '../release/withdraw.ts';

/**
 * Ends orders that the channel no longer has, locked and deleted ones too: nothing of them is sent. What the warehouse has goes on,
 * and is known to be gone. Returns the orders that ended. The caller records that, closes their issues and settles them.
 */
export async function endOrders(tenant: Tenant, orderIds: number[], why: 'gone' | 'merged'): Promise<Set<number>> {
  const ids = sql`${orderIds}::bigint[]`;
  // In the order of the check, which may be releasing them: then we wait, and see that it did.
  await lockOrders(tenant, orderIds);
  await withdrawUnsent(tenant, orderIds);
  await sql`
    update orders set gone_at = (select coalesce(gone_at, now())), must_reread = false, reread_refused = null
    where ${inAccount(tenant)} and id = any(${ids})`.execute(tenant.db);
  const { rows } = await sql<Columns<'orders', 'id'>>`
    update orders set cancelled_at = (select coalesce(cancelled_at, now())), ended_by = ${why}, shared_goods = null, revision = revision + 1
    where ${inAccount(tenant)} and id = any(${ids}) and warehouse_order_id is null and in_amware = 0 and confirmed_at is null
      and (cancelled_at is null or ended_by <> ${why})
    returning id`.execute(tenant.db);
  return new Set(idsOf(rows));
}
