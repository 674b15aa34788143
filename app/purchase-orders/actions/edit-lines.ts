import { sql } from 'kysely';
import type { Columns } from '../../../platform/columns.ts';
import { invalid } from '../../../platform/http/refusal.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import type { LineEdit } from '../bodies.ts';
import { overStillAccepted } from '../intake/write.ts';
import type { LockedPurchaseOrder } from '../lock.ts';

type Line = Columns<
  'purchase_order_lines',
  'id' | 'sku' | 'quantity' | 'lot_number' | 'remote_line_id' | 'received_before' | 'quantity_received' | 'position'
> & { expected_on: string | null; has_receipts: boolean };
type Changes = Record<string, { from: unknown; to: unknown }>;

/** Changes, adds and removes lines, and returns what changed. Never below what has come of a line. @throws Invalid */
export async function editLines(tenant: Tenant, order: LockedPurchaseOrder, edits: LineEdit[]): Promise<Changes> {
  if (edits.length === 0) return {};
  const { rows } = await sql<Line>`
    select id, sku, quantity, lot_number, remote_line_id, received_before, quantity_received, position,
      (expected_at at time zone (select timezone from accounts where id = account_id))::date::text as expected_on,
      exists (select from receipt_lines r where r.account_id = purchase_order_lines.account_id and r.line_id = purchase_order_lines.id) as has_receipts
    from purchase_order_lines where account_id = ${tenant.accountId} and purchase_order_id = ${order.id} order by position, id`.execute(
    tenant.db,
  );
  const changes: Changes = {};
  let position = Math.max(0, ...rows.map((line) => line.position));
  for (const edit of edits) {
    if (edit.id === undefined) {
      position += 1;
      Object.assign(changes, await addLine(tenant, order.id, edit, position));
      continue;
    }
    const line = rows.find(({ id }) => id === edit.id);
    if (!line) throw invalid({ lines: ['One of these lines does not exist any more.'] });
    Object.assign(changes, edit.isDelete ? await removeLine(tenant, line) : await changeLine(tenant, line, edit));
  }
  return changes;
}

async function changeLine(tenant: Tenant, line: Line, edit: LineEdit): Promise<Changes> {
  const came = line.received_before + line.quantity_received;
  const { quantity = line.quantity, lot_number = line.lot_number, expected_at = line.expected_on } = edit;
  if (quantity < came && quantity !== line.quantity)
    throw invalid({ lines: [`${came} of ${line.sku} have come: the line cannot be less.`] });
  const changes: Changes = {
    ...(quantity !== line.quantity && { [`Qty of ${line.sku}`]: { from: line.quantity, to: quantity } }),
    ...((lot_number || null) !== line.lot_number && { [`Lot of ${line.sku}`]: { from: line.lot_number, to: lot_number || null } }),
    ...((expected_at || null) !== line.expected_on && { [`Delivery of ${line.sku}`]: { from: line.expected_on, to: expected_at || null } }),
  };
  if (Object.keys(changes).length === 0) return {};
  await sql`update purchase_order_lines l set quantity = ${quantity}, over_accepted = ${overStillAccepted(sql`${quantity}::int`)}, lot_number = ${lot_number || null},
      expected_at = ${expected_at || null}::date::timestamp at time zone (select timezone from accounts where id = account_id),
      source_quantity = case when ${quantity !== line.quantity} and remote_line_id is not null then coalesce(source_quantity, quantity) else source_quantity end
    where account_id = ${tenant.accountId} and id = ${line.id}`.execute(tenant.db);
  return changes;
}

/** A source would bring a removed line back, so it stays with nothing to come; one that was added here goes. */
async function removeLine(tenant: Tenant, line: Line): Promise<Changes> {
  if (line.quantity_received > 0)
    throw invalid({ lines: [`${line.quantity_received} of ${line.sku} have come: the line cannot be removed.`] });
  if (line.has_receipts) throw invalid({ lines: [`A receipt of ${line.sku} waits for a decision: the line cannot be removed.`] });
  if (line.remote_line_id === null)
    await sql`delete from purchase_order_lines where account_id = ${tenant.accountId} and id = ${line.id}`.execute(tenant.db);
  else
    await sql`update purchase_order_lines set quantity = received_before, source_quantity = coalesce(source_quantity, quantity)
      where account_id = ${tenant.accountId} and id = ${line.id}`.execute(tenant.db);
  return { [`Qty of ${line.sku}`]: { from: line.quantity, to: 0 } };
}

type Item = Columns<'products', 'sku' | 'name'> & Columns<'purchase_order_lines', 'product_id' | 'raw_material_id'>;

async function addLine(
  tenant: Tenant,
  orderId: number,
  { sku = '', quantity = 1, lot_number = null, expected_at = null }: LineEdit,
  position: number,
): Promise<Changes> {
  const { rows } = await sql<Item>`
    (select id as product_id, null::bigint as raw_material_id, sku, name from products where account_id = ${tenant.accountId} and sku = ${sku})
    union all (select null, id, sku, name from raw_materials where account_id = ${tenant.accountId} and sku = ${sku}) limit 1`.execute(
    tenant.db,
  );
  const [item] = rows;
  if (!item) throw invalid({ lines: [`${sku || 'A line without a SKU'} is neither a product nor a raw material of the warehouse.`] });
  await sql`insert into purchase_order_lines (account_id, purchase_order_id, position, sku, name, quantity, product_id, raw_material_id, mapped_sku, lot_number, expected_at)
    values (${tenant.accountId}, ${orderId}, ${position}, ${item.sku}, ${item.name}, ${quantity}, ${item.product_id}, ${item.raw_material_id}, ${item.sku}, ${lot_number || null},
      ${expected_at || null}::date::timestamp at time zone (select timezone from accounts where id = ${tenant.accountId}))`.execute(
    tenant.db,
  );
  return { [`Qty of ${item.sku}`]: { from: null, to: quantity } };
}
