import { sql } from 'kysely';
import type { Columns } from '../../../../../platform/columns.ts';
import { idsOf } from '../../../../../platform/ids.ts';
import { inAccount } from '../../../../../platform/in-account.ts';
import type { Tenant } from '../../../../../platform/tenant.ts';
import { isSameSale, isTwinSent, isTwinToGo, twinsOf } from '../../../../shared/issues/types/orders.checks.ts';
import type { TwinNotSent } from '../../../../shared/issues/types/orders.ts';
import { recordEvents } from '../../history.ts';
import { enqueueCheck } from '../../recheck.ts';

/** Of a person who left an order ended, nobody asks again while its twin is only where nothing is sent from. */
const isAsked = sql`(o.ended_by = 'imported_twice' or o.ended_by = 'same_goods' and it.cancelled_at is not null)`;

/**
 * These orders were cancelled or deleted, or cannot leave because their connection is disconnected. What had ended because they were to be
 * sent in its place waits for a person, unless yet another connection has the same order. One that its own channel has cancelled does not
 * wait until that is taken back. Returns those. The caller settles them.
 */
export async function askAboutTwins(tenant: Tenant, endedIds: number[]): Promise<number[]> {
  if (endedIds.length === 0) return [];
  const { rows } = await sql<Columns<'orders', 'id'> & TwinNotSent>`
    with left_over as (
      select distinct on (o.id) o.id, it.order_number, ic.name,
        case when it.cancelled_at is not null then 'cancelled' when it.deleted_at is not null then 'deleted' else 'disconnected' end as why
      from orders it join connections ic on ${inAccount(tenant, 'ic')} and ic.id = it.connection_id
      join orders o on ${inAccount(tenant, 'o')} and ${isSameSale('it', 'o')} and o.connection_id <> it.connection_id
        and o.deleted_at is null and ${isAsked} and o.source_state <> 'shipped'
      where ${inAccount(tenant, 'it')} and it.id = any(${endedIds}::bigint[])
        -- Its own goods go with another order then.
        and coalesce(it.ended_by not in ('merged', 'same_goods', 'imported_twice'), true)
        -- One that is deleted after it was cancelled was asked about before.
        and (it.cancelled_at is null or it.deleted_at is null)
        and not exists (select from ${twinsOf(tenant)} and ${isTwinToGo})
      order by o.id, it.id
    ),
    locked as (select id from orders where ${inAccount(tenant)} and id in (select id from left_over) order by id for no key update)
    update orders o set shared_goods = 'undecided', ended_by = null, checked_at = null, revision = o.revision + 1,
      cancelled_at = case when o.source_state = 'cancelled' then o.cancelled_at end
    from left_over join locked using (id)
    where ${inAccount(tenant, 'o')} and o.id = left_over.id and o.ended_by in ('imported_twice', 'same_goods')
    returning o.id, left_over.name as channel, left_over.order_number as order, left_over.why`.execute(tenant.db);
  await recordEvents(
    tenant,
    rows.map(({ id: orderId, ...twin }) => ({ orderId, kind: 'decided', sentence: { code: 'twin_asked', ...twin } })),
  );
  await enqueueCheck(tenant, idsOf(rows));
  return idsOf(rows);
}

/** So many at a sweep. */
const most = 500;

/**
 * Those of orders that came twice that a disconnected connection was to send, and has not: what to ask about. Those that wait for a person
 * although their twin goes again, because it is back, are checked, which ends them.
 */
export async function sweepTwins(tenant: Tenant): Promise<number[]> {
  const { rows: back } = await sql<Columns<'orders', 'id'>>`
    select o.id from issues i join orders o on ${inAccount(tenant, 'o')} and o.id = i.order_id
    where ${inAccount(tenant, 'i')} and i.type = 'twin_not_sent' and i.closed_at is null
      and exists (select from ${twinsOf(tenant)} and ${isTwinToGo}) order by o.id limit ${most}`.execute(tenant.db);
  await enqueueCheck(tenant, idsOf(back));
  const { rows: gone } = await sql<Columns<'connections', 'id'>>`
    select c.id from connections c where ${inAccount(tenant, 'c')} and c.disconnected_at is not null and exists (
      select from import_choices ch where ${inAccount(tenant, 'ch')} and c.id in (ch.low_id, ch.high_id))`.execute(tenant.db);
  if (gone.length === 0) return [];
  const { rows: left } = await sql<Columns<'orders', 'id'>>`
    select t.id from orders t
    where ${inAccount(tenant, 't')} and t.connection_id = any(${idsOf(gone)}::bigint[]) and t.order_status in ('pending', 'error')
      and t.deleted_at is null and t.archived_at is null and not ${isTwinSent}
      and exists (select from orders o where ${inAccount(tenant, 'o')} and ${isSameSale('t', 'o')} and o.connection_id <> t.connection_id
        and o.deleted_at is null and o.ended_by = 'imported_twice')
    order by t.id limit ${most}`.execute(tenant.db);
  return askAboutTwins(tenant, idsOf(left));
}
