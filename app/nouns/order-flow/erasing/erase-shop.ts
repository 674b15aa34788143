import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { idsOf } from '../../../../platform/ids.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { hasEnded, isErased } from './ended.ts';
import { atOnce, type Open } from './erase-buyer.ts';
import { eraseOrders } from './erase-orders.ts';

/** `before`: when it was asked for. What came in since is of a shop that was connected again. */
type Erased = { connectionId: number; before: Date; after: number };

/**
 * Erases the buyers of some orders that a connection had by then and that have ended, those behind an id. Returns how many, and up to which
 * order it has looked; at the end 0, and an order that has not ended.
 */
export async function eraseShop(
  tenant: Tenant,
  { connectionId, before, after }: Erased,
): Promise<{ erased: number; to: number; open: Open | null }> {
  const { rows } = await sql<Columns<'orders', 'id'>>`
    select o.id from orders o where ${inAccount(tenant, 'o')} and o.connection_id = ${connectionId} and o.id > ${after}
      and o.created_at <= ${before} and ${hasEnded('o')} and not ${isErased(tenant, 'o')} order by o.id limit ${atOnce}`.execute(tenant.db);
  await eraseOrders(tenant, idsOf(rows), null);
  if (rows.length === atOnce) return { erased: rows.length, to: rows.at(-1)?.id ?? 0, open: null };
  const { rows: open } = await sql<Open>`
    select o.id, o.order_number from orders o where ${inAccount(tenant, 'o')} and o.connection_id = ${connectionId}
      and o.created_at <= ${before} and not ${hasEnded('o')} order by o.id limit 1`.execute(tenant.db);
  return { erased: rows.length, to: 0, open: open[0] ?? null };
}
