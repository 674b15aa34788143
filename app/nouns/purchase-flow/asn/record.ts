import { sql } from 'kysely';
import type { AsnState } from '../../../../connectors/contract.ts';
import type { Column, Columns } from '../../../../platform/columns.ts';
import { idsOf } from '../../../../platform/ids.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { closeIssues } from '../../../shared/issues/commands.ts';
import { dropOfCancelled } from '../../../shared/outbox/drops.ts';
import { unitsDue } from '../../catalogue/items/purchased-units.ts';
import type { PurchaseEventSentence } from '../events/sentences.ts';
import { recordForAll, recordPurchaseEvents } from '../history.ts';
import { enqueuePurchaseCheck, orderIdOf } from '../recheck.ts';
import { settlePurchaseOrders } from '../settle.ts';
import { askAboutCancelled } from './cancelled-there.ts';
import { isOurs, isTaken, recordConflict } from './conflict.ts';
import { composeNotices } from './notice.ts';
import { closeAnnouncementIssues, queueWithdrawals } from './withdraw.ts';

/**
 * The warehouse has accepted an announcement, or what was changed of it. `digest` names what it was told, null where nobody knows. Its
 * goods may have come before we hear that it was accepted: then it is in the state that the warehouse says. Returns the purchase orders
 * to check afterwards, which many announcements do together: each may have changed while its announcement was on its way. Of one that is
 * cancelled by now it says nothing.
 */
export async function recordAnnounced(tenant: Tenant, asnId: number, state: AsnState, digest: string | null): Promise<number[]> {
  const { rows } = await sql<Columns<'asns', 'purchase_order_id'> & { first: boolean; unasked: boolean }>`
    update asns set remote_id = ${state.asnId}, reference = case when state = 'waiting' then ${state.reference} else reference end,
      theirs = null, digest = coalesce(${digest}, digest), accepted_at = (select coalesce(accepted_at, now())),
      state = case when state = 'waiting' then ${state.status} else state end,
      closed_at = case when state = 'waiting' and ${state.status} = 'closed' then ${state.changedAt} else closed_at end,
      reference_spent = reference_spent or state = 'waiting' and ${state.status} = 'cancelled'
    where ${inAccount(tenant)} and id = ${asnId} and state <> 'cancelled'
    returning purchase_order_id, old.remote_id is null as first, withdrawn_at is null as unasked`.execute(tenant.db);
  const [asn] = rows;
  if (!asn) return [];
  await closeIssues(tenant, { purchaseOrderIds: [asn.purchase_order_id], types: ['found_otherwise'] });
  await closeAnnouncementIssues(tenant, [asn.purchase_order_id], ['announce', 'announce_change']);
  if (asn.first && state.status === 'cancelled') {
    if (asn.unasked) await askAboutCancelled(tenant, [asn.purchase_order_id]);
    await endWithdrawal(tenant, [asn.purchase_order_id], true);
    return [];
  }
  const id = asn.purchase_order_id;
  await sql`update purchase_orders set warehouse_reference_number = ${state.asnId}, announced_at = (select coalesce(announced_at, now()))
    where ${inAccount(tenant)} and id = ${id}`.execute(tenant.db);
  await sql`update purchase_order_lines l set quantity_announced = least(greatest(0, ${unitsDue('l')}), 2147483647),
    announced_at = (select coalesce(l.announced_at, now()))
    where ${inAccount(tenant, 'l')} and l.purchase_order_id = ${id} and l.mapped_sku is not null`.execute(tenant.db);
  const sentence = asn.first ? ({ code: 'announced', announcement: state.asnId } as const) : ({ code: 'change_accepted' } as const);
  await recordForAll(tenant, [id], asn.first ? 'announced' : 'announce_changed', sentence);
  await queueWithdrawals(tenant, [id]);
  await settlePurchaseOrders(tenant, [id]);
  return [id];
}

