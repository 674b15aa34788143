import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { lockOrders } from '../lock-orders.ts';
import { isUnreleased } from '../order-sql.ts';
import { enqueueCheck, enqueueRereadTogether } from '../recheck.ts';
import { withdrawUnsent } from '../release/withdraw.ts';
import type { Channel } from './related-order.ts';

/** The ids of those of the channel's orders that we have. */
export async function idsOf(tenant: Tenant, { connectionId }: Channel, remoteIds: string[]): Promise<number[]> {
  if (remoteIds.length === 0) return [];
  const { rows } = await sql<Columns<'orders', 'id'>>`
    select id from orders where ${inAccount(tenant)} and connection_id = ${connectionId}
      and remote_id = any(${remoteIds}::text[])`.execute(tenant.db);
  return rows.map(({ id }) => id);
}

/** Unreleased orders that were split off these. */
export async function partsOf(tenant: Tenant, { connectionId }: Channel, remoteIds: string[]): Promise<number[]> {
  if (remoteIds.length === 0) return [];
  const { rows } = await sql<Columns<'orders', 'id'>>`
    select o.id from orders o
    where ${inAccount(tenant, 'o')} and o.connection_id = ${connectionId} and o.split_from = any(${remoteIds}::text[])
      and ${isUnreleased}`.execute(tenant.db);
  return rows.map(({ id }) => id);
}

/**
 * Locks orders, takes back those that have not left, and has each read again from its channel before it is released. Those to one
 * recipient are read again together, so that they still travel together.
 */
export async function rereadBefore(tenant: Tenant, orderIds: number[]): Promise<void> {
  if (orderIds.length === 0) return;
  await lockOrders(tenant, orderIds);
  await withdrawUnsent(tenant, orderIds);
  await enqueueTogether(tenant, orderIds);
}

/** Has orders read again from their channel that go on in the meantime where they were released. */
export async function rereadThere(tenant: Tenant, orderIds: number[]): Promise<void> {
  if (orderIds.length === 0) return;
  await lockOrders(tenant, orderIds);
  await enqueueTogether(tenant, orderIds);
}

async function enqueueTogether(tenant: Tenant, orderIds: number[]): Promise<void> {
  await sql`update orders set must_reread = true, reread_requests = reread_requests + 1
    where ${inAccount(tenant)} and id = any(${orderIds}::bigint[])`.execute(tenant.db);
  await enqueueRereadTogether(tenant, orderIds);
}

export async function recheck(tenant: Tenant, orderIds: number[]): Promise<void> {
  if (orderIds.length === 0) return;
  await sql`update orders set checked_at = null where ${inAccount(tenant)} and id = any(${orderIds}::bigint[])`.execute(tenant.db);
  await enqueueCheck(tenant, orderIds);
}
