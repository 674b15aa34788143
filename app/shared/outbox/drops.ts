import { type RawBuilder, sql } from 'kysely';
import type { Columns } from '../../../platform/columns.ts';
import { inAccount } from '../../../platform/in-account.ts';
import type { Tenant } from '../../../platform/tenant.ts';

/** Which effects are not being sent and can be dropped; and of which of them nothing may have arrived. Columns of the outbox. */
const isUnsent = sql`state in ('waiting', 'failed')`;
const isUnheard = sql`${isUnsent} and not maybe_done`;

/** Which effects are submits that have not left, and of which nothing may have arrived. Columns of the outbox. */
export const isUnsentSubmit = sql`kind = 'submit' and ${isUnheard}`;

/** Drops the effects that meet a condition, as a statement or a part of one, and returns columns of them. */
const drop = (tenant: Tenant, which: RawBuilder<unknown>, columns: RawBuilder<unknown> = sql`1`) =>
  sql`update outbox set state = 'dropped', done_at = now() where ${inAccount(tenant)} and ${which} returning ${columns}`;

/** Drops submits that have not left, as a part of a bigger statement; returns their warehouse orders. Skips what may have arrived. */
export const dropUnsentSubmits = (tenant: Tenant, warehouseOrderIds: RawBuilder<unknown>) =>
  drop(tenant, sql`${isUnsentSubmit} and warehouse_order_id in (${warehouseOrderIds})`, sql`warehouse_order_id`);

/** Drops replacements that the warehouse cannot have heard of. `mustCompare`: whether they are due is looked at again later. */
export async function dropUnsentReplaces(tenant: Tenant, warehouseOrderIds: number[], { mustCompare = false } = {}): Promise<void> {
  const which = sql`kind = 'replace' and ${isUnheard} and warehouse_order_id = any(${warehouseOrderIds}::bigint[])`;
  await sql`
    with dropped as (${drop(tenant, which, sql`warehouse_order_id`)})
    update warehouse_orders w set replacement = null, must_compare = w.must_compare or ${mustCompare}
    from dropped where ${inAccount(tenant, 'w')} and w.id = dropped.warehouse_order_id`.execute(tenant.db);
}

/** Drops requests to cancel these warehouse orders that are not being sent, as a part of a bigger statement: they are not to be asked. */
export const dropUnsentCancels = (tenant: Tenant, warehouseOrderIds: RawBuilder<unknown>) =>
  drop(tenant, sql`kind = 'cancel' and ${isUnsent} and warehouse_order_id in (${warehouseOrderIds})`);

/** Drops decisions about requests to cancel, by their keys, that their channel has not been told. Returns the keys of those. */
export async function dropUntoldDecisions(tenant: Tenant, connectionId: number, keys: string[]): Promise<string[]> {
  if (keys.length === 0) return [];
  const which = sql`connection_id = ${connectionId} and kind = 'decide_cancel' and key = any(${keys}::text[]) and ${isUnheard}`;
  const { rows } = await drop(tenant, which, sql`key`).execute(tenant.db);
  return (rows as Columns<'outbox', 'key'>[]).map(({ key }) => key);
}

/** Drops what is to be announced of these announcements and has not left, as a part of a bigger statement; returns them with their kind. */
export const dropUnsentAnnouncements = (tenant: Tenant, asnIds: RawBuilder<unknown>) =>
  drop(tenant, sql`kind in ('announce', 'announce_change') and ${isUnheard} and asn_id in (${asnIds})`, sql`asn_id, kind`);

/** Drops requests to withdraw these announcements that the warehouse refused, or never had, as a part of a bigger statement. */
export const dropRefusedWithdrawals = (tenant: Tenant, asnIds: number[]) =>
  drop(tenant, sql`kind = 'withdraw' and state = 'failed' and not maybe_done and asn_id = any(${asnIds}::bigint[])`, sql`asn_id`);

/** Drops what is to be told of these announcements and is not being sent: the warehouse has cancelled or closed them. */
export async function dropOfCancelled(tenant: Tenant, asnIds: number[]): Promise<void> {
  await drop(tenant, sql`kind in ('announce_change', 'withdraw') and ${isUnsent} and asn_id = any(${asnIds}::bigint[])`).execute(tenant.db);
}

/** Drops whatever is to be sent of these announcements, as a part of a bigger statement: nobody is sent it any longer. */
export const dropAllOfAnnouncements = (tenant: Tenant, asnIds: RawBuilder<unknown>) =>
  drop(tenant, sql`state in ('waiting', 'sending', 'failed') and asn_id in (${asnIds})`);

/** Drops bookings that their source, which is disconnected, is not sent any longer. */
export async function dropBookings(tenant: Tenant, bookingIds: number[]): Promise<void> {
  if (bookingIds.length === 0) return;
  await drop(tenant, sql`state in ('waiting', 'sending', 'failed') and booking_id = any(${bookingIds}::bigint[])`).execute(tenant.db);
}

/** Drops whatever is to be sent of these warehouse orders and is not being sent, as a part of a bigger statement: they are nobody's. */
export const dropAllOfOrders = (tenant: Tenant, warehouseOrderIds: RawBuilder<unknown>) =>
  drop(tenant, sql`${isUnsent} and warehouse_order_id in (${warehouseOrderIds})`);
