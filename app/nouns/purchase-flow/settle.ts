import { sql } from 'kysely';
import { href } from 'react-router';
import type { Columns } from '../../../platform/columns.ts';
import { notify } from '../../../platform/events.ts';
import { idsOf } from '../../../platform/ids.ts';
import { inAccount } from '../../../platform/in-account.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { publish } from '../../people/notifications/publish.ts';
import { queueListingsAnew } from '../stock-out/queue.ts';
import { mayBecome, type PurchaseStatus } from './purchase-order.ts';

/** The rule of purchase-order.ts on purchase orders `p`; a test compares both. */
export const statusNow = sql`case
  when p.cancelled_at is not null then 'cancelled'
  when p.closed_at is not null then 'closed_out'
  when p.receipts_counted > 0 then 'received'
  when p.on_hold then 'hold'
  else 'pending' end`;

/**
 * Counts the open issues of these purchase orders and derives each status from its facts. Every command that changes a fact calls
 * it last; the check also marks them as checked.
 * @throws when the table of transitions does not allow a change: then nothing is written.
 */
export async function settlePurchaseOrders(tenant: Tenant, ids: number[], { checked = false } = {}): Promise<void> {
  if (ids.length === 0) return;
  const { rows } = await sql<Settled>`
    with facts as (
      select p.id, count(i.id) filter (where i.blocking) as blocking, count(i.id) as open
      from purchase_orders p left join issues i on ${inAccount(tenant, 'i')} and i.purchase_order_id = p.id and i.closed_at is null
      where ${inAccount(tenant, 'p')} and p.id = any(${ids}::bigint[]) group by p.id
    )
    update purchase_orders p set blocking_issues = f.blocking, open_issues = f.open, updated_at = now(),
      checked_at = ${checked ? sql`now()` : sql.ref('p.checked_at')}, status = ${statusNow}
    from facts f where ${inAccount(tenant, 'p')} and p.id = f.id
    returning p.id, p.po_number, old.status as was, new.status as is`.execute(tenant.db);
  const illegal = rows.find(({ was, is }) => !mayBecome(was, is));
  if (illegal) throw new Error(`Purchase order ${illegal.id} cannot go from ${illegal.was} to ${illegal.is}.`);
  for (const { id, po_number } of rows.filter(({ was, is }) => is === 'received' && was !== is)) await tellOfReceipt(tenant, id, po_number);
  notify(tenant, 'purchase_orders', idsOf(rows));
}

type Settled = Columns<'purchase_orders', 'id' | 'po_number'> & { was: PurchaseStatus; is: PurchaseStatus };

async function tellOfReceipt(tenant: Tenant, id: number, number: string): Promise<void> {
  const path = href('/purchase-orders/:id', { id: String(id) });
  await publish(tenant, { kind: 'po_received', sentence: { code: 'goods_received', number }, path });
}

type Moved = Columns<'purchase_order_lines', 'sku'> & Columns<'purchase_orders', 'connection_id'>;

/**
 * Counts anew what was ordered, received and processed, from the lines and receipts themselves: a repeated receipt counts once, and one
 * that the warehouse corrected after it was booked counts as it was booked, until a person decides.
 */
export async function recount(tenant: Tenant, ids: number[]): Promise<void> {
  const { rows: moved } = await sql<Moved>`
    with counted as (
      select l.id, coalesce(sum(rl.quantity) filter (where r.waits_for is null or r.waits_for = 'changed'), 0) as received,
        coalesce(sum(rl.quantity) filter (where (r.waits_for is null or r.waits_for = 'changed') and r.processed_at is not null),
          0) as processed
      from purchase_order_lines l
      left join receipt_lines rl on ${inAccount(tenant, 'rl')} and rl.line_id = l.id
      left join receipts r on ${inAccount(tenant, 'r')} and r.id = rl.receipt_id
      where ${inAccount(tenant, 'l')} and l.purchase_order_id = any(${ids}::bigint[]) group by l.id
    )
    update purchase_order_lines l set quantity_received = c.received, quantity_processed = c.processed
    from counted c where ${inAccount(tenant, 'l')} and l.id = c.id and (l.quantity_received, l.quantity_processed) <> (c.received,
      c.processed)
    returning l.sku, (select p.connection_id from purchase_orders p where ${inAccount(tenant, 'p')}
      and p.id = l.purchase_order_id) as connection_id`.execute(tenant.db);
  for (const [connectionId, lines] of Map.groupBy(moved, ({ connection_id }) => connection_id))
    if (connectionId !== null)
      await queueListingsAnew(
        tenant,
        connectionId,
        lines.map(({ sku }) => sku),
      );
  await sql`
    update purchase_orders p set units_ordered = counted.ordered, units_received = counted.received, receipts_counted = counted.receipts
    from (
      select o.id, least(coalesce(sum(l.quantity::bigint * l.units_per_sale), 0), 2147483647) as ordered,
        coalesce(sum(l.quantity_received), 0) as received,
        -- What waits because its SKU is not on the order has arrived all the same.
        (select count(*) from receipts r where ${inAccount(tenant, 'r')} and r.purchase_order_id = o.id
          and (r.waits_for is null or r.waits_for in ('unknown_sku', 'changed'))) as receipts
      from purchase_orders o left join purchase_order_lines l on ${inAccount(tenant, 'l')} and l.purchase_order_id = o.id
      where ${inAccount(tenant, 'o')} and o.id = any(${ids}::bigint[]) group by o.account_id, o.id
    ) as counted where ${inAccount(tenant, 'p')} and p.id = counted.id`.execute(tenant.db);
}
