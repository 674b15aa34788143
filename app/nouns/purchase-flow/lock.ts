import { sql } from 'kysely';
import type { Columns } from '../../../platform/columns.ts';
import { existing, refuse } from '../../../platform/http/refusal.ts';
import { inAccount } from '../../../platform/in-account.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { type PurchaseAction, type PurchaseStatus, refusalOf } from './purchase-order.ts';

export type LockedPurchaseOrder = Columns<
  'purchase_orders',
  | 'id'
  | 'po_number'
  | 'source_number'
  | 'connection_id'
  | 'open_issues'
  | 'locked'
  | 'must_reread'
  | 'on_hold'
  | 'revision'
  | 'receipts_counted'
> & { status: PurchaseStatus; archived: boolean };
export type LockedOrDeleted = LockedPurchaseOrder & { deleted: boolean };

/** Locks these purchase orders, in the order of their ids, so that two commands cannot deadlock. Deleted ones are left out. */
export const lockPurchaseOrders = async (tenant: Tenant, ids: readonly number[]): Promise<LockedPurchaseOrder[]> =>
  (await lockAlsoDeleted(tenant, ids, sql`deleted_at is null`)).map(({ deleted: _, ...order }) => order);

/** The same with those that were deleted. */
export async function lockAlsoDeleted(tenant: Tenant, ids: readonly number[], where = sql`true`): Promise<LockedOrDeleted[]> {
  const { rows } = await sql<LockedOrDeleted>`
    select id, po_number, source_number, connection_id, status, archived_at is not null as archived, deleted_at is not null as deleted,
      open_issues, locked, must_reread, on_hold, revision, receipts_counted
    from purchase_orders where ${inAccount(tenant)} and id = any(${ids}::bigint[]) and ${where} order by id for update`.execute(tenant.db);
  return rows;
}

/** Locks those that these announcements and bookings are of: before a reply about them is recorded, which touches their other rows. */
export async function lockPurchaseOrdersOf(tenant: Tenant, asnIds: number[], bookingIds: number[]): Promise<void> {
  if (asnIds.length + bookingIds.length === 0) return;
  await sql`
    select p.id from purchase_orders p where ${inAccount(tenant, 'p')} and p.id in (
      select a.purchase_order_id from asns a where ${inAccount(tenant, 'a')} and a.id = any(${asnIds}::bigint[])
      union all
      select b.purchase_order_id from bookings b where ${inAccount(tenant, 'b')} and b.id = any(${bookingIds}::bigint[]))
    order by p.id for update`.execute(tenant.db);
}

/** Locks one for an action. @throws Refusal 404 where there is none; 409 with the sentence where it is not allowed now */
export async function lockFor(tenant: Tenant, id: number, action: PurchaseAction): Promise<LockedPurchaseOrder> {
  const order = await lockOne(tenant, id);
  const refusal = refusalOf(action, order);
  if (refusal) throw refuse(409, 'not_allowed', refusal);
  return order;
}

/** Locks one. @throws Refusal 404 */
export async function lockOne(tenant: Tenant, id: number): Promise<LockedPurchaseOrder> {
  return existing((await lockPurchaseOrders(tenant, [id]))[0], missing);
}

/** As the ledger and the audit name it. */
export const recordOf = ({ id, po_number: name }: Pick<LockedPurchaseOrder, 'id' | 'po_number'>) => ({ id, name });

export const missing = () => refuse(404, 'not_found', 'This purchase order does not exist.');
