import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { inAccount, type OfAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { dropAllOfAnnouncements } from '../../../shared/outbox/drops.ts';
import { isFreed } from '../../order-flow/release/adopting/references.ts';
import { recordForAll } from '../history.ts';
import { orderIdOf } from '../recheck.ts';

/** Nothing keeps these purchase orders `p` from being announced, or what is announced from being changed. */
export const isReady = (tenant: OfAccount) => sql`p.blocking_issues = 0 and ${isReadyButForIssues(tenant)}`;

/** The same, whatever issues they have. */
export const isReadyButForIssues = (
  tenant: OfAccount,
) => sql`p.deleted_at is null and p.cancelled_at is null and p.closed_at is null and not p.on_hold and not p.locked and not p.must_reread
  and p.source_state = 'open' and p.mapped_warehouse is not null and p.cancel_requested_at is null
    and p.close_reason is null
  and exists (select from purchase_order_lines l where ${inAccount(tenant, 'l')} and l.purchase_order_id = p.id and l.mapped_sku is not null
    and l.quantity > l.received_before)`;

/**
 * The same of an announcement `a` that was cancelled by a build which kept nothing of that: the history has why. One that was given up
 * because its warehouse was disconnected may be expected there still, under its reference.
 */
const isSpentByHistory = (tenant: Tenant) => sql`(a.state = 'cancelled' and coalesce((
  select e.sentence ->> 'code' <> 'warehouse_disconnected' from purchase_order_events e
  where ${inAccount(tenant, 'e')} and e.purchase_order_id = a.purchase_order_id
    and e.sentence ->> 'code' in ('withdrawn', 'found_is_another', 'warehouse_disconnected') order by e.id desc limit 1), false))`;

/**
 * The last announcements `a` of purchase orders `p` that are ready, that went to a warehouse which is disconnected, and of which nothing
 * came; `w` is the warehouse that is connected now. One whose reference is spent, or another's by now, is announced as a new one. What is
 * being sent at this moment is left until it has ended.
 */
export const leftBehind = (tenant: Tenant) => sql`
  connections gone
  join asns a on ${inAccount(tenant, 'a')} and a.connection_id = gone.id and a.state <> 'closed'
    and not a.reference_spent and not ${isFreed('a')} and not ${isSpentByHistory(tenant)}
  join purchase_orders p on ${inAccount(tenant, 'p')} and p.id = a.purchase_order_id
  join connections w on ${inAccount(tenant, 'w')} and 'warehouse' = any(w.capabilities) and w.disconnected_at is null
  where ${inAccount(tenant, 'gone')} and 'warehouse' = any(gone.capabilities) and gone.disconnected_at is not null and ${isReady(tenant)}
    and exists (select from streams s where ${inAccount(tenant, 's')} and s.connection_id = w.id and s.stream = 'asn_changes')
    and not exists (select from asns later where ${inAccount(tenant, 'later')} and later.purchase_order_id = a.purchase_order_id
      and later.id > a.id)
    and not exists (select from receipts r where ${inAccount(tenant, 'r')} and r.purchase_order_id = a.purchase_order_id)
    and not exists (select from outbox x where ${inAccount(tenant, 'x')} and x.asn_id = a.id and x.state = 'sending'
      and x.lease_until > now())`;

/**
 * What a disconnected warehouse was told, or was to be told, is announced to the one that is connected now, under the same reference: the
 * same warehouse, connected again, is found to know it, and expects the goods once.
 */
export async function takeOver(tenant: Tenant, ids: number[]): Promise<void> {
  const { rows } = await sql<Columns<'asns', 'purchase_order_id'>>`
    with taken as (
      update asns t set connection_id = l.warehouse, state = 'waiting', remote_id = null, digest = null, withdrawn_at = null,
        accepted_at = null
      from (select a.id, w.id as warehouse from ${leftBehind(tenant)} and p.id = any(${ids}::bigint[])) as l
      where ${inAccount(tenant, 't')} and t.id = l.id returning t.id, t.purchase_order_id
    ),
    dropped as (${dropAllOfAnnouncements(tenant, sql`select id from taken`)}),
    lines as (
      update purchase_order_lines l set quantity_announced = 0, announced_at = null from taken t
      where ${inAccount(tenant, 'l')} and l.purchase_order_id = t.purchase_order_id
    ),
    heads as (
      update purchase_orders p set warehouse_reference_number = null, announced_at = null, withdraw_outcome = null from taken t
      where ${inAccount(tenant, 'p')} and p.id = t.purchase_order_id
    )
    select purchase_order_id from taken`.execute(tenant.db);
  await recordForAll(tenant, rows.map(orderIdOf), 'announce_changed', { code: 'announced_anew' });
}
