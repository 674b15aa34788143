import { refuse } from '../../../../platform/http/refusal.ts';
import { changedMeanwhile } from '../../../base/changes/unchanged.ts';
import { wordPurchaseRefusal } from '../../../base/purchase-refusals.ts';
import type { LineEdit, PurchaseOrderChange } from '../../purchase-flow/bodies.ts';
import { type LockedPurchaseOrder, missing } from '../../purchase-flow/lock.ts';
import { refusedBecause } from '../../purchase-flow/purchase-order.ts';
import type { Head, Item, Line, ReadForEdit } from './edit-read.ts';
import { EditRefusal, type LineField, wrongField } from './edit-refusal.ts';

type Changes = Record<string, { from: unknown; to: unknown }>;

/** What an edit comes to: its fields and lines as they will be. */
export type EditPlan = {
  order: LockedPurchaseOrder;
  /** By field or line, as the history tells it. */
  changes: Changes;
  head: Head;
  /** The fields that differ. */
  fields: string[];
  changed: Line[];
  removed: Line[];
  added: (Item & { position: number; quantity: number; lot_number: string | null; expected_on: string | null })[];
};

/** Finds what an edit comes to, or why it is refused. */
export function planEdit(facts: ReadForEdit, edit: PurchaseOrderChange): EditPlan | EditRefusal {
  try {
    const order = facts.orders.get(edit.id);
    if (!order) throw new EditRefusal({ code: 'deleted_since' }, missing());
    const because = refusedBecause('edit', order);
    if (because) throw new EditRefusal(because, refuse(409, 'not_allowed', wordPurchaseRefusal(because)));
    const lockedBy = facts.lockedByOthers.get(edit.id);
    if (lockedBy) throw lockedBy;
    const by = facts.changedBy.get(edit.id);
    if (by) throw new EditRefusal({ code: 'changed_since' }, changedMeanwhile(`${by.who} changed this purchase order${by.on}.`));
    const ofHead = planHead(facts, edit);
    const ofLines = planLines(facts, edit);
    return { order, ...ofHead, ...ofLines, changes: { ...ofHead.changes, ...ofLines.changes } };
  } catch (error) {
    if (error instanceof EditRefusal) return error;
    throw error;
  }
}

function planHead({ heads, warehouses }: ReadForEdit, edit: PurchaseOrderChange): Pick<EditPlan, 'head' | 'fields' | 'changes'> {
  const before = heads.get(edit.id) as Head;
  const { mapped_warehouse: chosen } = edit;
  if (chosen && chosen !== before.mapped_warehouse && !warehouses.has(chosen))
    throw wrongField('mapped_warehouse', { code: 'no_warehouse' });
  const meant: { [Field in keyof Head]: Head[Field] | undefined } = {
    mapped_warehouse: edit.mapped_warehouse,
    carrier: edit.carrier,
    freight_number: edit.freight_number,
    note: edit.note,
    expected_at: edit.expected_at,
  };
  const differing = (Object.keys(meant) as (keyof Head)[]).filter(
    (field) => meant[field] !== undefined && (meant[field] || null) !== before[field],
  );
  const to = Object.fromEntries(differing.map((field) => [field, meant[field] || null]));
  return {
    head: { ...before, ...to },
    fields: differing,
    changes: Object.fromEntries(differing.map((field) => [field, { from: before[field], to: to[field] ?? null }])),
  };
}

/** Changes, adds and removes lines. Never below what has come of a line. */
function planLines(facts: ReadForEdit, { id, lines: edits = [] }: PurchaseOrderChange): Omit<EditPlan, 'order' | 'head' | 'fields'> {
  const lines = new Map(facts.lines.get(id)?.map((line) => [line.id, line]));
  let last = Math.max(0, ...[...lines.values()].map(({ position }) => position));
  const changed = new Map<number, Line>();
  const plan: Pick<EditPlan, 'changes' | 'removed' | 'added'> = { changes: {}, removed: [], added: [] };
  for (const [place, edit] of edits.entries()) {
    const field = `lines.${place}` as const;
    if (edit.id === undefined) {
      last += 1;
      const added = addedLine(facts.items, edit, last, field);
      plan.added.push(added);
      note(plan.changes, added, { [`Qty of ${added.sku}`]: { from: null, to: added.quantity } });
      continue;
    }
    const line = lines.get(edit.id);
    if (!line) throw wrongField(field, { code: 'line_gone' });
    if (edit.isDelete) {
      requireRemovable(line, field);
      lines.delete(line.id);
      changed.delete(line.id);
      plan.removed.push(line);
      note(plan.changes, line, { [`Qty of ${line.sku}`]: { from: line.quantity, to: 0 } });
      continue;
    }
    const now = changedLine(line, edit, field);
    const changes = differences(line, now);
    if (Object.keys(changes).length === 0) continue;
    lines.set(line.id, now);
    changed.set(line.id, now);
    note(plan.changes, line, changes);
  }
  return { ...plan, changed: [...changed.values()] };
}

/** Of a second line of the same SKU the history says which it is. */
function note(changes: Changes, { position }: { position: number }, more: Changes): void {
  for (const [name, change] of Object.entries(more)) changes[name in changes ? `${name} (line ${position})` : name] = change;
}

function addedLine(
  items: ReadonlyMap<string, Item>,
  { sku = '', quantity = 1, lot_number, expected_at, position }: LineEdit & { position?: number },
  last: number,
  field: LineField,
): EditPlan['added'][number] {
  const item = items.get(sku);
  if (!item) throw wrongField(field, { code: 'no_item', sku });
  return { ...item, quantity, position: position ?? last, lot_number: lot_number || null, expected_on: expected_at || null };
}

function changedLine(
  line: Line,
  { quantity = line.quantity, lot_number = line.lot_number, expected_at = line.expected_on }: LineEdit,
  field: LineField,
): Line {
  const came = line.received_before + begun(line);
  if (quantity < came && quantity !== line.quantity) throw wrongField(field, { code: 'line_below', came, sku: line.sku });
  return { ...line, quantity, lot_number: lot_number || null, expected_on: expected_at || null };
}

const differences = (line: Line, now: Line): Changes => ({
  ...(now.quantity !== line.quantity && { [`Qty of ${line.sku}`]: { from: line.quantity, to: now.quantity } }),
  ...(now.lot_number !== line.lot_number && { [`Lot of ${line.sku}`]: { from: line.lot_number, to: now.lot_number } }),
  ...(now.expected_on !== line.expected_on && { [`Delivery of ${line.sku}`]: { from: line.expected_on, to: now.expected_on } }),
});

/** So many of the source's came, in whole or in part. */
const begun = ({ quantity_received, units_per_sale }: Line) => Math.ceil(quantity_received / units_per_sale);

function requireRemovable(line: Line, field: LineField): void {
  const { sku, has_receipts } = line;
  if (begun(line) > 0) throw wrongField(field, { code: 'line_came', came: begun(line), sku });
  if (has_receipts) throw wrongField(field, { code: 'line_waits', sku });
}
