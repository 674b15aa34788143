import { sql } from 'kysely';
import type { Columns } from '../../../platform/columns.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { savePurchaseOrder } from '../../purchase-orders/actions/edit.ts';
import type { LineEdit, PurchaseOrderEdit } from '../../purchase-orders/bodies.ts';
import type { ImportJob } from '../entity.ts';
import { positioned } from './create.ts';
import { type FileRow, headOf } from './file-row.ts';
import { dayOf } from './found.ts';

type Line = Columns<'purchase_order_lines', 'id' | 'position' | 'quantity' | 'source_quantity' | 'lot_number'> & {
  expected_at: string | null;
};
type Order = Columns<
  'purchase_orders',
  'id' | 'revision' | 'edited_fields' | 'mapped_warehouse' | 'carrier' | 'freight_number' | 'note'
> & {
  expected_at: string | null;
  lines: Line[];
};
/** What an import did to a purchase order: what it was, which lines are new, and its revision then. */
export type OrderChange = { id: number; revision: number; added: number[]; was: Order };

/** Changes a purchase order as a person would who edits it. @throws Refusal, Invalid */
export async function changeOrder(tenant: Tenant, { importId }: Pick<ImportJob, 'importId'>, rows: FileRow[]): Promise<void> {
  const id = rows[0]?.order_id ?? 0;
  const was = await readOrder(tenant, id);
  await savePurchaseOrder(tenant, id, editOf(rows));
  const now = await readOrder(tenant, id);
  const known = new Set(was.lines.map((line) => line.id));
  const added = now.lines.filter((line) => !known.has(line.id));
  await numberAdded(tenant, added, rows, was);
  const change: OrderChange = { id, revision: now.revision, added: added.map((line) => line.id), was };
  await sql`insert into import_changes (account_id, import_id, is_new, rows) values (${tenant.accountId}, ${importId}, false, ${JSON.stringify([change])})`.execute(
    tenant.db,
  );
}

function editOf(rows: FileRow[]): PurchaseOrderEdit {
  const given = { mapped_warehouse: headOf(rows, 'mapped_warehouse'), expected_at: headOf(rows, 'expected_date') };
  const more = { carrier: headOf(rows, 'carrier'), freight_number: headOf(rows, 'freight_number'), note: headOf(rows, 'note') };
  const head = Object.fromEntries(Object.entries({ ...given, ...more }).filter(([, value]) => value !== undefined));
  return { ...head, lines: rows.filter(({ sku }) => sku !== '').map(lineOf) };
}

function lineOf({ line_id, sku, quantity, lot_number, estimated_delivery_date }: FileRow): LineEdit {
  return {
    ...(line_id === null ? { sku } : { id: line_id }),
    ...(quantity !== '' && { quantity: Number(quantity) }),
    ...(lot_number !== '' && { lot_number }),
    ...(estimated_delivery_date !== '' && { expected_at: estimated_delivery_date }),
  };
}

/** New lines have the numbers that the file gives them, so that the same file names them again. */
async function numberAdded(tenant: Tenant, added: Line[], rows: FileRow[], { lines }: Order): Promise<void> {
  const fresh = positioned(
    rows.filter(({ line_id }) => line_id === null),
    lines.map(({ position }) => position),
  );
  for (const [at, { id }] of added.entries())
    await sql`update purchase_order_lines set position = ${fresh[at]?.position} where account_id = ${tenant.accountId} and id = ${id}`.execute(
      tenant.db,
    );
}

async function readOrder(tenant: Tenant, id: number): Promise<Order> {
  const { rows } = await sql<Order>`
    select p.id, p.revision, p.edited_fields, p.mapped_warehouse, p.carrier, p.freight_number, p.note, ${dayOf(tenant, 'p.expected_at')} as expected_at,
      coalesce((select json_agg(json_build_object('id', l.id, 'position', l.position, 'quantity', l.quantity, 'source_quantity', l.source_quantity, 'lot_number', l.lot_number,
        'expected_at', ${dayOf(tenant, 'l.expected_at')}) order by l.id)
        from purchase_order_lines l where l.account_id = p.account_id and l.purchase_order_id = p.id), '[]') as lines
    from purchase_orders p where p.account_id = ${tenant.accountId} and p.id = ${id} for update of p`.execute(tenant.db);
  return rows[0] as Order;
}
