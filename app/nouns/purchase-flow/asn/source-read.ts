import { type RawBuilder, sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { windowIsOpen } from '../../../base/window.ts';
import { wakeOutbox } from '../../../shared/outbox/queue.ts';

const isAnnouncement = sql`o.kind in ('announce', 'announce_change')`;

/**
 * An announcement in the outbox `o` waits until what its source has changed is read and checked, as after its account was suspended or its
 * source paused: by now it may be cancelled there. Where the source is read in a window of the day alone, it was read within the day. Of
 * one that has never been read to its end, the order itself was read so lately: a first walk may take long.
 */
export const sourceIsRead = (tenant: Tenant): RawBuilder<unknown> => sql`(not ${isAnnouncement} or not exists (
  select from asns xa join purchase_orders xp on ${inAccount(tenant, 'xp')} and xp.id = xa.purchase_order_id
  join connections xc on ${inAccount(tenant, 'xc')} and xc.id = xp.connection_id and xc.state <> 'disconnected'
  join streams xs on ${inAccount(tenant, 'xs')} and xs.connection_id = xc.id and xs.stream = 'purchase_orders'
  where ${inAccount(tenant, 'xa')} and xa.id = o.asn_id and (xp.checked_at is null
    or coalesce(xs.drained_at, (select xy.received_at from purchase_order_payloads xy where ${inAccount(tenant, 'xy')}
      and xy.purchase_order_id = xp.id order by xy.id desc limit 1))
        < now() - case when ${windowIsOpen('xc', 'purchase_orders')} then interval '1 hour' else interval '1 day' end)))`;

/** What keeps the purchase order `kp` of an announcement that waits. */
export type Keeps = 'locked' | 'issue' | 'no_warehouse' | 'must_reread';

/**
 * What keeps an announcement in the outbox `o`, which came up after it was queued: a lock, an issue, a warehouse that is mapped no longer,
 * or a source that has to be read again. What is to be withdrawn, or has ended, is settled first. Null: nothing.
 */
export const keepsAnnouncement = (tenant: Tenant): RawBuilder<Keeps | null> => sql`(
  select case when kp.locked then 'locked' when kp.blocking_issues > 0 then 'issue' when kp.mapped_warehouse is null then 'no_warehouse'
    when kp.must_reread and exists (select from connections kc where ${inAccount(tenant, 'kc')} and kc.id = kp.connection_id
      and kc.state <> 'disconnected') then 'must_reread' end
  from asns ka join purchase_orders kp on ${inAccount(tenant, 'kp')} and kp.id = ka.purchase_order_id
  where ${inAccount(tenant, 'ka')} and ka.id = o.asn_id and ka.withdrawn_at is null
    and kp.cancelled_at is null and kp.closed_at is null and kp.deleted_at is null)`;

const isNotKept = (tenant: Tenant) => sql`(not ${isAnnouncement} or ${keepsAnnouncement(tenant)} is null)`;

/** Whether an effect in the outbox `o` may leave as far as its purchase order goes. */
export const mayAnnounce = (tenant: Tenant): RawBuilder<unknown> => sql`${sourceIsRead(tenant)} and ${isNotKept(tenant)}`;

/** Wakes the warehouses that announcements of purchase orders `xp` wait for: these are read, or checked, by now. */
export async function wakeAnnouncements(tenant: Tenant, those: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<Columns<'outbox', 'connection_id'>>`
    select distinct o.connection_id from purchase_orders xp
    join asns xa on ${inAccount(tenant, 'xa')} and xa.purchase_order_id = xp.id
    join outbox o on ${inAccount(tenant, 'o')} and o.asn_id = xa.id and ${isAnnouncement} and o.state = 'waiting'
    where ${inAccount(tenant, 'xp')} and ${those}`.execute(tenant.db);
  await wakeOutbox(
    tenant,
    rows.map(({ connection_id }) => connection_id),
  );
}
