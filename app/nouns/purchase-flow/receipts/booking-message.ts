import { sql } from 'kysely';
import type { GoodsReceipt } from '../../../../connectors/contract.ts';
import type { Column, Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { bookedBefore } from './quantities.ts';

type Booked = Columns<'purchase_order_lines', 'sku' | 'quantity'> & {
  remote_line_id: NonNullable<Column<'purchase_order_lines', 'remote_line_id'>>;
  lot: Column<'receipts', 'lot_number'>;
  serials: string[][] | null;
};

type Row = Columns<'bookings', 'id' | 'key'> &
  Columns<'purchase_orders', 'source_location'> & {
    remote_id: NonNullable<Column<'purchase_orders', 'remote_id'>>;
    received_at: Date;
    lines: Booked[] | null;
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
      (select json_agg(json_build_object('remote_line_id', s.remote_line_id, 'sku', s.sku, 'lot', s.lot_number, 'quantity', s.quantity,
        'serials', s.serials))
        from (
        -- Of a receipt that counts to several lines nobody knows which numbers are of which.
        select l.remote_line_id, l.sku, r.lot_number, sum(c.quantity)::int as quantity,
          json_agg(to_json(r.serials)) filter (where cardinality(r.serials) = c.quantity) as serials
        from receipts r join receipt_lines c on ${inAccount(tenant, 'c')} and c.receipt_id = r.id
        join purchase_order_lines l on ${inAccount(tenant, 'l')} and l.id = c.line_id
        where ${inAccount(tenant, 'r')} and r.booking_id = b.id and l.remote_line_id is not null group by l.position, l.remote_line_id,
          l.sku, r.lot_number order by l.position
      ) as s where s.quantity <> 0) as lines, ${bookedBefore(tenant)} as booked_before
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
  booked_before,
}: Row): GoodsReceipt | null {
  const byLine = Map.groupBy(lines ?? [], ({ remote_line_id }) => remote_line_id);
  const summed = [...byLine].flatMap(([remoteLineId, parts]) => {
    const quantity = parts.reduce((sum, part) => sum + part.quantity, 0);
    const lots = parts.flatMap((part) => (part.lot === null ? [] : [{ lot: part.lot, quantity: part.quantity }]));
    const serials = parts.flatMap((part) => part.serials?.flat() ?? []);
    const line = { remoteLineId, sku: parts[0]?.sku ?? '', quantity, booked: booked_before[remoteLineId] ?? 0, lots };
    return quantity > 0 ? [{ ...line, ...(serials.length > 0 && { serials }) }] : [];
  });
  return summed.length > 0 ? { key, remoteId, receivedAt: new Date(receivedAt), locationId, lines: summed } : null;
}
