import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { unitsDue } from '../../catalogue/items/purchased-units.ts';
import { allocate, type OpenLine } from './allocate.ts';

type Line = OpenLine & Columns<'purchase_order_lines', 'purchase_order_id'>;
type Uncounted = Columns<'receipts', 'id' | 'purchase_order_id' | 'sku' | 'quantity' | 'lot_number'>;
type Counted = { receipt_id: number; line_id: number; quantity: number };

/**
 * Counts the receipts of these purchase orders that are not counted yet to their lines, in the order in which they came. One whose
 * SKU is on none of the lines waits for a person. Call it with the orders locked.
 */
export async function countToLines(tenant: Tenant, ids: number[]): Promise<void> {
  const { rows: receipts } = await sql<Uncounted>`
    select r.id, r.purchase_order_id, r.sku, r.quantity, r.lot_number from receipts r
    where ${inAccount(tenant, 'r')} and r.purchase_order_id = any(${ids}::bigint[]) and r.processed_at is null
      and not exists (select from receipt_lines l where ${inAccount(tenant, 'l')} and l.receipt_id = r.id)
    order by r.received_at, r.id`.execute(tenant.db);
  if (receipts.length === 0) return;
  const { counted, unknown } = countedTo(await linesOf(tenant, ids), receipts);
  await insertReceiptLines(tenant, counted);
  await sql`update receipts set waits_for = case when id = any(${unknown}::bigint[]) then coalesce(waits_for, 'unknown_sku')
    when waits_for = 'unknown_sku' then null else waits_for end
    where ${inAccount(tenant)} and id = any(${receipts.map(({ id }) => id)}::bigint[])`.execute(tenant.db);
}

/** Counts a receipt anew that the warehouse has corrected; to no line where its SKU is on none. */
export async function countAnew(tenant: Tenant, purchaseOrderId: number, receiptId: number): Promise<void> {
  await sql`delete from receipt_lines where ${inAccount(tenant)} and receipt_id = ${receiptId}`.execute(tenant.db);
  const { rows } = await sql<Uncounted>`
    select id, purchase_order_id, sku, quantity, lot_number from receipts where ${inAccount(tenant)}
      and id = ${receiptId}`.execute(tenant.db);
  await insertReceiptLines(tenant, countedTo(await linesOf(tenant, [purchaseOrderId]), rows).counted);
}

/** Which receipts count to which lines, and the ids of those that are of none. */
function countedTo(lines: Line[], receipts: Uncounted[]): { counted: Counted[]; unknown: number[] } {
  const counted: Counted[] = [];
  const unknown: number[] = [];
  for (const { id, purchase_order_id, sku, quantity, lot_number: lot } of receipts) {
    const own = lines.filter((line) => line.purchase_order_id === purchase_order_id);
    const shares = allocate(own, { sku, lot, quantity });
    if (shares === null) unknown.push(id);
    for (const share of shares ?? []) {
      counted.push({ receipt_id: id, line_id: share.lineId, quantity: share.quantity });
      const line = own.find((each) => each.id === share.lineId);
      if (line) Object.assign(line, { open: line.open - share.quantity, received: line.received + share.quantity });
    }
  }
  return { counted, unknown };
}

export async function insertReceiptLines(tenant: Tenant, rows: Counted[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into receipt_lines (account_id, receipt_id, line_id, quantity)
    select ${tenant.accountId}, receipt_id, line_id, quantity from json_populate_recordset(null::receipt_lines,
      ${JSON.stringify(rows)}::json)
    on conflict (account_id, receipt_id, line_id) do update set quantity = excluded.quantity`.execute(tenant.db);
}

async function linesOf(tenant: Tenant, ids: number[]): Promise<Line[]> {
  const { rows } = await sql<Line>`
    select l.id, l.purchase_order_id, coalesce(l.mapped_sku, l.sku) as sku, l.lot_number as lot, coalesce(sum(c.quantity),
      0)::int as received,
      least(${unitsDue('l')} - coalesce(sum(c.quantity), 0), 2147483647)::int as open
    from purchase_order_lines l left join receipt_lines c on ${inAccount(tenant, 'c')} and c.line_id = l.id
    where ${inAccount(tenant, 'l')} and l.purchase_order_id = any(${ids}::bigint[])
    group by l.account_id, l.id order by l.position, l.id`.execute(tenant.db);
  return rows;
}
