import { type RawBuilder, sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { idsOf } from '../../../../platform/ids.ts';
import { inAccount, type OfAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { closeIssues } from '../../../shared/issues/commands.ts';
import { dropRefusedWithdrawals, dropUnsentAnnouncements } from '../../../shared/outbox/drops.ts';
import { type EffectKind, queueEffects } from '../../../shared/outbox/queue.ts';
import { dropNeverSent } from '../../../shared/outbox/wishes.ts';
import { freedReference } from '../../order-flow/release/adopting/references.ts';
import { recordForAll } from '../history.ts';
import { settlePurchaseOrders } from '../settle.ts';

/**
 * Takes back the announcements that stand of these purchase orders. One that has not left yet is dropped, as is one of a warehouse
 * that is disconnected; for the others the warehouse is asked. Returns those of which it is.
 */
export async function requestWithdrawal(tenant: Tenant, ids: number[]): Promise<{ requested: number[] }> {
  if (ids.length === 0) return { requested: [] };
  await closeOrphanedAnnouncements(tenant, ids);
  await dropUnsent(tenant, ids);
  const { rows } = await sql<Columns<'asns', 'purchase_order_id'>>`
    update asns set withdrawn_at = (select coalesce(withdrawn_at, now()))
    where ${inAccount(tenant)} and purchase_order_id = any(${ids}::bigint[]) and state in ('waiting', 'announced', 'receiving')
    returning purchase_order_id`.execute(tenant.db);
  await queueWithdrawals(tenant, ids);
  return { requested: rows.map(({ purchase_order_id }) => purchase_order_id) };
}

/**
 * Takes back what is announced of purchase orders of which nothing is left to come, as when a person removed their last line: the warehouse
 * would go on to expect it all.
 */
export async function withdrawEmpty(tenant: Tenant, ids: number[]): Promise<void> {
  const { rows } = await sql<Columns<'asns', 'purchase_order_id'>>`
    select a.purchase_order_id from asns a join purchase_orders p on ${inAccount(tenant, 'p')} and p.id = a.purchase_order_id
    where ${inAccount(tenant, 'a')} and a.purchase_order_id = any(${ids}::bigint[]) and a.state in ('waiting', 'announced', 'receiving')
      and a.withdrawn_at is null and p.deleted_at is null and p.cancelled_at is null and p.closed_at is null
      and not p.locked and not p.must_reread and p.source_state = 'open' and p.receipts_counted = 0
      and not exists (select from purchase_order_lines l where ${inAccount(tenant, 'l')} and l.purchase_order_id = p.id
        and l.quantity > l.received_before)`.execute(tenant.db);
  const empty = rows.map(({ purchase_order_id }) => purchase_order_id);
  const { requested } = await requestWithdrawal(tenant, empty);
  await recordForAll(tenant, requested, 'announce_changed', { code: 'nothing_left_to_come' });
  // What the warehouse had refused to change of them is no matter for a person where they were not to be withdrawn.
  await settlePurchaseOrders(tenant, empty);
}

/** Drops what is to be announced of these purchase orders and has not left. */
export async function dropUnsent(tenant: Tenant, ids: number[]): Promise<void> {
  await sql`
    with dropped as (${dropUnsentAnnouncements(
      tenant,
      sql`select a.id from asns a where ${inAccount(tenant, 'a')}
      and a.purchase_order_id = any(${ids}::bigint[])`,
    )})
    update asns a set state = 'cancelled', reference = ${freedReference('a')} from dropped
    where ${inAccount(tenant, 'a')} and a.id = dropped.asn_id and dropped.kind = 'announce' and a.state = 'waiting'
      and a.remote_id is null`.execute(tenant.db);
}

/**
 * Goes on expecting purchase orders whose withdrawal has no cause any longer, of those that meet a condition on `p`: what the warehouse was
 * not asked for yet is dropped, and what it refused, or was asked too late, says nothing of what stands. What it may be doing stands until
 * it has replied. Nothing is announced anew. Returns those that it was not asked to withdraw.
 */
export async function takeBackWithdrawals(tenant: Tenant, ids: number[], which = sql`true`): Promise<number[]> {
  const { rows: marked } = await sql<Columns<'asns', 'id'>>`
    select a.id from asns a join purchase_orders p on ${inAccount(tenant, 'p')} and p.id = a.purchase_order_id
    where ${inAccount(tenant, 'a')} and a.purchase_order_id = any(${ids}::bigint[]) and a.withdrawn_at is not null
      and a.state in ('waiting', 'announced', 'receiving') and p.cancel_requested_at is null and p.close_reason is null
      and not p.on_hold and p.deleted_at is null and ${which}`.execute(tenant.db);
  const asns = idsOf(marked);
  if (asns.length === 0) return [];
  await dropNeverSent(tenant, sql`o.kind = 'withdraw' and o.asn_id = any(${asns}::bigint[])`);
  await forgetRefusals(tenant, asns);
  const { rows } = await sql<Columns<'asns', 'purchase_order_id'> & { asked: boolean }>`
    update asns a set withdrawn_at = null
    where ${inAccount(tenant, 'a')} and a.id = any(${asns}::bigint[])
      and not exists (select from outbox x where ${inAccount(tenant, 'x')} and x.asn_id = a.id and x.kind = 'withdraw'
        and x.state in ('waiting', 'sending', 'failed'))
    returning a.purchase_order_id, exists (select from outbox x where ${inAccount(tenant, 'x')} and x.asn_id = a.id
      and x.kind = 'withdraw' and x.attempts > 0) as asked`.execute(tenant.db);
  return rows.flatMap(({ purchase_order_id, asked }) => (asked ? [] : [purchase_order_id]));
}

/** That the warehouse refused to withdraw these announcements is no matter for a person once they are to stand. */
async function forgetRefusals(tenant: Tenant, asns: number[]): Promise<void> {
  const { rows } = await sql<Columns<'asns', 'purchase_order_id'>>`
    with dropped as (${dropRefusedWithdrawals(tenant, asns)})
    select a.purchase_order_id from asns a join dropped on dropped.asn_id = a.id where ${inAccount(tenant, 'a')}`.execute(tenant.db);
  const ids = rows.map(({ purchase_order_id }) => purchase_order_id);
  await closeAnnouncementIssues(tenant, ids, ['withdraw']);
  await settlePurchaseOrders(tenant, ids);
}

/** What the warehouse did not do is no matter for a person once it has done it, or where the announcement is to stand, or has ended. */
export async function closeAnnouncementIssues(tenant: Tenant, ids: number[], subjects: EffectKind[] = ofAnnouncements): Promise<void> {
  if (ids.length === 0) return;
  await closeIssues(tenant, { purchaseOrderIds: ids, types: ['rejected_by_warehouse', 'retries_exhausted'], subjects });
}
const ofAnnouncements: EffectKind[] = ['announce', 'announce_change', 'withdraw'];

/** A disconnected warehouse cannot be asked, and would be waited for without end. */
async function closeOrphanedAnnouncements(tenant: Tenant, ids: number[], which = sql`true`): Promise<number[]> {
  const { rows } = await sql<Columns<'asns', 'purchase_order_id'>>`
    with ended as (
      update asns a set state = case when p.receipts_counted > 0 then 'closed' else 'cancelled' end, closed_at = (select case
        when p.receipts_counted > 0 then now() end)
      from connections w, purchase_orders p
      where ${inAccount(tenant, 'a')} and a.purchase_order_id = any(${ids}::bigint[]) and a.state in ('waiting', 'announced', 'receiving')
        and ${inAccount(tenant, 'w')} and w.id = a.connection_id and w.disconnected_at is not null and ${inAccount(tenant, 'p')}
          and p.id = a.purchase_order_id and ${which}
      returning a.purchase_order_id, a.state
    ),
    unannounced as (
      update purchase_orders p set warehouse_reference_number = null, announced_at = null, withdraw_outcome = null
      from ended e where ${inAccount(tenant, 'p')} and p.id = e.purchase_order_id and e.state = 'cancelled' returning p.id
    ),
    lines as (
      update purchase_order_lines l set quantity_announced = 0, announced_at = null
      from unannounced p where ${inAccount(tenant, 'l')} and l.purchase_order_id = p.id
    )
    select purchase_order_id from ended`.execute(tenant.db);
  const ended = rows.map(({ purchase_order_id }) => purchase_order_id);
  await closeAnnouncementIssues(tenant, ended);
  await recordForAll(tenant, ended, 'withdrawn', { code: 'warehouse_disconnected' });
  return ended;
}

/** The warehouse was disconnected before it replied: what was to be cancelled then ends, unless a part of it has come. */
export async function endUnanswered(tenant: Tenant, ids: number[]): Promise<void> {
  const ended = await closeOrphanedAnnouncements(tenant, ids, sql`a.withdrawn_at is not null`);
  const { rows } = await sql<Columns<'purchase_orders', 'id' | 'receipts_counted'>>`
    update purchase_orders set cancelled_at = (select case when receipts_counted = 0 then now() end), cancel_requested_at = null
    where ${inAccount(tenant)} and id = any(${ended}::bigint[]) and cancel_requested_at is not null
    returning id, receipts_counted`.execute(tenant.db);
  await recordForAll(tenant, idsOf(rows.filter(({ receipts_counted }) => receipts_counted === 0)), 'cancelled', { code: 'cancelled' });
}

/** The announcements `a` of this account whose withdrawal a disconnected warehouse has not replied to. */
export const unanswered = (tenant: Tenant) => sql`
  connections w join asns a on ${inAccount(tenant, 'a')} and a.connection_id = w.id and a.withdrawn_at is not null
    and a.state in ('waiting', 'announced', 'receiving')
  where ${inAccount(tenant, 'w')} and 'warehouse' = any(w.capabilities) and w.disconnected_at is not null`;

/** The warehouse was asked to expect nothing more of purchase orders that are closed short, and has not replied. */
export function isAskedToClose(tenant: OfAccount, orders: 'p' | 'purchase_orders'): RawBuilder<unknown> {
  const p = sql.raw(orders);
  return sql`(${p}.close_reason is not null and ${p}.withdraw_outcome is null and exists (
    select from asns a join connections w on ${inAccount(tenant, 'w')} and w.id = a.connection_id and w.disconnected_at is null
    where ${inAccount(tenant, 'a')} and a.purchase_order_id = ${p}.id and a.withdrawn_at is not null and a.state in ('waiting', 'announced',
      'receiving')))`;
}

/** Asks the warehouse for what is to be withdrawn and has a name there. What is on its way is asked for once it has arrived. */
export async function queueWithdrawals(tenant: Tenant, ids: number[]): Promise<void> {
  await queueEffects(
    tenant,
    {
      kind: 'withdraw',
      connectionId: sql`a.connection_id`,
      key: sql`a.id::text`,
      asnId: sql`a.id`,
      from: sql`asns a where ${inAccount(tenant, 'a')} and a.purchase_order_id = any(${ids}::bigint[]) and a.withdrawn_at is not null
        and a.remote_id is not null and a.state in ('announced', 'receiving')`,
    },
    'when_ended',
  );
}
