import { sql } from 'kysely';
import { writeAudits } from '../../../../platform/audit.ts';
import type { AuditVerb } from '../../../../platform/audit-verbs.ts';
import { idsOf } from '../../../../platform/ids.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { recordFlag } from '../../../base/changes/flags.ts';
import { closeIssues } from '../../../shared/issues/commands.ts';
import { requestWithdrawal, takeBackWithdrawals } from '../../purchase-flow/asn/withdraw.ts';
import { checkPurchaseOrders } from '../../purchase-flow/checking/check.ts';
import type { PurchaseEventKind } from '../../purchase-flow/events/kinds.ts';
import type { PurchaseEventSentence } from '../../purchase-flow/events/sentences.ts';
import { recordForAll } from '../../purchase-flow/history.ts';
import { type LockedPurchaseOrder, recordOf } from '../../purchase-flow/lock.ts';
import { settlePurchaseOrders } from '../../purchase-flow/settle.ts';

/**
 * What each action does to purchase orders that are locked and allow it: for one as for many. `group`: of changes, to add its own to.
 * Those that can be undone return by which group; null where no person did it.
 */
export type Recorded = { group: number | null };

/** They wait: what is announced of them is withdrawn, as far as the warehouse is in time. */
export async function hold(tenant: Tenant, orders: LockedPurchaseOrder[], group?: number): Promise<Recorded> {
  const ids = idsOf(orders);
  await set(tenant, ids, sql`on_hold = true, withdraw_outcome = null`);
  const { requested } = await requestWithdrawal(tenant, ids);
  await record(tenant, orders, 'held', 'held', { code: 'held' });
  const recorded = await recordTurned(tenant, orders, { field: 'on_hold', is: true, group });
  await recordForAll(tenant, requested, 'cancel_requested', { code: 'withdrawal_requested' });
  await settlePurchaseOrders(tenant, ids);
  return { group: recorded };
}

/** They go on: what was withdrawn is announced anew, and what the warehouse was not asked to withdraw yet stays announced. */
export async function unhold(tenant: Tenant, orders: LockedPurchaseOrder[]): Promise<void> {
  await recordTurned(tenant, orders, { field: 'on_hold', is: false });
  await endHold(tenant, orders);
}

/** The same without the change of the ledger. */
export async function endHold(tenant: Tenant, orders: LockedPurchaseOrder[]): Promise<void> {
  const ids = idsOf(orders);
  await set(tenant, ids, sql`on_hold = false, withdraw_outcome = null`);
  await record(tenant, orders, 'released', 'unheld', { code: 'unheld' });
  const kept = await takeBackWithdrawals(tenant, ids);
  await recordForAll(tenant, kept, 'unheld', { code: 'still_expected' });
  await checkPurchaseOrders(tenant, ids);
}

/** Ends what the warehouse was not told of at once; for the others it is asked. Returns those of which it is. */
export async function cancel(tenant: Tenant, orders: LockedPurchaseOrder[]): Promise<{ requested: number[] }> {
  const ids = idsOf(orders);
  const { requested } = await requestWithdrawal(tenant, ids);
  const waiting = orders.filter(({ id }) => requested.includes(id));
  const ended = orders.filter(({ id }) => !requested.includes(id));
  await set(tenant, idsOf(ended), sql`cancelled_at = now(), ended_by_source = false`);
  await closeIssues(tenant, { purchaseOrderIds: ids, types: ['rejected_by_warehouse'] });
  await set(tenant, requested, sql`cancel_requested_at = now(), ended_by_source = false, withdraw_outcome = null`);
  await record(tenant, ended, 'cancelled', 'cancelled', { code: 'cancelled' });
  await record(tenant, waiting, 'cancelled', 'cancel_requested', { code: 'cancel_requested' });
  await checkPurchaseOrders(tenant, ids);
  return { requested };
}

/** They leave the daily lists. */
export async function archive(tenant: Tenant, orders: LockedPurchaseOrder[], group?: number): Promise<Recorded> {
  await set(tenant, idsOf(orders), sql`archived_at = now()`);
  await record(tenant, orders, 'archived', 'archived', { code: 'archived' });
  const recorded = await recordTurned(tenant, orders, { field: 'archived', is: true, group });
  await settlePurchaseOrders(tenant, idsOf(orders));
  return { group: recorded };
}

export async function unarchive(tenant: Tenant, orders: LockedPurchaseOrder[]): Promise<void> {
  await recordTurned(tenant, orders, { field: 'archived', is: false });
  await takeOutOfArchive(tenant, orders);
}

/** The same without the change of the ledger. */
export async function takeOutOfArchive(tenant: Tenant, orders: LockedPurchaseOrder[]): Promise<void> {
  await set(tenant, idsOf(orders), sql`archived_at = null`);
  await record(tenant, orders, 'restored', 'unarchived', { code: 'unarchived' });
  await settlePurchaseOrders(tenant, idsOf(orders));
}

type Turned = { field: 'on_hold' | 'archived' | 'deleted'; is: boolean; group?: number | undefined };

export const recordTurned = (tenant: Tenant, orders: LockedPurchaseOrder[], turned: Turned): Promise<number | null> =>
  recordFlag(tenant, { noun: 'purchase order', ...turned }, orders.map(recordOf));

export async function set(tenant: Tenant, ids: number[], change: ReturnType<typeof sql>): Promise<void> {
  if (ids.length === 0) return;
  await sql`update purchase_orders set ${change}, updated_by = ${tenant.userId}, revision = revision + 1
    where ${inAccount(tenant)} and id = any(${ids}::bigint[])`.execute(tenant.db);
}

/** Tells their history and the audit. */
export async function record(
  tenant: Tenant,
  orders: LockedPurchaseOrder[],
  verb: AuditVerb,
  kind: PurchaseEventKind,
  sentence: PurchaseEventSentence,
): Promise<void> {
  await recordForAll(tenant, idsOf(orders), kind, sentence);
  await writeAudits(
    tenant,
    orders.map((order) => ({ verb, noun: 'purchase order', record: recordOf(order) })),
  );
}
