import type { Selectable } from 'kysely';
import type { Orders } from '../../../../db/tables.ts';
import { refuse } from '../../../../platform/http/refusal.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import type { Values } from '../../../base/changes/noun.ts';
import { recordChange } from '../../../base/changes/record.ts';
import { linkLines, rememberUnknownCodes } from '../../order-flow/checking/map.ts';
import type { LineItem } from '../../order-flow/contract/editing.ts';
import type { Changes } from '../../order-flow/history.ts';
import { lockForEditing } from '../../order-flow/release/lock-for-editing.ts';
import { chosenOf, type EditableColumn, editableColumns, lineField } from '../../order-flow/values/fields.ts';
import { queueStockOfOrders, withStockUpdate } from '../../stock-out/queue.ts';
import { changedSince, refuseConflicts } from './conflicts.ts';
import { editedOrder } from './edit-noun.ts';
import { followEdits } from './follow-edits.ts';
import { isNew, type LineEdits, planLines } from './lines/plan.ts';
import { productsFor, storedLines, writeLines } from './lines/write.ts';
import { requireUsable } from './usable.ts';

/** What a save changed, and by which group it is undone; null where it changed nothing. */
type Saved = { changed: string[]; group: number | null };

export type OrderEdit = Partial<Record<EditableColumn, string | null>> & { id: number; revision?: number; lineItems?: LineItem[] };

/**
 * Saves a person's edit of fields and lines, all or nothing, and checks the order at once. Sync never overwrites edited fields.
 * If someone else changed the same fields since `revision`, the save is refused with their names, and nothing is written.
 */
export async function saveOrder(tenant: Tenant, { id, revision, lineItems = [], ...edit }: OrderEdit): Promise<Saved> {
  const order = await lockForEditing(tenant, id);
  const fields = changesOf(order, edit);
  await requireUsable(tenant, fields);
  const lines = await planFor(tenant, order, lineItems);
  const since = revision ?? order.revision;
  if (since !== order.revision) await refuseConflicts(tenant, order, since, [...Object.keys(fields), ...touched(lines)]);
  await refuseUnknown(tenant, id, since, lines.unknown);
  const hasLines = lines.changed.length + lines.removed.length + lines.added.length > 0;
  const changed = [...Object.keys(fields), ...(hasLines ? ['lines'] : [])];
  if (changed.length === 0) return { changed, group: null };
  await writeFields(tenant, order, fields, changed);
  const ofLines = hasLines ? await withStockUpdate(tenant, [id], () => writeLines(tenant, id, lines)) : {};
  const side = (name: 'from' | 'to') =>
    Object.fromEntries(Object.entries({ ...fields, ...ofLines }).map(([field, change]) => [field, change[name]]));
  const record = { id, name: order.order_number };
  const group = await recordChange(tenant, editedOrder, { record, was: side('from'), is: side('to') });
  await followEdits(tenant, [id]);
  return { changed, group };
}

/** What an edit changes of an order's fields. */
export function changesOf(order: Selectable<Orders>, edit: Partial<Record<EditableColumn, string | null | undefined>>): Changes {
  return Object.fromEntries(
    editableColumns.flatMap((column) => {
      const to = edit[column] === undefined ? undefined : cleaned(column, edit[column]);
      const from = chosenOf(order, column);
      return to === undefined || to === from ? [] : [[column, { from, to }]];
    }),
  );
}

/** Empty means none: stored as '' in columns that are not null, as null in the others. */
const required = new Set<string>(['customer_name', 'address', 'city', 'postal_code', 'country']);
function cleaned(column: string, value: string | null): string | null {
  const text = (value ?? '').trim();
  return text === '' && !required.has(column) ? null : column === 'country' ? text.toUpperCase() : text;
}

/** The lines of an order that nobody has checked yet are linked first: a product that is added raises its line, if it has one. */
async function planFor(tenant: Tenant, { id, checked_at }: Selectable<Orders>, lineItems: LineItem[]): Promise<LineEdits> {
  if (lineItems.length === 0) return { changed: [], removed: [], added: [], unknown: [] };
  if (checked_at === null && lineItems.some(isNew)) {
    await rememberUnknownCodes(tenant, [id]);
    await linkLines(tenant, [id]);
  }
  return planLines(await storedLines(tenant, id), await productsFor(tenant, lineItems), lineItems);
}

const touched = ({ changed, removed, unknown }: LineEdits) =>
  [...changed.map(({ line }) => line), ...removed, ...unknown.filter(({ isDelete }) => !isDelete)].map(({ id }) => lineField(id));

/** Ignores lines that someone else removed since, when this edit removes them too; refuses any other unknown line. */
async function refuseUnknown(tenant: Tenant, orderId: number, since: number, unknown: LineEdits['unknown']): Promise<void> {
  if (unknown.length === 0) return;
  const meanwhile = await changedSince(tenant, orderId, since);
  const isGone = (id: number) => meanwhile.get(lineField(id))?.theirs === null;
  if (!unknown.every(({ id, isDelete }) => isDelete && isGone(id))) throw refuse(404, 'not_found', 'This line is not on the order.');
}

/** Writes the fields; sync does not overwrite what was `changed`, and the mappings no warehouse that was chosen. */
export const writeFields = (tenant: Tenant, order: Selectable<Orders>, fields: Changes, changed: string[]): Promise<void> =>
  writeColumns(tenant, order, Object.fromEntries(Object.entries(fields).map(([column, { to }]) => [column, to])), [
    ...new Set([...order.edited_fields, ...changed]),
  ]);

/** Writes the columns of an order of which people have edited these. */
export async function writeColumns(tenant: Tenant, order: Selectable<Orders>, columns: Values, edited: readonly string[]): Promise<void> {
  await tenant.db
    .updateTable('orders')
    .set({
      ...columns,
      edited_fields: editedAfter(edited, columns.warehouse_code),
      revision: order.revision + 1,
      updated_by: tenant.userId,
      updated_at: new Date(),
    })
    .where(inAccount(tenant))
    .where('id', '=', order.id)
    .execute();
  // A channel is told of what may leave from its building.
  if (columns.warehouse_code !== undefined) await queueStockOfOrders(tenant, [order.id]);
}

/** A warehouse that was given back is no longer edited; undefined where it stays as it is. */
function editedAfter(edited: readonly string[], warehouse: unknown): string[] {
  if (warehouse === undefined) return [...edited];
  const others = edited.filter((field) => field !== 'warehouse_code');
  return warehouse === null ? others : [...others, 'warehouse_code'];
}