/**
 * The warehouse's reply to a withdrawal: the order ends, or waits to be announced anew; nothing more of it comes; or it is too late. Where
 * the warehouse had said before that it is cancelled, that was recorded then, and the order may be announced anew by now.
 */
export async function recordWithdrawn(tenant: Tenant, asnId: number, outcome: 'cancelled' | 'closed' | 'too_late'): Promise<void> {
  const ends = outcome !== 'too_late';
  const { rows } = await sql<Columns<'asns', 'purchase_order_id'>>`
    update asns set state = case when ${ends} then ${outcome} else state end, withdrawn_at = case when ${ends} then null
      else withdrawn_at end, reference_spent = reference_spent or ${outcome === 'cancelled'},
      closed_at = (select case when ${outcome === 'closed'} then coalesce(closed_at, now()) else closed_at end)
    where ${inAccount(tenant)} and id = ${asnId} and state <> 'cancelled' returning purchase_order_id`.execute(tenant.db);
  const ids = rows.map(({ purchase_order_id }) => purchase_order_id);
  if (ids.length === 0) return;
  // A change that is still to be told would be refused, and keep the order from being announced anew.
  if (ends) await dropOfCancelled(tenant, [asnId]);
  await closeAnnouncementIssues(tenant, ids, ends ? undefined : ['withdraw']);
  if (outcome === 'closed') return endExpecting(tenant, ids, { code: 'rest_withdrawn' });
  await endWithdrawal(tenant, ids, ends);
}

/** What has come stays; what has not is no longer expected. */
async function endExpecting(tenant: Tenant, ids: number[], sentence: PurchaseEventSentence): Promise<void> {
  await recordForAll(tenant, ids, 'withdrawn', sentence);
  await settlePurchaseOrders(tenant, ids);
  await enqueuePurchaseCheck(tenant, ids);
}

/** One that was to be cancelled, and of which a part had come before we heard that it is, stays received: the check asks a person. */
async function endWithdrawal(tenant: Tenant, ids: number[], done: boolean): Promise<void> {
  await sql`update purchase_orders set withdraw_outcome = ${done ? null : 'too_late'}, cancel_requested_at = null,
      cancelled_at = (select case when ${done} and cancel_requested_at is not null and receipts_counted = 0 then now()
        else cancelled_at end),
      warehouse_reference_number = case when ${done} then null else warehouse_reference_number end,
      announced_at = case when ${done} then null else announced_at end
    where ${inAccount(tenant)} and id = any(${ids}::bigint[])`.execute(tenant.db);
  if (done)
    await sql`update purchase_order_lines set quantity_announced = 0, announced_at = null
      where ${inAccount(tenant)} and purchase_order_id = any(${ids}::bigint[])`.execute(tenant.db);
  await endExpecting(tenant, ids, { code: done ? 'withdrawn' : 'withdrawn_too_late' });
}

type Followed = Columns<'asns', 'id' | 'purchase_order_id'> & { is: Column<'asns', 'state'>; unasked: boolean };
type Standing = Columns<'asns', 'id' | 'reference' | 'state' | 'remote_id'>;

/**
 * What the warehouse says of its announcements: accepted, where its reply to us was lost or is on its way; receiving, closed, or
 * cancelled by itself.
 */
export async function followAsns(tenant: Tenant, connectionId: number, states: AsnState[]): Promise<{ done: number; skipped: number }> {
  const standing = await lockAsns(tenant, connectionId, states);
  const newest = standing.flatMap((asn) => stateOf(asn, states) ?? []);
  const accepted = await thatAreOurs(
    tenant,
    standing.filter(({ state }) => state === 'waiting'),
    newest,
  );
  const toCheck: number[] = [];
  for (const { id, state } of accepted) toCheck.push(...(await recordAnnounced(tenant, id, state, null)));
  await enqueuePurchaseCheck(tenant, toCheck);
  const changed = await changeStates(tenant, connectionId, newest);
  return { done: accepted.length + changed, skipped: states.length - accepted.length - changed };
}

