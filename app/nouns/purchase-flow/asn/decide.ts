import { sql } from 'kysely';
import type { AsnState } from '../../../../connectors/contract.ts';
import { writeAudit } from '../../../../platform/audit.ts';
import type { Columns } from '../../../../platform/columns.ts';
import { refuse } from '../../../../platform/http/refusal.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { closeIssues } from '../../../shared/issues/commands.ts';
import { dropAllOfAnnouncements } from '../../../shared/outbox/drops.ts';
import { recordAction } from '../../../shared/runs/commands.ts';
import { recordForAll } from '../history.ts';
import { lockOne } from '../lock.ts';
import { enqueuePurchaseCheck } from '../recheck.ts';
import { settlePurchaseOrders } from '../settle.ts';
import { takenAsns } from './conflict.ts';
import { recordAnnounced, recordWithdrawn } from './record.ts';

type Decision = 'take-over' | 'new-reference';

/** A person decides whether what the warehouse has is this purchase order. Returns a sentence for the alert bar. @throws Refusal */
export async function decideAnnouncement(tenant: Tenant, id: number, decision: Decision): Promise<string> {
  const { po_number: label } = await lockOne(tenant, id);
  const conflict = await requireConflict(tenant, id);
  const message = decision === 'take-over' ? await takeOverTheirs(tenant, id, conflict) : await announceAnew(tenant, id, conflict);
  const action = decision === 'take-over' ? 'take-over-announcement' : 'announce-anew';
  await writeAudit(tenant, {
    ...{ verb: 'decided about', noun: 'purchase order', record: { id, name: label } },
    to: { announcement: decision },
  });
  await recordAction(tenant, {
    ...{ subject: { code: 'one', name: label, action }, entity: 'purchase_orders' },
    record: { type: 'purchase_order', id, label },
  });
  return message;
}

type Conflict = Columns<'asns', 'id' | 'connection_id' | 'withdrawn_at'> & { theirs: Omit<AsnState, 'changedAt'> & { changedAt: string } };

async function requireConflict(tenant: Tenant, purchaseOrderId: number): Promise<Conflict> {
  const { rows } = await sql<Conflict>`
    select id, connection_id, withdrawn_at, theirs from asns
    where ${inAccount(tenant)} and purchase_order_id = ${purchaseOrderId} and state = 'waiting' and theirs is not null
    for update`.execute(tenant.db);
  if (!rows[0]) throw refuse(409, 'nothing_to_decide', 'There is nothing left to decide about this purchase order.');
  return rows[0];
}

/** It is accepted as what the warehouse has. Where ours says something else, the check has it told. */
async function takeOverTheirs(tenant: Tenant, purchaseOrderId: number, { id, connection_id, theirs }: Conflict): Promise<string> {
  const state: AsnState = { ...theirs, changedAt: new Date(theirs.changedAt) };
  if ((await takenAsns(tenant, connection_id, id, [state])).size > 0)
    throw refuse(409, 'taken', 'The warehouse has this for another of your purchase orders. Announce this one under a new reference.');
  await recordForAll(tenant, [purchaseOrderId], 'announce_changed', { code: 'found_is_this', announcement: state.asnId });
  await enqueuePurchaseCheck(tenant, await recordAnnounced(tenant, id, state, null));
  // What the warehouse reported of it before is read once more: it was nobody's then.
  await sql`update streams set cursor = null, due_at = now()
    where ${inAccount(tenant)} and connection_id = ${connection_id} and stream in ('asn_changes', 'receipts')`.execute(tenant.db);
  return 'The announcement at the warehouse is this purchase order. It is told of what differs.';
}

/** Announces it under another reference, or ends it where it was to be withdrawn. What the warehouse has is not looked at again. */
async function announceAnew(tenant: Tenant, purchaseOrderId: number, { id, withdrawn_at }: Conflict): Promise<string> {
  await dropAllOfAnnouncements(tenant, sql`${id}::bigint`).execute(tenant.db);
  await closeIssues(tenant, { purchaseOrderIds: [purchaseOrderId], types: ['found_otherwise'] });
  await recordForAll(tenant, [purchaseOrderId], 'announce_changed', { code: 'found_is_another' });
  if (withdrawn_at) {
    await recordWithdrawn(tenant, id, 'cancelled');
    return 'The warehouse does not expect this purchase order.';
  }
  await sql`update asns set state = 'cancelled', reference_spent = true where ${inAccount(tenant)} and id = ${id}`.execute(tenant.db);
  await settlePurchaseOrders(tenant, [purchaseOrderId]);
  await enqueuePurchaseCheck(tenant, [purchaseOrderId]);
  return 'The purchase order is announced under a new reference.';
}
