import { type RawBuilder, sql } from 'kysely';
import type { Columns } from '../../../../../platform/columns.ts';
import { idsOf } from '../../../../../platform/ids.ts';
import { inAccount } from '../../../../../platform/in-account.ts';
import type { Tenant } from '../../../../../platform/tenant.ts';
import { enqueueAll } from '../../../../base/job-queue.ts';
import { windowIsOpen } from '../../../../base/window.ts';
import { pullJob } from '../../../../shared/connections/streams/wake.ts';
import { allWaiting } from '../../../../shared/outbox/all-waiting.ts';
import { wakeOutbox } from '../../../../shared/outbox/queue.ts';
import { combineKey, isReady, isSeenLately, isUnreleased, wasSeenWithinTheHour } from '../../order-sql.ts';
import { enqueueCheck, enqueueReread, enqueueRereadTogether } from '../../recheck.ts';

/** So many are looked up one by one. For more the channel's whole list costs fewer requests, where it has one. */
const mostSingly = 20;

/**
 * Has the channel looked up for orders that would be released and were last seen there longer ago: they wait until it is known
 * that they still exist. `orders` is a source of orders `o` with a condition.
 */
export async function lookUpFirst(tenant: Tenant, orders: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<Columns<'orders', 'id' | 'connection_id'> & { combine_key: string }>`
    select o.id, o.connection_id, ${combineKey} as combine_key
    from (select combine_orders from accounts where id = ${tenant.accountId}) as account cross join ${orders} and not ${isSeenLately}
      order by o.id`.execute(tenant.db);
  for (const [connectionId, unseen] of Map.groupBy(rows, ({ connection_id }) => connection_id)) {
    if (unseen.length > mostSingly && (await readOpenOrders(tenant, connectionId))) continue;
    const together = Map.groupBy(unseen.slice(0, mostSingly), ({ combine_key }) => combine_key);
    const toReread = [...together.values()].map((group) => idsOf(group));
    await enqueueReread(tenant, toReread);
  }
}

/** Has the channel's open orders listed, or read again together, now. Returns whether it can. */
async function readOpenOrders(tenant: Tenant, connectionId: number): Promise<boolean> {
  // The row is not touched: a page that is being stored has it, and waits for the orders that we have locked.
  const { rows } = await sql<{ stream: 'still_there' | 'open_orders' }>`
    select stream from streams
    where ${inAccount(tenant)} and connection_id = ${connectionId} and stream in ('still_there', 'open_orders')`.execute(tenant.db);
  const jobs = rows.map(({ stream }) => pullJob(tenant.accountId, connectionId, stream));
  await enqueueAll(tenant, jobs);
  return rows.length > 0;
}

/**
 * Has orders looked up again whose submit has waited so long that nobody knows whether the channel still has them, and that no walk
 * through its open orders will show: it has none, is disconnected, or walks pass over what is archived. Once a warehouse that was away
 * takes orders again; those that have waited longest come first.
 */
export async function lookUpWaiting(tenant: Tenant): Promise<void> {
  const mayBeCalled = (alias: string) => sql`(${sql.ref(`${alias}.state`)} = 'active'
    and (${sql.ref(`${alias}.blocked_until`)} is null or ${sql.ref(`${alias}.blocked_until`)} <= now()))`;
  const { rows } = await sql<Columns<'orders', 'id'>>`
    select o.id from outbox x
    join connections w on ${inAccount(tenant, 'w')} and w.id = x.connection_id and ${mayBeCalled('w')} and ${windowIsOpen('w')}
    join orders o on ${inAccount(tenant, 'o')} and o.warehouse_order_id = x.warehouse_order_id
    join connections c on ${inAccount(tenant, 'c')} and c.id = o.connection_id
    where ${inAccount(tenant, 'x')} and ${allWaiting('x')} and x.kind = 'submit' and not x.maybe_done and x.due_at <= now()
      and not ${wasSeenWithinTheHour('o')} and not o.must_reread and not o.locked and o.deleted_at is null
      and (c.state = 'disconnected' or ${mayBeCalled('c')} and (o.archived_at is not null or not exists (select from streams s
        where ${inAccount(tenant, 's')} and s.connection_id = c.id and s.stream in ('still_there', 'open_orders'))))
    order by o.seen_at, o.id limit ${mostSingly}`.execute(tenant.db);
  await enqueueReread(tenant, idsOf(rows));
}

/**
 * Records that the channel has these orders. What waited for that goes on. Passes over orders that somebody is working on: they are
 * many, and waiting for them could deadlock.
 */
export async function recordSeen(tenant: Tenant, connectionId: number, remoteIds: string[]): Promise<void> {
  if (remoteIds.length === 0) return;
  const { rows } = await sql<Columns<'orders', 'id'> & { waited: boolean; is_ready: boolean; outbox: number | null }>`
    with seen as (
      select o.id, not ${isSeenLately} as waited, ${isReady} as is_ready, o.warehouse_order_id
      from orders o
      where ${inAccount(tenant, 'o')} and o.connection_id = ${connectionId} and o.remote_id = any(${remoteIds}::text[])
        and o.cancelled_at is null and o.confirmed_at is null
      order by o.id for no key update skip locked
    )
    update orders o set seen_at = now() from seen left join warehouse_orders w on ${inAccount(tenant, 'w')}
      and w.id = seen.warehouse_order_id
    where ${inAccount(tenant, 'o')} and o.id = seen.id
    returning o.id, seen.waited, seen.is_ready,
      case when o.in_amware = 0 or o.hold_outcome = 'pending' then w.connection_id end as outbox`.execute(tenant.db);
  const toCheck = rows.filter(({ waited, is_ready }) => waited && is_ready).map(({ id }) => id);
  await enqueueCheck(tenant, toCheck);
  const connectionIds = rows.flatMap(({ waited, outbox }) => (waited && outbox !== null ? outbox : []));
  await wakeOutbox(tenant, connectionIds);
}

/** So many are read at once; housekeeping reads the others by and by. */
const mostAtOnce = 200;

/**
 * Has orders `o` read again that are not released because what their channel gave of them cannot be used. Something may be made of it by
 * now: by a setting of the connection, or by a later version. Until then they wait as before.
 */
export async function rereadUnusable(tenant: Tenant, orders: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<Columns<'orders', 'id'>>`
    with waiting as (
      select o.id from orders o where ${inAccount(tenant, 'o')} and ${orders} and ${isUnreleased} and not o.locked
        and exists (select from issues i where ${inAccount(tenant, 'i')} and i.order_id = o.id and i.type = 'unreadable'
          and i.closed_at is null)
      order by o.id for no key update
    )
    update orders o set must_reread = true, reread_requests = o.reread_requests + 1 from waiting
    where ${inAccount(tenant, 'o')} and o.id = waiting.id returning o.id`.execute(tenant.db);
  await enqueueRereadTogether(tenant, idsOf(rows).slice(0, mostAtOnce));
}

export const rereadUnusableOf = (tenant: Tenant, connectionId: number): Promise<void> =>
  rereadUnusable(tenant, sql`o.connection_id = ${connectionId}`);
