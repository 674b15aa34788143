import { sql } from 'kysely';
import type { Column } from '../../../platform/columns.ts';
import type { Tenant } from '../../../platform/tenant.ts';

type Unbooked = { id: Column<'receipts', 'id'>; free: boolean };

/**
 * The receipts of a purchase order that can be booked now, and how many wait for a person: because nobody ordered them, because more
 * came than was ordered, or because what was taken back is more than what is to be booked with it. A source books no negative quantity.
 */
export async function bookable(tenant: Tenant, purchaseOrderId: number): Promise<{ ids: number[]; left: number }> {
  const { rows } = await sql<Unbooked>`
    with unbooked as (
      select r.id, r.waits_for, p.connection_id from receipts r join purchase_orders p on p.account_id = r.account_id and p.id = r.purchase_order_id
      where r.account_id = ${tenant.accountId} and r.purchase_order_id = ${purchaseOrderId} and r.processed_at is null and r.booking_id is null
    ),
    stuck as (
      select l.id from purchase_order_lines l
      join receipt_lines c on c.account_id = l.account_id and c.line_id = l.id join unbooked u on u.id = c.receipt_id and u.waits_for is null
      where l.account_id = ${tenant.accountId} and l.purchase_order_id = ${purchaseOrderId} group by l.account_id, l.id, u.connection_id
      having l.received_before + l.quantity_received > l.quantity + l.over_accepted or (u.connection_id is not null and sum(c.quantity) < 0)
    )
    select u.id, u.waits_for is null and not exists (
      select from receipt_lines c join stuck on stuck.id = c.line_id where c.account_id = ${tenant.accountId} and c.receipt_id = u.id) as free
    from unbooked u order by u.id`.execute(tenant.db);
  const ids = rows.filter(({ free }) => free).map(({ id }) => id);
  return { ids, left: rows.length - ids.length };
}
