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
  await settleOrders(tenant, ids, { checked: true });
  await releaseReady(tenant, ids);
}

/** The check of orders that nobody seems to have checked: those that somebody has meanwhile are left alone. */
export async function checkMissed(tenant: Tenant, orderIds: number[]): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from orders where account_id = ${tenant.accountId} and id = any(${orderIds}::bigint[]) and checked_at is null`.execute(
    tenant.db,
  );
  await checkOrders(
    tenant,
    rows.map(({ id }) => id),
  );
}

/** In id order, so that two checks never wait for each other in a circle. Those that are not ours to decide about are seen herewith. */
async function lockUnreleased(tenant: Tenant, orderIds: number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number; mine: boolean }>`
    select id, warehouse_order_id is null and cancelled_at is null and confirmed_at is null and deleted_at is null as mine
    from orders where account_id = ${tenant.accountId} and id = any(${orderIds}::bigint[]) order by id for update`.execute(tenant.db);
  const others = rows.filter(({ mine }) => !mine).map(({ id }) => id);
  if (others.length > 0)
    await sql`update orders set checked_at = now() where account_id = ${tenant.accountId} and id = any(${others}::bigint[]) and checked_at is null`.execute(
      tenant.db,
    );
  return rows.filter(({ mine }) => mine).map(({ id }) => id);
}
