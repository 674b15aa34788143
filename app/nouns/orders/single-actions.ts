import { writeAudit } from '../../../platform/audit.ts';
import type { AuditVerb } from '../../../platform/audit-verbs.ts';
import { refuse } from '../../../platform/http/refusal.ts';
import { inAccount } from '../../../platform/in-account.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { undoChanges } from '../../base/changes/undo.ts';
import type { Undone } from '../../shared/runs/bulk/undo.ts';
import { recordAction } from '../../shared/runs/commands.ts';
import { isUndoable } from '../order-flow/contract/bulk-action.ts';
import type { OrderAction } from '../order-flow/contract/orders.ts';
import { editedOrder } from './editing/edit-noun.ts';
import { lockUndo } from './editing/flags.ts';
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

const verbs: Record<Exclude<Done, 'edit' | 'undo-edit'>, AuditVerb> = {
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
  lock: 'locked',
  unlock: 'unlocked',
};

/**
 * Shows in Activity what a person did to one order, and in the audit what no change of the ledger tells. `group`: what it changed, by
 * which it is undone.
 */
export async function recordOrderAction(tenant: Tenant, orderId: number, done: Done, group: number | null = null): Promise<void> {
  const { order_number } = await tenant.db
    .selectFrom('orders')
    .select('order_number')
    .where(inAccount(tenant))
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
  const record = { id: orderId, name: order_number };
  if (done !== 'edit' && done !== 'undo-edit')
    await writeAudit(tenant, { verb: verbs[done], noun: 'order', record, to: { action: labels[done] } });
  await recordAction(tenant, {
    subject: `${order_number}: ${labels[done]}`,
    entity: 'orders',
    action: done,
    // Whether an edit can be undone, the ledger says.
    undoable: group !== null && (isUndoable(done) || done === 'lock'),
    changeGroup: group,
    record: { type: 'order', id: orderId, label: order_number },
  });
}

/** Takes back an edit of one order. @throws Refusal 409 */
export async function undoOrderEdit(tenant: Tenant, group: number): Promise<Undone> {
  const id = await changedBy(tenant, group);
  await undoEdit(tenant, id, { group });
  await recordOrderAction(tenant, id, 'undo-edit');
  return { message: 'The edit is undone.', runId: null, total: 1 };
}

/** Takes back a lock of one order. @throws Refusal 409 */
export async function undoOrderLock(tenant: Tenant, group: number): Promise<Undone> {
  const id = await changedBy(tenant, group);
  await undoChanges(tenant, group, [lockUndo]);
  await recordOrderAction(tenant, id, 'unlock');
  return { message: 'The order is unlocked.', runId: null, total: 1 };
}

/** The order that a group of changes is about. @throws Refusal 409 */
async function changedBy(tenant: Tenant, group: number): Promise<number> {
  const change = await tenant.db
    .selectFrom('changes')
    .select('record_id')
    .where(inAccount(tenant))
    .where('group_id', '=', group)
    .where('noun', '=', editedOrder.name)
    .executeTakeFirst();
  if (!change?.record_id) throw refuse(409, 'not_undoable', 'This run cannot be taken back.');
  return change.record_id;
}