/**
 * What is said of an announcement. Under its reference the warehouse may have another one too: of two the one that stands counts, and that
 * a copy was cancelled says nothing of ours.
 */
function stateOf({ reference, remote_id: id }: Standing, states: AsnState[]): AsnState | undefined {
  const named = states.filter((state) => state.reference === reference);
  if (id === null) return named.at(-1);
  const living = named.filter(({ status }) => status !== 'cancelled');
  const ours = ({ asnId }: AsnState) => asnId === id;
  return living.findLast(ours) ?? living.at(-1) ?? named.findLast(ours);
}

/** Those of these that are ours; their purchase orders are locked in the order of their ids, as every command locks them. */
async function lockAsns(tenant: Tenant, connectionId: number, states: AsnState[]): Promise<Standing[]> {
  const { rows } = await sql<Standing>`
    select a.id, a.reference, a.state, a.remote_id
    from asns a join purchase_orders p on ${inAccount(tenant, 'p')} and p.id = a.purchase_order_id
    where ${inAccount(tenant, 'a')} and a.connection_id = ${connectionId}
      and a.reference = any(${states.map(({ reference }) => reference)}::text[])
    order by p.id, a.id for update of p`.execute(tenant.db);
  return rows;
}

/**
 * Those that agree with what we announced, or would. Of one that does not a person is told; where the warehouse does not say what it
 * has, the reply to what we announce tells.
 */
async function thatAreOurs(tenant: Tenant, waiting: Standing[], states: AsnState[]): Promise<{ id: Standing['id']; state: AsnState }[]> {
  const notices = await composeNotices(tenant, idsOf(waiting));
  const ours: { id: Standing['id']; state: AsnState }[] = [];
  for (const { id, reference } of waiting) {
    const state = states.find((each) => each.reference === reference);
    const composed = notices.get(id);
    if (!state || !composed || state.lines === null) continue;
    if (isOurs(composed.notice, composed.asn.sent, state) && !(await isTaken(tenant, id, state))) ours.push({ id, state });
    else await recordConflict(tenant, id, composed.notice, state);
  }
  return ours;
}

async function changeStates(tenant: Tenant, connectionId: number, newest: AsnState[]): Promise<number> {
  const { rows } = await sql<Followed>`
    update asns a set state = s.status, remote_id = s."asnId", closed_at = case when s.status = 'closed' then coalesce(a.closed_at,
      s."changedAt") end, reference_spent = a.reference_spent or s.status = 'cancelled'
    from json_to_recordset(${JSON.stringify(newest)}::json) as s (reference text, "asnId" text, status text, "changedAt" timestamptz)
    where ${inAccount(tenant, 'a')} and a.connection_id = ${connectionId} and a.reference = s.reference and a.state <> s.status
      and a.state in ('announced', 'receiving', 'closed')
    returning a.id, a.purchase_order_id, new.state as is, a.withdrawn_at is null as unasked`.execute(tenant.db);
  await recordPurchaseEvents(
    tenant,
    rows.flatMap(({ purchase_order_id: purchaseOrderId, is }) =>
      is === 'closed' ? [{ purchaseOrderId, kind: 'received' as const, sentence: { code: 'warehouse_closed' as const } }] : [],
    ),
  );
  const cancelled = rows.filter(({ is }) => is === 'cancelled');
  await dropOfCancelled(tenant, idsOf(cancelled));
  await closeAnnouncementIssues(tenant, cancelled.map(orderIdOf));
  await askAboutCancelled(tenant, cancelled.filter(({ unasked }) => unasked).map(orderIdOf));
  await endWithdrawal(tenant, cancelled.map(orderIdOf), true);
  await enqueuePurchaseCheck(tenant, rows.map(orderIdOf));
  return rows.length;
}
