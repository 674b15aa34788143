import { writeAudit } from '../../../platform/audit.ts';
import type { AuditVerb } from '../../../platform/audit-verbs.ts';
import { refuse } from '../../../platform/http/refusal.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import type { Undone } from '../../shared/runs/bulk/undo.ts';
import { recordAction } from '../../shared/runs/commands.ts';
import { isUndoable } from '../order-flow/contract/bulk-action.ts';
import type { OrderAction } from '../order-flow/contract/orders.ts';
import type { Changes } from '../order-flow/history.ts';
import { undoEdit } from './editing/undo.ts';

type Done = OrderAction | 'lock' | 'unlock' | 'edit';

const labels: Record<Done, string> = {
  retry: 'Try again',
  cancel: 'Cancel',
  hold: 'Hold',
  unhold: 'Unhold',
  'keep-as-sent': 'Keep as sent',
  'ship-too': 'Ship too',
  'same-goods': 'Same goods',
  'undo-decision': 'Undo a decision',
  'keep-this-source': 'Keep this source',
  'keep-other-source': 'Keep the other source',
  'send-beside': 'Send beside',
  'send-anew': 'Send anew',
  'end-here': 'End here',
  'take-over': 'Take over',
  'new-reference': 'Send under a new reference',
  'undo-edit': 'Undo an edit',
  lock: 'Lock',
  unlock: 'Unlock',
  edit: 'Edit',
};

const verbs: Record<Done, AuditVerb> = {
  retry: 'retried',
  cancel: 'cancelled',
  hold: 'held',
  unhold: 'released',
  'keep-as-sent': 'decided about',
  'ship-too': 'decided about',
  'same-goods': 'decided about',
  'undo-decision': 'undid',
  'keep-this-source': 'decided about',
  'keep-other-source': 'decided about',
  'send-beside': 'decided about',
  'send-anew': 'decided about',
  'end-here': 'decided about',
  'take-over': 'decided about',
  'new-reference': 'decided about',
  'undo-edit': 'undid',
  lock: 'locked',
  unlock: 'unlocked',
  edit: 'edited',
};

/** Shows in Activity what a person did to one order. An edit can be undone from there by its history entry, a hold as a bulk hold can. */
export async function recordOrderAction(tenant: Tenant, orderId: number, done: Done): Promise<void> {
  const { order_number } = await tenant.db
    .selectFrom('orders')
    .select('order_number')
    .where('account_id', '=', tenant.accountId)
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
  const edit = done === 'edit' ? await lastEdit(tenant, orderId) : null;
  const { revision: _counted, ...changes } = edit?.changes ?? { action: { from: null, to: labels[done] } };
  await writeAudit(tenant, { verb: verbs[done], noun: 'order', record: { id: orderId, name: order_number }, ...sidesOf(changes) });
  await recordAction(tenant, {
    subject: `${order_number}: ${labels[done]}`,
    entity: 'orders',
    action: done,
    undoable: isUndoable(done),
    orderEventId: edit?.id ?? null,
    record: { type: 'order', id: orderId, label: order_number },
  });
}

async function lastEdit(tenant: Tenant, orderId: number): Promise<{ id: number; changes: Changes } | null> {
  const edit = await tenant.db
    .selectFrom('order_events')
    .select(['id', 'changes'])
    .where('account_id', '=', tenant.accountId)
    .where('order_id', '=', orderId)
    .where('kind', '=', 'edited')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return edit ? { id: edit.id, changes: (edit.changes ?? {}) as Changes } : null;
}

const sidesOf = (changes: Changes) => ({ from: sideOf(changes, 'from'), to: sideOf(changes, 'to') });
const sideOf = (changes: Changes, side: 'from' | 'to') =>
  Object.fromEntries(Object.entries(changes).map(([field, change]) => [field, change[side]]));

/** Takes back the edit of one order that a run was. @throws Refusal 409 */
export async function undoOrderEdit(tenant: Tenant, runId: number): Promise<Undone> {
  const edit = await tenant.db
    .selectFrom('runs as r')
    .innerJoin('order_events as e', (join) => join.onRef('e.account_id', '=', 'r.account_id').onRef('e.id', '=', 'r.order_event_id'))
    .select(['e.id', 'e.order_id'])
    .where('r.account_id', '=', tenant.accountId)
    .where('r.id', '=', runId)
    .executeTakeFirst();
  if (!edit) throw refuse(409, 'not_undoable', 'This run cannot be taken back.');
  await undoEdit(tenant, edit.order_id, edit.id);
  await recordOrderAction(tenant, edit.order_id, 'undo-edit');
  return { message: 'The edit is undone.', runId: null, total: 1 };
}
