import { sql } from 'kysely';
import type { Column, Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { unitsOver } from '../../catalogue/items/purchased-units.ts';

/** A receipt that is not booked, and how much of it counts to which line. `waits`: for a person. */
export type Unbooked = Columns<'receipts', 'id'> & { waits: boolean; shares: Columns<'receipt_lines', 'line_id' | 'quantity'>[] };

type Row = Unbooked & { has_source: boolean; over: Column<'purchase_order_lines', 'id'>[] };

/** The receipts of a purchase order that can be booked now, and how many wait for a person. */
export async function bookable(tenant: Tenant, purchaseOrderId: number): Promise<{ ids: number[]; left: number }> {
  const { rows } = await sql<Row>`
    select r.id, r.waits_for is not null as waits, p.connection_id is not null as has_source,
      (select coalesce(json_agg(json_build_object('line_id', c.line_id, 'quantity', c.quantity)), '[]') from receipt_lines c
        where ${inAccount(tenant, 'c')} and c.receipt_id = r.id) as shares,
      (select coalesce(json_agg(l.id), '[]') from purchase_order_lines l where ${inAccount(tenant, 'l')}
        and l.purchase_order_id = r.purchase_order_id
        and ${unitsOver('l')} > l.over_accepted) as over
    from receipts r join purchase_orders p on ${inAccount(tenant, 'p')} and p.id = r.purchase_order_id
    where ${inAccount(tenant, 'r')} and r.purchase_order_id = ${purchaseOrderId} and r.processed_at is null and r.booking_id is null
    order by r.id`.execute(tenant.db);
  const ids = bookableOf(rows, rows[0]?.over ?? [], rows[0]?.has_source ?? false);
  return { ids, left: rows.length - ids.length };
}

/**
 * Which of these receipts can be booked together. Not those that nobody ordered; none that counts to a line of which more came than was
 * ordered, of `over`; and none of a line of which more was taken back than the others bring, because a source books no negative quantity.
 * A receipt that waits is missing on each of its lines. Pure.
 */
export function bookableOf(receipts: readonly Unbooked[], over: readonly number[], hasSource: boolean): number[] {
  const stuck = new Set(over);
  let free = receipts.filter(({ waits }) => !waits);
  for (;;) {
    const next = free.filter(({ shares }) => !shares.some(({ line_id }) => stuck.has(line_id)));
    const sums = new Map<number, number>();
    for (const { line_id, quantity } of next.flatMap(({ shares }) => shares)) sums.set(line_id, (sums.get(line_id) ?? 0) + quantity);
    const lacking = hasSource ? [...sums].filter(([, sum]) => sum < 0).map(([line]) => line) : [];
    if (lacking.length === 0) return next.map(({ id }) => id);
    for (const line of lacking) stuck.add(line);
    free = next;
  }
}
