import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { cameAt } from '../../catalogue/items/not-booked.ts';

/**
 * The SKUs of which something came after one count of a warehouse ended, and before the next did: the next may have it, so another quantity
 * is told of them, even where the next brings the sum that was known.
 */
export async function skusReceived(tenant: Tenant, connectionId: number, after: Date | null, until: Date): Promise<string[]> {
  const { rows } = await sql<Columns<'products', 'sku'>>`
    with came as (
      select r.id, r.sku from receipts r where ${inAccount(tenant, 'r')} and r.connection_id = ${connectionId} and ${cameAt} <= ${until}
        and ${cameAt} > coalesce(${after}::timestamptz, '-infinity')
    )
    select sku from came
    union
    -- It may have come in place of what was ordered.
    select p.sku from came
    join receipt_lines c on ${inAccount(tenant, 'c')} and c.receipt_id = came.id
    join purchase_order_lines l on ${inAccount(tenant, 'l')} and l.id = c.line_id
    join products p on ${inAccount(tenant, 'p')} and p.id = l.product_id`.execute(tenant.db);
  return rows.map(({ sku }) => sku);
}
