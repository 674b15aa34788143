import { sql } from 'kysely';
import type { PurchaseOrder } from '../../../../connectors/contract.ts';
import type { Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { enqueue } from '../../../base/job-queue.ts';
import { recordPurchaseEvents } from '../history.ts';
import { columnsOf, linesOf } from './content.ts';
import { insertLines, insertPayloads, overStillAccepted, type PurchaseSource } from './write.ts';

/** Applies what the source changed, except for what a person edited. Returns whether it was applied: a locked one waits. */
export async function changeStored(
  tenant: Tenant,
  { label }: PurchaseSource,
  { id, locked }: { id: number; locked: boolean },
  record: PurchaseOrder,
): Promise<boolean> {
  if (locked) {
    // Since when, too: a reply of before that, which may be on its way, is not what the source has.
    await sql`update purchase_orders set must_reread = true, remote_modified_at = greatest(remote_modified_at, ${record.modifiedAt})
      where ${inAccount(tenant)} and id = ${id}`.execute(tenant.db);
    return false;
  }
  await insertPayloads(tenant, [{ id, record }]);
  if (await changeHead(tenant, id, record)) await enqueue(tenant, 'purchase-orders:reread', { id });
  await changeLines(tenant, id, record);
  await recordPurchaseEvents(tenant, [{ purchaseOrderId: id, kind: 'changed', sentence: { code: 'changed_by_source', source: label } }]);
  return true;
}

/** The columns that a person may edit: sync leaves those that were edited. */
const editable = new Set(['expected_at', 'note']);

/**
 * Returns whether it has to be read once more before anything of it is announced: a source that did not have it says so without a time, and
 * this may be a reply of before that.
 */
async function changeHead(tenant: Tenant, id: number, record: PurchaseOrder): Promise<boolean> {
  const columns = columnsOf(record);
  const parts = Object.entries(columns).map(([column, value]) =>
    editable.has(column)
      ? sql`${sql.ref(column)} = case when ${column} = any(edited_fields) then ${sql.ref(column)} else ${value} end`
      : sql`${sql.ref(column)} = ${value}`,
  );
  const { rows } = await sql<Columns<'purchase_orders', 'must_reread'>>`
    update purchase_orders set ${sql.join(parts)}, must_reread = source_status = 'deleted', checked_at = null, revision = revision + 1
    where ${inAccount(tenant)} and id = ${id} returning must_reread`.execute(tenant.db);
  return rows[0]?.must_reread ?? false;
}

/**
 * A line that a person edited keeps its quantity beside the source's, which is none where it is gone there. Another that is gone there
 * goes here, unless something of it came.
 */
async function changeLines(tenant: Tenant, id: number, record: PurchaseOrder): Promise<void> {
  const lines = linesOf(record);
  await freeOfOtherItems(tenant, id, lines);
  const { rows } = await sql<Columns<'purchase_order_lines', 'remote_line_id'>>`
    update purchase_order_lines l set position = n.position, sku = n.sku, name = n.name, unit_price = n.unit_price,
      quantity = case when l.source_quantity is null then n.quantity else l.quantity end,
      source_quantity = case when l.source_quantity is null then null else n.quantity end,
      over_accepted = case when l.sku <> n.sku then 0 when l.source_quantity is null then ${overStillAccepted(sql`n.quantity`)}
        else l.over_accepted end,
      product_id = case when l.sku = n.sku then l.product_id end, raw_material_id = case when l.sku = n.sku then l.raw_material_id end,
      mapped_sku = case when l.sku = n.sku then l.mapped_sku end,
      units_per_sale = case when l.sku = n.sku then l.units_per_sale else 1 end
    from json_populate_recordset(null::purchase_order_lines, ${JSON.stringify(lines)}::json) as n
    where ${inAccount(tenant, 'l')} and l.purchase_order_id = ${id} and l.remote_line_id = n.remote_line_id
      returning l.remote_line_id`.execute(tenant.db);
  const lineIds = new Set(rows.map(({ remote_line_id }) => remote_line_id));
  await insertLines(
    tenant,
    lines.filter(({ remote_line_id }) => !lineIds.has(remote_line_id)).map((line) => ({ ...line, purchase_order_id: id })),
  );
  const there = lines.map(({ remote_line_id }) => remote_line_id);
  await sql`delete from purchase_order_lines l where ${inAccount(tenant, 'l')} and l.purchase_order_id = ${id}
    and l.remote_line_id is not null
    and l.remote_line_id <> all(${there}::text[]) and l.source_quantity is null
    and not exists (select from receipt_lines r where ${inAccount(tenant, 'r')} and r.line_id = l.id)`.execute(tenant.db);
  await sql`update purchase_order_lines l set quantity = case when l.source_quantity is null then 0 else l.quantity end,
      source_quantity = case when l.source_quantity is not null then 0 end
    where ${inAccount(tenant, 'l')} and l.purchase_order_id = ${id} and l.remote_line_id is not null
      and l.remote_line_id <> all(${there}::text[])`.execute(tenant.db);
}

/**
 * What came of a line before its source put another item on it is none of that: unless it is booked, the check counts it anew. The whole
 * receipt is, because the check leaves alone one of which a part still counts to another line.
 */
async function freeOfOtherItems(tenant: Tenant, id: number, lines: ReturnType<typeof linesOf>): Promise<void> {
  await sql`
    delete from receipt_lines where ${inAccount(tenant)} and receipt_id in (
      select r.id from json_populate_recordset(null::purchase_order_lines, ${JSON.stringify(lines)}::json) as n
      join purchase_order_lines l on ${inAccount(tenant, 'l')} and l.purchase_order_id = ${id} and l.remote_line_id = n.remote_line_id
        and l.sku <> n.sku
      join receipt_lines c on ${inAccount(tenant, 'c')} and c.line_id = l.id
      join receipts r on ${inAccount(tenant, 'r')} and r.id = c.receipt_id and r.processed_at is null and r.booking_id is null)`.execute(
    tenant.db,
  );
}
