import { type RawBuilder, sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { idsOf } from '../../../../platform/ids.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { windowIsOpen } from '../../../base/window.ts';
import { isBuildingGone, isMethodGone } from '../../../shared/issues/types/mapping.checks.ts';
import { type EffectSource, insertEffects, wakeOutbox } from '../../../shared/outbox/queue.ts';
import type { OrderEventSentence } from '../events/sentences.ts';
import { recordEvents } from '../history.ts';
import { confirmWithoutGoods } from '../lines/without-goods.ts';
import { combineKey, isPartOfNone, isReady, isSeenLately } from '../order-sql.ts';
import { enqueueCheck } from '../recheck.ts';
import { lookUpFirst } from './adopting/look-up.ts';
import { reserveStock } from './stock/reserve.ts';

type Released = Columns<'orders', 'id'> & Columns<'warehouse_orders', 'connection_id'> & { together: number };

/**
 * Promises ready orders their stock, and queues them for the warehouse. Ready: pending, no blocking issue, not locked, not on hold, and
 * both connections active within their time windows. Orders of one batch to the same recipient and address become one warehouse order.
 */
export async function releaseReady(tenant: Tenant, orderIds: number[]): Promise<void> {
  await confirmWithoutGoods(tenant, orderIds);
  await reserveStock(tenant, orderIds);
  await lookUpFirst(tenant, sql`${releasable(tenant, among(orderIds))} and exists (${openWarehouse(tenant)})`);
  await releaseGoods(tenant, orderIds);
}

/** The warehouse that orders go to now. */
const openWarehouse = (tenant: Tenant) => sql`
  select id, finds_sold_before, finds_by_number from connections c
  where ${inAccount(tenant)} and 'warehouse' = any(capabilities) and disconnected_at is null
    and state in ('active', 'needs_reconnect') and ${windowIsOpen('c')}`;

const among = (orderIds: number[]) => sql`o.id = any(${orderIds}::bigint[])`;

/** Orders `o` that may go now, of those that are meant. */
const releasable = (tenant: Tenant, meant: RawBuilder<unknown>) => sql`
  orders o join connections c on ${inAccount(tenant, 'c')} and c.id = o.connection_id and c.state in ('active', 'needs_reconnect')
    and not c.catches_up
    and ${windowIsOpen('c')}
  where ${inAccount(tenant, 'o')} and ${meant} and ${isReady} and o.units_ordered > 0 and ${isPartOfNone(tenant)}`;

/** The same, for orders that were just stored and all have goods. */
export async function releaseNew(tenant: Tenant, orderIds: number[]): Promise<void> {
  await reserveStock(tenant, orderIds, { areNew: true });
  await releaseGoods(tenant, orderIds);
}

/** A shop that calls us may send at any time what a lost database had sent for it, as if it were sold now. */
async function releaseGoods(tenant: Tenant, orderIds: number[]): Promise<void> {
  const { rows } = await sql<Released>`
    with account as (select combine_orders from accounts where id = ${tenant.accountId}),
    warehouse as (${openWarehouse(tenant)}),
    ready as (
      select o.id, ${combineKey} as combine_key, c.reference_key, o.remote_id, o.order_date, c.finds_sold_before,
        'calls' = any(c.capabilities) as calls_us
      from account cross join ${releasable(tenant, among(orderIds))} and ${isSeenLately}
        -- Another warehouse may have been connected since they were checked: then they are checked again, as others that were missed.
        and not ${isBuildingGone(tenant)} and not ${isMethodGone(tenant)}
    ),
    grouped as (
      select nextval(pg_get_serial_sequence('warehouse_orders', 'id')) as id, array_agg(ready.id order by ready.id) as order_ids,
        warehouse.id as connection_id,
        coalesce(bool_or(ready.order_date < greatest(ready.finds_sold_before, warehouse.finds_sold_before)
          or ready.calls_us and warehouse.finds_by_number), false) as by_number,
        ${whatItStandsFor} as stands_for
      from ready cross join warehouse group by combine_key, warehouse.id, warehouse.finds_sold_before, warehouse.finds_by_number
    ),
    numbered as (select *, next_warehouse_attempt(${tenant.accountId}, stands_for, 1) as attempt from grouped),
    made as (
      insert into warehouse_orders (account_id, id, connection_id, reference, attempt) overriding system value
      select ${tenant.accountId}, id, connection_id, warehouse_reference(stands_for, 1, attempt), attempt from numbered order by id
        returning id, connection_id
    ),
    queued as (${insertEffects(tenant, submits)})
    update orders o set warehouse_order_id = g.id, revision = o.revision + 1
    from grouped g
    where ${inAccount(tenant, 'o')} and o.id = any(g.order_ids)
    returning o.id, g.connection_id, cardinality(g.order_ids) as together`.execute(tenant.db);
  const events = rows.map(({ id, together }) => ({ orderId: id, kind: 'released' as const, sentence: releaseSentence(together) }));
  await recordEvents(tenant, events);
  const connectionIds = rows.map(({ connection_id }) => connection_id);
  await wakeOutbox(tenant, connectionIds);
}

/** What the reference of orders `ready` that travel together is derived from: no ids of ours, which a restored database gives to others. */
const whatItStandsFor = sql`string_agg(reference_part(ready.reference_key) || reference_part(ready.remote_id), ''
  order by ready.reference_key collate "C", ready.remote_id collate "C")`;

const submits: EffectSource = {
  kind: 'submit',
  connectionId: sql`made.connection_id`,
  key: sql`made.id::text`,
  warehouseOrderId: sql`made.id`,
  byNumber: sql`by_number`,
  from: sql`made join grouped using (id)`,
};

const releaseSentence = (together: number): OrderEventSentence =>
  together > 1 ? { code: 'released_together', others: together - 1 } : { code: 'released' };

/**
 * Enqueues the check of orders that may go and were not released, because a time window was closed, a connection paused or no warehouse
 * connected. They are checked together, so that orders to one address are still combined.
 */
export async function recheckReadyOrders(tenant: Tenant): Promise<void> {
  // Without what is archived, so that the index by status serves the query.
  const wasMissed = sql`o.checked_at < now() - interval '30 seconds' and o.archived_at is null and not exists (select from outbox x
    where ${inAccount(tenant, 'x')} and x.order_id = o.id and x.state in ('waiting', 'sending'))`;
  const { rows } = await sql<Columns<'orders', 'id'>>`
    select o.id from ${releasable(tenant, wasMissed)} and exists (${openWarehouse(tenant)})
    union all
    select o.id from orders o where ${inAccount(tenant, 'o')} and ${wasMissed} and ${isReady} and o.units_ordered = 0
    order by id limit 10000`.execute(tenant.db);
  await enqueueCheck(tenant, idsOf(rows), { reason: { of: 'ready' } });
}
