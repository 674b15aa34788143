import { type RawBuilder, sql } from 'kysely';
import type { WarehouseShipment } from '../../../../connectors/contract.ts';
import type { Column, Columns } from '../../../../platform/columns.ts';
import { inAccount, type OfAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { openIssues } from '../../../shared/issues/commands.ts';
import { lineReference } from '../release/adopting/references.ts';

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
): Promise<{ contents: Content[]; unknown: UnknownLine[] }> {
  // A feed may repeat a parcel within one page.
  const once = [...new Map(parcels.map((parcel) => [parcel.remoteId, parcel])).values()];
  const all = once.flatMap((parcel) => parcel.lines.map((line) => ({ parcel, line })));
  const ofLine = Map.groupBy(await findLines(tenant, connectionId, all, byReference), ({ n }) => n);
  const strange = all.filter((_, at) => ofLine.get(at + 1)?.every(({ line_id }) => line_id === null));
  const bySku = Map.groupBy(strange.length === 0 ? [] : await findLines(tenant, connectionId, strange, onlyOneOfSku(tenant)), ({ n }) => n);
  const contents: Content[] = [];
  const unknown: UnknownLine[] = [];
  for (const [at, part] of all.entries()) {
    const strangeAt = strange.indexOf(part);
    const lines = (strangeAt < 0 ? ofLine.get(at + 1) : bySku.get(strangeAt + 1)) ?? [];
    const served = lines.flatMap(({ n, connection_id, line_id, ...of }) => (line_id === null ? [] : { ...part, ...of, line_id }));
    contents.push(...served);
    if (served.length === 0) unknown.push(...lines.map(({ order_id, connection_id }) => ({ ...part, order_id, connection_id })));
  }
  return { contents, unknown: await withoutTakenOut(tenant, connectionId, unknown) };
}

/**
 * Leaves out lines of orders that travelled with those that are there and were taken out since: of these a person is told where they are,
 * as of stray parcels, and the others lack nothing.
 */
async function withoutTakenOut(tenant: Tenant, connectionId: number, lines: UnknownLine[]): Promise<UnknownLine[]> {
  if (lines.length === 0) return lines;
  const given = lines.map(({ parcel: { reference }, line: { lineReference: line, sku } }) => ({ reference, line, sku }));
  const { rows } = await sql<Pick<(typeof given)[number], 'reference' | 'line'>>`
    with named as materialized (
      select g.reference, g.line, g.sku, w.lines_by_sku, ${sentTogether} as order_ids
      from json_to_recordset(${JSON.stringify(given)}::json) as g (reference text, line text, sku text)
      join warehouse_orders w on ${inAccount(tenant, 'w')} and w.connection_id = ${connectionId} and w.reference = g.reference
        and w.sent is not null
    )
    select given.reference, given.line
    from orders o join named given on o.id = any(given.order_ids) and ${inAccount(tenant, 'o')}
      and o.id = any(array(select unnest(order_ids) from named))
    join connections c on ${inAccount(tenant, 'c')} and c.id = o.connection_id
    join order_lines l on ${inAccount(tenant, 'l')} and l.order_id = o.id and ${isLineSent(tenant)}`.execute(tenant.db);
  const others = new Set(rows.map(({ reference, line }) => `${reference} ${line}`));
  return lines.filter(({ parcel, line }) => !others.has(`${parcel.reference} ${line.lineReference}`));
}

async function findLines(
  tenant: Tenant,
  connectionId: number,
  parts: Omit<Part, 'order_id'>[],
  condition: RawBuilder<unknown>,
): Promise<Found[]> {
  const { rows } = await sql<Found>`
    select given.n::int as n, w.id as warehouse_order_id, o.id as order_id, o.connection_id, l.id as line_id
    from unnest(${parts.map(({ parcel }) => parcel.reference)}::text[], ${parts.map(({ line }) => line.lineReference)}::text[],
      ${parts.map(({ line }) => line.sku)}::text[])
      with ordinality as given (reference, line_reference, sku, n)
    join warehouse_orders w on ${inAccount(tenant, 'w')} and w.connection_id = ${connectionId} and w.reference = given.reference
    join orders o on ${inAccount(tenant, 'o')} and o.id = any(${stillOfParcels(tenant)})
    join connections c on ${inAccount(tenant, 'c')} and c.id = o.connection_id
    left join order_lines l on ${inAccount(tenant, 'l')} and l.order_id = o.id and ${condition}`.execute(tenant.db);
  return rows;
}

const byReference = sql`${lineReference} = given.line_reference`;

/**
 * The ids of the orders that parcels of a warehouse order `w` are stored for: of several that travelled together each may have gone on
 * with a rest of its own.
 */
const stillOfParcels = (tenant: OfAccount) => sql`array(
  select at.id from orders at where ${inAccount(tenant, 'at')} and at.warehouse_order_id = any(array[w.id, w.followed_by])
  union select s.order_id from shipments s where ${inAccount(tenant, 's')} and s.warehouse_order_id = w.id)`;

/**
 * Of an order that was taken over, whoever sent it: its lines have other references, and are known where they are alone of their SKU.
 * A line of an order that was taken out since counts as well: it may be what is in the parcel.
 */
const onlyOneOfSku = (tenant: OfAccount) => sql`w.lines_by_sku and l.mapped_sku = given.sku and not exists (
  select from order_lines other where ${inAccount(tenant, 'other')} and other.order_id = any(${stillOfParcels(tenant)} || ${sentTogether})
    and other.mapped_sku = given.sku and other.id <> l.id)`;

/** The ids of the orders that a warehouse order `w` was sent with. */
export const sentTogether = sql`array(
  select substr(number, 4)::bigint from jsonb_array_elements_text(w.sent -> 'orderNumbers') as sent_as (number)
  where number ~ '^SO-[0-9]{1,15}$')`;

/**
 * Whether a line `l` of an order `o` is the one that is `given` of a parcel: by its name, or, of orders that were taken over, as the only
 * one of its SKU of all that were sent together.
 */
export const isLineSent = (tenant: OfAccount) => sql`(${lineReference} = given.line
  or given.lines_by_sku and l.mapped_sku = given.sku and not exists (select from order_lines other
    where ${inAccount(tenant, 'other')} and other.order_id = any(given.order_ids) and other.mapped_sku = given.sku and other.id <> l.id))`;

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
      sentence: { code: 'line_of_parcel_unknown', parcel: parcel.trackingNumber, sku: line.sku },
    })),
  );
}
