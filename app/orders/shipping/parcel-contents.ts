import { sql } from 'kysely';
import type { WarehouseShipment } from '../../../connectors/contract.ts';
import type { Column, Columns } from '../../../platform/columns.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { openIssues } from '../../issues/commands.ts';

type Line = WarehouseShipment['lines'][number];
type Part = { parcel: WarehouseShipment; line: Line; order_id: Column<'orders', 'id'> };
/** A line of a parcel, and the order's line that it serves. */
export type Content = Part & { warehouse_order_id: Column<'warehouse_orders', 'id'>; line_id: Column<'order_lines', 'id'> };
/** A line of a parcel that none of the parcel's orders has: one for each of those orders. */
export type UnknownLine = Part & Columns<'orders', 'connection_id'>;

type Found = { n: number; line_id: Content['line_id'] | null } & Pick<Content, 'order_id' | 'warehouse_order_id'> &
  Columns<'orders', 'connection_id'>;

/** What is in parcels, by the orders that they are of; a parcel of combined orders holds lines of several. */
export async function contentsOf(
  tenant: Tenant,
  connectionId: number,
  parcels: WarehouseShipment[],
): Promise<{ known: Content[]; unknown: UnknownLine[] }> {
  // A feed may repeat a parcel within one page.
  const once = [...new Map(parcels.map((parcel) => [parcel.remoteId, parcel])).values()];
  const all = once.flatMap((parcel) => parcel.lines.map((line) => ({ parcel, line })));
  const { rows } = await sql<Found>`
    select given.n::int as n, w.id as warehouse_order_id, o.id as order_id, o.connection_id, l.id as line_id
    from unnest(${all.map(({ parcel }) => parcel.reference)}::text[], ${all.map(({ line }) => idIn(line))}::bigint[]) with ordinality as given (reference, line_id, n)
    join warehouse_orders w on w.account_id = ${tenant.accountId} and w.connection_id = ${connectionId} and w.reference = given.reference
    join orders o on o.account_id = w.account_id and o.warehouse_order_id = w.id
    left join order_lines l on l.account_id = o.account_id and l.order_id = o.id and l.id = given.line_id`.execute(tenant.db);
  const ofLine = Map.groupBy(rows, ({ n }) => n);
  const known: Content[] = [];
  const unknown: UnknownLine[] = [];
  for (const [at, { parcel, line }] of all.entries()) {
    const found = ofLine.get(at + 1) ?? [];
    const served = found.flatMap(({ n, connection_id, line_id, ...of }) => (line_id === null ? [] : { parcel, line, ...of, line_id }));
    known.push(...served);
    if (served.length === 0) unknown.push(...found.map(({ order_id, connection_id }) => ({ parcel, line, order_id, connection_id })));
  }
  return { known, unknown };
}

const idIn = ({ lineReference }: Line): string | null => (lineReference && /^\d{1,18}$/.test(lineReference) ? lineReference : null);

/** Opens an issue for a parcel with a line that is in none of its orders. That line is not stored. */
export async function reportUnknownLines(tenant: Tenant, lines: UnknownLine[]): Promise<void> {
  const firsts = new Map(lines.toReversed().map((line) => [`${line.order_id} ${line.parcel.remoteId}`, line]));
  await openIssues(
    tenant,
    [...firsts.values()].map(({ parcel, line, order_id, connection_id }) => ({
      orderId: order_id,
      connectionId: connection_id,
      type: 'changed_after_release',
      subject: `parcel:${parcel.remoteId}`,
      blocking: false,
      sentence: `The warehouse's parcel ${parcel.trackingNumber} holds a line (${line.sku}) that was not in this order.`,
    })),
  );
}
