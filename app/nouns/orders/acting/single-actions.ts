import { writeAudit } from '../../../../platform/audit.ts';
import type { AuditVerb } from '../../../../platform/audit-verbs.ts';
import { refuse } from '../../../../platform/http/refusal.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import type { ChangeNoun } from '../../../base/changes/noun.ts';
import { undoChanges } from '../../../base/changes/undo.ts';
import type { Undone } from '../../../shared/runs/bulk/undo.ts';
import { recordAction } from '../../../shared/runs/commands.ts';
import type { OutcomeSentence } from '../../../shared/runs/outcome-sentences.ts';
import { isUndoable } from '../../order-flow/contract/bulk-action.ts';
import type { OrderAction } from '../../order-flow/contract/orders.ts';
import { orderAddress } from '../../order-flow/sent/new-address/address-noun.ts';
import { undoNewAddress } from '../../order-flow/sent/new-address/undo.ts';
import { editedOrder } from '../editing/edit-noun.ts';
import { lockUndo } from '../editing/flags.ts';
import { undoSplit } from '../editing/splitting/split.ts';
import { splitOrder } from '../editing/splitting/split-noun.ts';
import { undoEdit } from '../editing/undo.ts';

type Done = OrderAction | 'lock' | 'unlock' | 'edit' | 'split' | 'undo-split' | 'undo-address';

/** Those of one order that the ledger takes back. */
const undoneByLedger: ReadonlySet<Done> = new Set(['lock', 'split', 'use-new-address']);

/** As what the audit has each; null where the ledger tells the audit. */
const audited: Record<Done, AuditVerb | null> = {
  retry: 'retried',
  cancel: 'cancelled',
  hold: 'held',
  unhold: 'released',
  'keep-as-sent': 'decided about',
  'keep-as-edited': 'decided about',
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
  'accept-cancel': 'decided about',
  'refuse-cancel': 'decided about',
  'undo-cancel-decision': 'undid',
  'mark-replied': 'decided about',
  'told-by-hand': 'decided about',
  'undo-told-by-hand': 'undid',
  'send-second': 'decided about',
  'end-second': 'decided about',
  'undo-edit': null,
  lock: 'locked',
  unlock: 'unlocked',
  edit: null,
  split: null,
  'undo-split': null,
  'use-new-address': null,
  'undo-address': null,
  'keep-former-address': 'decided about',
};

/**
 * Shows in Activity what a person did to one order, and in the audit what no change of the ledger tells. `group`: what it changed, by
 * which it is undone. `left`: why it stays as it is, which is no news for the audit. Returns its number, and the run in Activity.
 */
export async function recordOrderAction(
  tenant: Tenant,
  orderId: number,
  done: Done,
  group: number | null = null,
  left?: OutcomeSentence,
): Promise<{ number: string; runId: number }> {
  const { order_number } = await tenant.db
    .selectFrom('orders')
    .select('order_number')
    .where(inAccount(tenant))
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
  const record = { id: orderId, name: order_number };
  const verb = audited[done];
  if (verb && !left) await writeAudit(tenant, { verb, noun: 'order', record, to: { action: done } });
  const runId = await recordAction(tenant, {
    subject: { code: 'one', name: order_number, action: done },
    entity: 'orders',
    action: done,
    // Whether an edit can be undone, the ledger says.
    undoable: group !== null && (isUndoable(done) || undoneByLedger.has(done)),
    changeGroup: group,
    record: { type: 'order', id: orderId, label: order_number },
    left,
  });
  return { number: order_number, runId };
}

/** Takes back an edit of one order. @throws Refusal 409 */
export async function undoOrderEdit(tenant: Tenant, group: number): Promise<Undone> {
  const id = await changedBy(tenant, group);
  await undoEdit(tenant, id, { group });
  const { number } = await recordOrderAction(tenant, id, 'undo-edit');
  return { message: `The edit of ${number} is undone.`, runId: null, total: 1 };
}

/** Takes back a lock of one order. @throws Refusal 409 */
export async function undoOrderLock(tenant: Tenant, group: number): Promise<Undone> {
  const id = await changedBy(tenant, group);
  await undoChanges(tenant, group, [lockUndo]);
  const { number } = await recordOrderAction(tenant, id, 'unlock');
  return { message: `${number} is unlocked.`, runId: null, total: 1 };
}

/** Takes back how one order was split. @throws Refusal 409 */
export async function undoOrderSplit(tenant: Tenant, group: number): Promise<Undone> {
  const id = await changedBy(tenant, group, splitOrder);
  await undoSplit(tenant, group);
  const { number } = await recordOrderAction(tenant, id, 'undo-split');
  return { message: `The split of ${number} is undone.`, runId: null, total: 1 };
}

/** Takes back that what has not left of one order goes to its new address. @throws Refusal 409 */
export async function undoOrderAddress(tenant: Tenant, group: number): Promise<Undone> {
  const id = await changedBy(tenant, group, orderAddress);
  await undoNewAddress(tenant, group);
  const { number } = await recordOrderAction(tenant, id, 'undo-address');
  return { message: `What has not left of ${number} goes to the address that it had, until somebody decides.`, runId: null, total: 1 };
}

/** The order that a group of changes is about. @throws Refusal 409 */
async function changedBy(tenant: Tenant, group: number, noun: ChangeNoun = editedOrder): Promise<number> {
  const change = await tenant.db
    .selectFrom('changes')
    .select('record_id')
    .where(inAccount(tenant))
    .where('group_id', '=', group)
    .where('noun', '=', noun.name)
    .executeTakeFirst();
  if (!change?.record_id) throw refuse(409, 'not_undoable', 'This run cannot be taken back.');
  return change.record_id;
}
