import { sql } from 'kysely';
import type { ChannelLine } from '../../../../connectors/contract.ts';
import type { Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import type { Changes } from '../history.ts';
import { endSplits } from '../lines/end-splits.ts';
import { countUnits, unitsOfLink } from '../lines/units.ts';
import { lineIds, lineRow, type StoredOrder } from './order-rows.ts';

/** Replaces the lines of known orders by the channel's. Returns what changed, by order. */
export async function replaceLines(tenant: Tenant, connectionId: number, changed: StoredOrder[]): Promise<Map<number, Changes>> {
  const ids = changed.map(({ orderId }) => orderId);
  const before = await linesOf(tenant, ids);
  const kept = changed.flatMap(({ order, orderId }) => lineIds(order).map((id) => `${orderId}:${id}`));
  await sql`
    delete from order_lines where ${inAccount(tenant)} and order_id = any(${ids}::bigint[])
      and not (order_id || ':' || remote_line_id = any(${kept}::text[]))`.execute(tenant.db);
  await updateLines(tenant, connectionId, changed);
  await countUnits(tenant, ids);
  const changes = changedLines(before, await linesOf(tenant, ids));
  await endSplits(tenant, [...changes.keys()], 'lines');
  return changes;
}

/** Writes the lines of known orders; an existing line takes the channel's new values. */
async function updateLines(tenant: Tenant, connectionId: number, orders: StoredOrder[]): Promise<void> {
  const rows = orders.flatMap(lineRows);
  if (rows.length === 0) return;
  await sql`
    insert into order_lines (account_id, order_id, ${lineColumns}, product_id, mapped_sku, units_per_sale)
    select ${tenant.accountId}, order_id, ${lineColumns}, product_id, mapped_sku, units_per_sale
    from (select line.*, p.id as product_id, p.sku as mapped_sku, ${unitsOfLink} as units_per_sale
      from json_to_recordset(${JSON.stringify(rows)}::json) as line (${lineShape})
      left join connector_products cp on ${inAccount(tenant, 'cp')} and cp.connection_id = ${connectionId}
        and cp.connector_product_sku = line.sku
        and not line.is_charge
      left join products p on ${inAccount(tenant, 'p')} and p.id = cp.product_id) as line
    order by order_id, position
    on conflict (account_id, order_id, remote_line_id) do update set
      position = excluded.position, name = excluded.name, quantity = excluded.quantity,
      unit_price = excluded.unit_price, is_charge = excluded.is_charge, image_url = excluded.image_url, upc = excluded.upc,
      location = excluded.location, options = excluded.options, handle = excluded.handle, sku = excluded.sku, source_quantity = null,
      product_id = case when order_lines.sku = excluded.sku then order_lines.product_id end,
      mapped_sku = case when order_lines.sku = excluded.sku then order_lines.mapped_sku end,
      units_per_sale = case when order_lines.sku = excluded.sku then order_lines.units_per_sale else 1 end`.execute(tenant.db);
}

export const lineColumns = sql`position, remote_line_id, sku, name, quantity, unit_price, is_charge, image_url, upc, location, options,
  handle`;
export const lineShape = sql`order_id bigint, position int, remote_line_id text, sku text, name text, quantity int,
  unit_price numeric, is_charge boolean, image_url text, upc text, location text, options jsonb, handle text`;

/** Keeps lines that a person edited, and notes the quantity that the channel now asks for. */
export async function storeSourceQuantities(tenant: Tenant, orders: StoredOrder[]): Promise<void> {
  const incoming = orders.flatMap(lineRows);
  if (incoming.length === 0) return;
  await sql`
    update order_lines l set source_quantity = nullif(incoming.quantity, l.quantity)
    from json_to_recordset(${JSON.stringify(incoming)}::json) as incoming (order_id bigint, remote_line_id text, quantity int)
    where ${inAccount(tenant, 'l')} and l.order_id = incoming.order_id and l.remote_line_id = incoming.remote_line_id and not l.is_charge
      and coalesce(l.source_quantity, l.quantity) <> incoming.quantity`.execute(tenant.db);
}

/** The lines of a known order, as they are stored. */
export const lineRows = ({ order, orderId }: StoredOrder) =>
  lineIds(order).map((id, at) => ({ order_id: orderId, ...lineRow(order.lines[at] as ChannelLine, at, id) }));

type Line = Columns<'order_lines', 'id' | 'order_id' | 'sku' | 'name' | 'quantity'>;
type Lines = Map<number, Line>;

/** The lines of these orders by id, to compare before and after. */
async function linesOf(tenant: Tenant, orderIds: number[]): Promise<Lines> {
  const { rows } = await sql<Line>`
    select id, order_id, sku, name, quantity from order_lines where ${inAccount(tenant)} and order_id = any(${orderIds}::bigint[])
      order by order_id, position`.execute(tenant.db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** The changes of lines, by order, in the form of an edit. */
function changedLines(before: Lines, after: Lines): Map<number, Changes> {
  const changes = new Map<number, Changes>();
  for (const id of new Set([...before.keys(), ...after.keys()])) {
    const [from, to] = [before.get(id), after.get(id)];
    if (from?.sku === to?.sku && from?.quantity === to?.quantity) continue;
    const orderId = (from ?? to)?.order_id as number;
    changes.set(orderId, { ...changes.get(orderId), [`line:${id}`]: { from: recordedLine(from), to: recordedLine(to) } });
  }
  return changes;
}

const recordedLine = (line: Line | undefined) => (line ? { sku: line.sku, name: line.name, quantity: line.quantity } : null);
