import { sql } from 'kysely';
import type { Column, Columns } from '../../../../platform/columns.ts';
import { type Refusal, refuse } from '../../../../platform/http/refusal.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import type { Values } from '../../../base/changes/noun.ts';
import { undoEach } from '../../../base/changes/undo.ts';
import { lockForEditing } from '../../order-flow/release/lock-for-editing.ts';
import { isLine } from '../../order-flow/values/fields.ts';
import { followUndone, type UndoneEdit, undoOfEdit } from './undo-verb.ts';

/** An edit: a change of the ledger, and the entry of the history that tells of it. */
type Edit = Columns<'changes', 'id' | 'group_id'> & {
  event: Column<'order_events', 'id'>;
  is: Values;
  who: Column<'users', 'name'> | null;
};

/** Which edit a person means: by its entry of the history, or by its group of changes; the last one where they do not say. */
type Which = { event?: number | undefined; group?: number | undefined };

/**
 * Undoes the last edit in force, fields and lines, while the order is unreleased. `which`: the one that the person saw as the last.
 * Fields that no other edit in force touched follow the channel again. @throws Refusal 404, 409
 */
export async function undoEdit(tenant: Tenant, id: number, { event, group }: Which = {}): Promise<void> {
  const order = await lockForEditing(tenant, id);
  const edits = await editsInForce(tenant, id);
  const last = edits.pop();
  const isMeant = (edit: Edit | undefined) =>
    (event === undefined || edit?.event === event) && (group === undefined || edit?.group_id === group);
  if (!isMeant(last)) throw await refusalOf(tenant, id, { isEarlier: edits.some(isMeant), event, group, by: last?.who });
  if (!last) throw refuse(409, 'nothing_to_undo', 'There is no edit of this order left to undo.');
  // Its group has the edits of other orders, too, where many were changed together.
  const edit = { event: last.event, freed: freedBy(last, edits) };
  const left = await undoEach(tenant, last.group_id, [id], undoOfEdit(order, edit));
  const reason = left.get(id);
  if (reason !== undefined) throw refuse(409, 'changed_since', reason);
  await followUndone(tenant, new Map([[id, edit]]));
}

/** `setSince`: the fields of it that later edits in force set as well, maybe to the same values. */
export type EditOfGroup = UndoneEdit & { id: number; setSince: string[] };

/** The edit of an order that a group of changes has; undefined where it was undone. */
export async function editOf(tenant: Tenant, id: number, group: number): Promise<EditOfGroup | undefined> {
  const edits = await editsInForce(tenant, id);
  const own = edits.find(({ group_id }) => group_id === group);
  if (!own) return undefined;
  const later = new Set(edits.slice(edits.indexOf(own) + 1).flatMap(({ is }) => Object.keys(is)));
  const setSince = Object.keys(own.is).filter((field) => later.has(field));
  return { id: own.id, event: own.event, freed: freedBy(own, edits), setSince };
}

function freedBy(own: Edit, edits: readonly Edit[]): string[] {
  const others = new Set(edits.flatMap((edit) => (edit === own ? [] : fieldsOf(edit.is))));
  return fieldsOf(own.is).filter((field) => !others.has(field));
}

async function editsInForce(tenant: Tenant, orderId: number): Promise<Edit[]> {
  const { rows } = await sql<Edit>`
    select c.id, c.group_id, e.id as event, c.is, u.name as who
    from order_events e join changes c on ${inAccount(tenant, 'c')} and c.id = e.change_id left join users u on u.id = c.user_id
    where ${inAccount(tenant, 'e')} and e.order_id = ${orderId} and e.kind = 'edited'
      and not exists (select from changes undo where ${inAccount(tenant, 'undo')} and undo.undoes = c.id)
    order by c.id`.execute(tenant.db);
  return rows;
}

/** Names as in edited_fields: columns, and `lines` for any line. */
const fieldsOf = (values: Values): string[] => [...new Set(Object.keys(values).map((field) => (isLine(field) ? 'lines' : field)))];

type Meant = Which & { isEarlier: boolean; by: string | null | undefined };

/** Why an edit that is not the last in force is not undone. */
async function refusalOf(tenant: Tenant, orderId: number, { isEarlier, event, group, by }: Meant): Promise<Refusal> {
  if (isEarlier) return refuse(409, 'edited_since', `${by ?? 'Someone'} edited this order after that. Undo the newest edit first.`);
  const { rows } = await sql`
    select from order_events e left join changes c on ${inAccount(tenant, 'c')} and c.id = e.change_id
    where ${inAccount(tenant, 'e')} and e.order_id = ${orderId} and e.kind = 'edited'
      and (e.id = ${event ?? null} or c.group_id = ${group ?? null})`.execute(tenant.db);
  return rows.length > 0
    ? refuse(409, 'nothing_to_undo', 'This edit has been undone already.')
    : refuse(404, 'not_found', 'This order has no such edit.');
}
