import { type Selectable, sql } from 'kysely';
import type { Orders } from '../../../../db/tables.ts';
import { idsOf } from '../../../../platform/ids.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { recordChanges } from '../../../base/changes/record.ts';
import { type LastBy, lastChangedBy } from '../../../base/changes/since.ts';
import { undoEach } from '../../../base/changes/undo.ts';
import type { OutcomeSentence } from '../../../shared/runs/outcome-sentences.ts';
import type { ChangeTerms } from '../../order-flow/contract/bulk-action.ts';
import { lockedByOthers } from '../../order-flow/release/lock-for-editing.ts';
import { withdrawUnsent } from '../../order-flow/release/withdraw.ts';
import type { EditableColumn } from '../../order-flow/values/fields.ts';
import { editedOrder } from './edit-noun.ts';
import { followEdits } from './follow-edits.ts';
import { changesOf, writeFields } from './save.ts';
import { type EditOfGroup, editOf as editOfGroup } from './undo.ts';
import { followUndone, type UndoneEdit, undoOfEdit } from './undo-verb.ts';

/** Why orders stay as they are, by their id. */
type Left = Map<number, OutcomeSentence>;

/**
 * Edits the same fields of many orders, which are locked and may be edited by their status, as `saveOrder` does of one: each is an edit of
 * its own, in this group of changes, and is checked at once. Returns why some stay as they are.
 */
export const changeMany = (tenant: Tenant, orderIds: readonly number[], { set = {} }: ChangeTerms, group: number): Promise<Left> =>
  changeEach(tenant, orderIds, group, () => ({ set }));

/** What an order is to have, or why it stays as it is. */
type EditOf = (order: Selectable<Orders>) => { set: Partial<Record<EditableColumn, string | null | undefined>> } | OutcomeSentence;

/** The same, where each order has an edit of its own. */
export async function changeEach(tenant: Tenant, orderIds: readonly number[], group: number, editOf: EditOf): Promise<Left> {
  const left = await lockedOnes(tenant, orderIds);
  const fieldsOf = new Map<number, ReturnType<typeof changesOf>>();
  for (const order of await rowsOf(tenant, without(orderIds, left))) {
    const edit = editOf(order);
    const fields = 'set' in edit ? changesOf(order, edit.set) : {};
    if (Object.keys(fields).length > 0) fieldsOf.set(order.id, fields);
    else left.set(order.id, 'set' in edit ? { code: 'changed_already' } : edit);
  }
  const orders = await takenBack(tenant, without(orderIds, left), left);
  const edits = orders.map((order) => ({ order, fields: fieldsOf.get(order.id) ?? {} }));
  for (const { order, fields } of edits) await writeFields(tenant, order, fields, Object.keys(fields));
  const side = (fields: ReturnType<typeof changesOf>, name: 'from' | 'to') =>
    Object.fromEntries(Object.entries(fields).map(([field, change]) => [field, change[name]]));
  await recordChanges(
    tenant,
    editedOrder,
    edits.map(({ order: { id, order_number: name }, fields }) => ({
      ...{ record: { id, name }, was: side(fields, 'from'), is: side(fields, 'to') },
    })),
    { group },
  );
  await followEdits(tenant, idsOf(orders));
  return left;
}

/**
 * Undoes the edits of a group of changes in these orders, each where it still stands. None is released before all are written back: those
 * of one recipient, that were withdrawn together, leave together again. Returns why some are left.
 */
export async function undoMany(tenant: Tenant, orderIds: readonly number[], group: number): Promise<Left> {
  const left = await lockedOnes(tenant, orderIds);
  const undone = new Map<number, UndoneEdit>();
  for (const order of await takenBack(tenant, without(orderIds, left), left)) {
    const edit = await editOfGroup(tenant, order.id, group);
    const why = edit ? await whyNotUndone(tenant, order, edit, group) : ({ code: 'undone_already' } as const);
    if (why) left.set(order.id, why);
    else if (edit) undone.set(order.id, edit);
  }
  await followUndone(tenant, undone);
  return left;
}

/**
 * Writes back what an order was before an edit of this group, unless somebody changed it since, also where it is again as the edit left
 * it: then it returns the reason.
 */
async function whyNotUndone(
  tenant: Tenant,
  order: Selectable<Orders>,
  { id: after, setSince: fields, ...edit }: EditOfGroup,
  group: number,
): Promise<OutcomeSentence | undefined> {
  if (fields.length > 0) return changedBy(await lastChangedBy(tenant, { noun: editedOrder.name, recordId: order.id, fields, after }));
  const left = await undoEach<OutcomeSentence>(tenant, group, [order.id], {
    ...undoOfEdit(order, edit),
    changedSince: (_field, by) => changedBy(by),
  });
  return left.get(order.id);
}

const changedBy = (by: LastBy | undefined): OutcomeSentence => (by ? { code: 'changed_by', ...by.kept } : { code: 'changed_since' });

async function lockedOnes(tenant: Tenant, orderIds: readonly number[]): Promise<Left> {
  const locked = await lockedByOthers(tenant, orderIds);
  return new Map([...locked].map(([id, by]) => [id, { code: 'locked_by_other', by }]));
}

/** Withdraws these orders from the outbox, and returns those that can be edited; the others are with the warehouse, or on the way. */
async function takenBack(tenant: Tenant, orderIds: number[], left: Left): Promise<Selectable<Orders>[]> {
  await withdrawUnsent(tenant, orderIds);
  const orders = await rowsOf(tenant, orderIds);
  const away = orders.filter(({ warehouse_order_id }) => warehouse_order_id !== null);
  for (const { id } of away) left.set(id, { code: 'being_sent' });
  return orders.filter((order) => !away.includes(order));
}

async function rowsOf(tenant: Tenant, ids: readonly number[]): Promise<Selectable<Orders>[]> {
  const { rows } = await sql<Selectable<Orders>>`
    select * from orders where ${inAccount(tenant)} and id = any(${ids}::bigint[]) and deleted_at is null order by id`.execute(tenant.db);
  return rows;
}

const without = (ids: readonly number[], left: Left) => ids.filter((id) => !left.has(id));
