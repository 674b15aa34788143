import { type Nullable, sql } from 'kysely';
import type { Columns } from '../../platform/columns.ts';
import type { Tenant } from '../../platform/tenant.ts';

/** What is expected of a product by one purchase order. `expected_at`: of the line, or else of the order; null where nobody said. */
export type ExpectedStock = Columns<'purchase_orders', 'id' | 'po_number' | 'vendor_name'> &
  Nullable<Columns<'purchase_orders', 'expected_at' | 'mapped_warehouse'>> & { quantity: number };

const most = 50;

/** The stock of a product that is still to come, soonest first: what is ordered and has not come of purchase orders that go on. */
export async function expectedStock(tenant: Tenant, productId: number): Promise<ExpectedStock[]> {
  const { rows } = await sql<ExpectedStock>`
    select p.id, p.po_number, p.vendor_name, p.mapped_warehouse, coalesce(l.expected_at, p.expected_at) as expected_at,
      (l.quantity - l.received_before - l.quantity_received) as quantity
    from products item
    join purchase_order_lines l on l.account_id = item.account_id and l.mapped_sku collate "C" = item.sku and l.product_id = item.id
    join purchase_orders p on p.account_id = l.account_id and p.id = l.purchase_order_id
    where item.account_id = ${tenant.accountId} and item.id = ${productId} and p.status in ('pending', 'hold', 'received') and p.source_state = 'open'
      and p.close_reason is null and p.deleted_at is null and l.quantity > l.received_before + l.quantity_received
    order by expected_at nulls last, p.id limit ${most}`.execute(tenant.db);
  return rows;
}
