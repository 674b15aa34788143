import { sql } from 'kysely';
import type { Tenant } from '../../../platform/tenant.ts';
import { releaseReady } from '../release/release.ts';
import { settleOrders } from '../settle.ts';
import { compareIssues } from './compare.ts';
import { linkLines, mapShipping, mapWarehouse, rememberUnknownCodes, setFields } from './map.ts';

/**
 * Decides about stored orders, as one set: maps them, opens and closes the issues that the check itself knows, settles
 * their status, and releases to the warehouse what is ready. Safe to repeat at any time: it depends on nothing but the rows.
 * Orders that are with the warehouse already, cancelled or deleted are left as they are.
 */
export async function checkOrders(tenant: Tenant, orderIds: number[]): Promise<void> {
  const ids = await lockUnreleased(tenant, orderIds);
  if (ids.length === 0) return;
  await rememberUnknownCodes(tenant, ids);
  await linkLines(tenant, ids);
  await mapShipping(tenant, ids);
  await mapWarehouse(tenant, ids);
  await setFields(tenant, ids);
  await compareIssues(tenant, ids);
  await settleOrders(tenant, ids);
  await releaseReady(tenant, ids);
}

/** In id order, so that two checks never wait for each other in a circle. Marks them all as seen. */
async function lockUnreleased(tenant: Tenant, orderIds: number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number; mine: boolean }>`
    with locked as (
      select id, warehouse_order_id is null and cancelled_at is null and confirmed_at is null and deleted_at is null as mine
      from orders where account_id = ${tenant.accountId} and id = any(${orderIds}::bigint[]) order by id for update
    )
    update orders o set checked_at = now() from locked
    where o.account_id = ${tenant.accountId} and o.id = locked.id
    returning o.id, locked.mine`.execute(tenant.db);
  return rows.filter(({ mine }) => mine).map(({ id }) => id);
}
