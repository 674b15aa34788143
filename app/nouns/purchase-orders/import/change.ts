import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import { inPieces } from '../../../../platform/pieces.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { recordPacked } from '../../../base/changes/packed.ts';
import type { ImportJob } from '../../../shared/imports/entity.ts';
import { planAsElsewhere } from '../../../shared/imports/keep-to-indexes.ts';
import type { OutcomeSentence } from '../../../shared/runs/outcome-sentences.ts';
import type { PurchaseOrderChange } from '../../purchase-flow/bodies.ts';
import { savePurchaseOrders } from '../actions/edit.ts';
import { purchaseOrders } from '../actions/edit-noun.ts';
import { positioned } from './create.ts';
import { type FileRow, headOf } from './file-row.ts';
import { sinceTheCheck } from './left-out.ts';
import { dayOf } from './records.ts';

type Line = Columns<'purchase_order_lines', 'id' | 'position' | 'quantity' | 'source_quantity' | 'lot_number'> & {
  expected_at: string | null;
};
type Order = Columns<
  'purchase_orders',
  'id' | 'revision' | 'edited_fields' | 'mapped_warehouse' | 'carrier' | 'freight_number' | 'note'
> & {
  expected_at: string | null;
  /** The same as its source gave it, with its time. Imports of before this was kept do without. */
  expected_time?: string | null;
  lines: Line[];
};
/** What an import did to a purchase order: what it was, which lines are new, and its revision then. */
export type OrderChange = { id: number; revision: number; added: number[]; was: Order };

/** So many are changed together: enough that a statement costs one of them nothing, few enough for the plans of the check. */
const ordersAtOnce = 200;

/** In the order of their ids, in which everybody locks purchase orders. */
export const together = <Named extends { id: number }>(orders: Named[]): Named[][] =>
  inPieces(
    orders.toSorted((a, b) => a.id - b.id),
    ordersAtOnce,
  );

/** A purchase order, and what a file says of it. */
type Given = { id: number; rows: FileRow[] };
/** What may not be changed so by now, as it may have been when the file was checked. */
type Refused = { rows: FileRow[]; reason: OutcomeSentence };

/** Changes purchase orders as a person would who edits what the check saw of each. Returns those that are refused. */
export async function changeOrders(tenant: Tenant, job: Pick<ImportJob, 'group'>, orders: Given[]): Promise<Refused[]> {
  const refused: Refused[] = [];
  await planAsElsewhere(tenant, async () => {
    for (const some of together(orders)) refused.push(...(await changeSome(tenant, job, some)));
  });
  return refused;
}

async function changeSome(tenant: Tenant, { group }: Pick<ImportJob, 'group'>, orders: Given[]): Promise<Refused[]> {
  const ids = orders.map(({ id }) => id);
  const before = await readOrders(tenant, ids);
  const refused = await savePurchaseOrders(
    tenant,
    orders.map(({ id, rows }) => editOf(id, rows, before.get(id)?.lines ?? [])),
    { isPacked: true },
  );
  const after = await readOrders(tenant, ids);
  const saved = [...before.values()].filter(({ id }) => !refused.has(id));
  const changes = saved.map((was): OrderChange => {
    const lineIds = new Set(was.lines.map(({ id }) => id));
    const now = after.get(was.id);
    const added = now?.lines.filter(({ id }) => !lineIds.has(id)) ?? [];
    return { id: was.id, revision: now?.revision ?? 0, added: added.map(({ id }) => id), was };
  });
  await recordPacked(tenant, { group, noun: purchaseOrders.name, form: 'changed' }, changes);
  return orders.flatMap(({ id, rows }) => {
    const refusal = refused.get(id);
    return refusal ? [{ rows, reason: sinceTheCheck(refusal.sentence) }] : [];
  });
}

/** New lines have the numbers that the file gives them, so that the same file names them again. */
function editOf(id: number, rows: FileRow[], lines: Line[]): PurchaseOrderChange {
  const given = { mapped_warehouse: headOf(rows, 'mapped_warehouse'), expected_at: headOf(rows, 'expected_date') };
  const more = { carrier: headOf(rows, 'carrier'), freight_number: headOf(rows, 'freight_number'), note: headOf(rows, 'note') };
  const head = Object.fromEntries(Object.entries({ ...given, ...more }).filter(([, value]) => value !== undefined));
  const added = positioned(
    rows.filter(({ line_id }) => line_id === null),
    lines.map(({ position }) => position),
  );
  const positions = new Map(added.map(({ n, position }) => [n, position]));
  const seen = rows[0]?.seen;
  return {
    ...head,
    id,
    ...(seen && { revision: Number(seen) }),
    lines: rows.filter(({ sku }) => sku !== '').map((row) => lineOf(row, positions.get(row.n))),
  };
}

function lineOf({ line_id, sku, quantity, lot_number, estimated_delivery_date }: FileRow, position: number | undefined) {
  return {
    ...(line_id === null ? { sku, ...(position !== undefined && { position }) } : { id: line_id }),
    ...(quantity !== '' && { quantity: Number(quantity) }),
    ...(lot_number !== '' && { lot_number }),
    ...(estimated_delivery_date !== '' && { expected_at: estimated_delivery_date }),
  };
}

async function readOrders(tenant: Tenant, ids: number[]): Promise<Map<number, Order>> {
  const { rows } = await sql<Order>`
    select p.id, p.revision, p.edited_fields, p.mapped_warehouse, p.carrier, p.freight_number, p.note,
      ${dayOf(tenant, 'p.expected_at')} as expected_at,
      to_json(p.expected_at) #>> '{}' as expected_time,
      coalesce((select json_agg(json_build_object('id', l.id, 'position', l.position, 'quantity', l.quantity, 'source_quantity',
        l.source_quantity, 'lot_number', l.lot_number,
        'expected_at', ${dayOf(tenant, 'l.expected_at')}) order by l.id)
        from purchase_order_lines l where ${inAccount(tenant, 'l')} and l.purchase_order_id = p.id), '[]') as lines
    from purchase_orders p where ${inAccount(tenant, 'p')}
      and p.id = any(${ids}::bigint[]) order by p.id for update of p`.execute(tenant.db);
  return new Map(rows.map((order) => [order.id, order]));
}
