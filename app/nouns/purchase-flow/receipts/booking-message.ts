import { sql } from 'kysely';
import type { GoodsReceipt, LotUnits } from '../../../../connectors/contract.ts';
import type { Column, Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { bookedBefore, quantitiesIn } from './quantities.ts';

/** Units of a lot that came of a line. */
type Came = Columns<'purchase_order_lines', 'sku' | 'quantity' | 'units_per_sale'> & {
  remote_line_id: NonNullable<Column<'purchase_order_lines', 'remote_line_id'>>;
  lot: Column<'receipts', 'lot_number'>;
  serials: string[][] | null;
};

type Row = Columns<'bookings', 'id' | 'key'> &
  Columns<'purchase_orders', 'source_location'> & {
    remote_id: NonNullable<Column<'purchase_orders', 'remote_id'>>;
    received_at: Date;
    lines: Came[] | null;
    quantities: Record<string, number>;
    booked_before: Record<string, number>;
  };

/**
 * What is booked to the source, by the booking's id: the lines that the source knows, with what came of each. What was taken back
 * before it was booked is never booked. Null: nothing of it is the source's.
 */
export async function composeBookings(tenant: Tenant, bookingIds: number[]): Promise<Map<number, GoodsReceipt | null>> {
  if (bookingIds.length === 0) return new Map();
  const { rows } = await sql<Row>`
    select b.id, b.key, p.remote_id, p.source_location,
      (select max(r.received_at) from receipts r where ${inAccount(tenant, 'r')} and r.booking_id = b.id) as received_at,
      (select json_agg(json_build_object('remote_line_id', s.remote_line_id, 'sku', s.sku, 'units_per_sale', s.units_per_sale,
        'lot', s.lot_number, 'quantity', s.quantity, 'serials', s.serials))
        from (
        -- Of a receipt that counts to several lines nobody knows which numbers are of which, and a pack has many.
        select l.remote_line_id, l.sku, l.units_per_sale, r.lot_number, sum(c.quantity)::int as quantity,
          json_agg(to_json(r.serials)) filter (where cardinality(r.serials) = c.quantity and l.units_per_sale = 1)
            as serials
        from receipts r join receipt_lines c on ${inAccount(tenant, 'c')} and c.receipt_id = r.id
        join purchase_order_lines l on ${inAccount(tenant, 'l')} and l.id = c.line_id
        where ${inAccount(tenant, 'r')} and r.booking_id = b.id and l.remote_line_id is not null group by l.position, l.remote_line_id,
          l.sku, l.units_per_sale, r.lot_number order by l.position, r.lot_number
      ) as s where s.quantity <> 0) as lines, coalesce(b.quantities, ${quantitiesIn(tenant, 'b')}) as quantities,
      ${bookedBefore(tenant)} as booked_before
    from bookings b join purchase_orders p on ${inAccount(tenant, 'p')} and p.id = b.purchase_order_id
    where ${inAccount(tenant, 'b')} and b.id = any(${bookingIds}::bigint[])`.execute(tenant.db);
  return new Map(rows.map((row) => [row.id, receiptOf(row)]));
}

function receiptOf({
  key,
  remote_id: remoteId,
  received_at: receivedAt,
  source_location: locationId,
  lines,
  quantities,
  booked_before,
}: Row): GoodsReceipt | null {
  const byLine = Map.groupBy(lines ?? [], ({ remote_line_id }) => remote_line_id);
  const bookingLines = [...byLine].flatMap(([remoteLineId, parts]) => {
    const quantity = quantities[remoteLineId] ?? 0;
    const serials = parts.flatMap((part) => part.serials?.flat() ?? []);
    const line = {
      remoteLineId,
      sku: parts[0]?.sku ?? '',
      quantity,
      booked: booked_before[remoteLineId] ?? 0,
      lots: lotsOf(parts, quantity),
    };
    return quantity > 0 ? [{ ...line, ...(serials.length > 0 && { serials }) }] : [];
  });
  return bookingLines.length > 0 ? { key, remoteId, receivedAt: new Date(receivedAt), locationId, lines: bookingLines } : null;
}

/** As the source counts the line. A pack is of the lot that completes it; what had come of it before completes the first. */
function lotsOf(parts: readonly Came[], quantity: number): LotUnits[] {
  const each = parts[0]?.units_per_sale ?? 1;
  let units = Math.max(0, quantity * each - parts.reduce((sum, part) => sum + part.quantity, 0));
  return parts.flatMap((part) => {
    const before = Math.floor(units / each);
    units += part.quantity;
    const packs = Math.floor(units / each) - before;
    return part.lot === null || packs === 0 ? [] : [{ lot: part.lot, quantity: packs }];
  });
}
