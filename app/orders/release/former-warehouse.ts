import { sql } from 'kysely';
import type { Column, Columns } from '../../../platform/columns.ts';
import { refuse } from '../../../platform/http/refusal.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { closeIssues } from '../../issues/commands.ts';
import { formerWarehouse } from '../../issues/types/former-warehouse.ts';
import { dropAllOfOrders } from '../../outbox/queue.ts';
import { recordEvents } from '../history.ts';
import { openOrderIssues } from '../order-issues.ts';
import { enqueueCheck } from '../recheck.ts';
import { settleOrders } from '../settle.ts';
import { withdrawUnsent } from './withdraw.ts';

/** Orders `o`, neither ended nor sent whole, that went, or were to go, to a warehouse that is disconnected, `gone`. */
const withGone = (tenant: Tenant) => sql`
  connections gone
  join warehouse_orders w on w.account_id = gone.account_id and w.connection_id = gone.id and w.state in ('waiting', 'accepted')
  join orders o on o.account_id = w.account_id and o.warehouse_order_id = w.id
    and o.cancelled_at is null and o.confirmed_at is null and o.units_shipped < o.units_ordered
  where gone.account_id = ${tenant.accountId} and 'warehouse' = any(gone.capabilities) and gone.disconnected_at is not null`;

/** The warehouse that is connected instead. */
const another = sql`(select c.name from connections c where c.account_id = gone.account_id and 'warehouse' = any(c.capabilities) and c.disconnected_at is null)`;

type LeftBehind = Columns<'orders', 'id'> & {
  gone: Column<'connections', 'name'>;
  another: Column<'connections', 'name'>;
  connection: Column<'connections', 'id'>;
};

/** So many at a sweep. */
const most = 500;

/**
 * Once another warehouse is connected than the one that has an order: what was never sent goes to the other, and what was sent waits
 * for a person, because nobody can ask the former one whether it leaves. The same warehouse connected again takes up its connection, so
 * that its orders go on by themselves and their issues close.
 */
export async function takeOverOrders(tenant: Tenant): Promise<void> {
  await closeMended(tenant);
  const { rows: unsent } = await sql<Columns<'orders', 'id'>>`
    select o.id from ${withGone(tenant)} and w.state = 'waiting' and ${another} is not null
      and exists (select from outbox x where x.account_id = w.account_id and x.warehouse_order_id = w.id and x.kind = 'submit'
        and x.state in ('waiting', 'failed') and not x.maybe_done)
    order by o.id limit ${most}`.execute(tenant.db);
  if (unsent.length > 0)
    await withdrawUnsent(
      tenant,
      unsent.map(({ id }) => id),
    );
  const { rows } = await sql<LeftBehind>`
    select o.id, gone.name as gone, ${another} as another, gone.id as connection from ${withGone(tenant)} and ${another} is not null
      and not exists (select from issues i where i.account_id = o.account_id and i.order_id = o.id and i.type = 'former_warehouse' and i.closed_at is null)
    order by o.id limit ${most}`.execute(tenant.db);
  await openOrderIssues(
    tenant,
    rows.map(({ id, gone, another, connection }) => ({
      ...{ orderId: id, connectionId: connection, type: 'former_warehouse', subject: 'former_warehouse' },
      sentence: formerWarehouse.sentence({ gone, another }),
    })),
  );
}

/** The former warehouse is connected again, or the order has ended. */
async function closeMended(tenant: Tenant): Promise<void> {
  const { rows } = await sql<Columns<'orders', 'id'>>`
    select i.order_id as id from issues i
    where i.account_id = ${tenant.accountId} and i.type = 'former_warehouse' and i.closed_at is null
      and not exists (select from ${withGone(tenant)} and o.id = i.order_id) limit ${most}`.execute(tenant.db);
  const orderIds = rows.map(({ id }) => id);
  await closeIssues(tenant, { orderIds, types: ['former_warehouse'] });
  await settleOrders(tenant, orderIds);
}

/** A person says that the former warehouse does not send it: it goes to the one that is connected now. @throws Refusal 409 */
export const sendAnew = (tenant: Tenant, id: number) =>
  leave(tenant, id, 'Decided: the former warehouse does not send it. It is sent to the one that is connected now.', sql`null`);

/** A person says that nobody sends it: it ends here. @throws Refusal 409 */
export const endHere = (tenant: Tenant, id: number) => leave(tenant, id, 'Decided: nobody sends it. Cancelled.', sql`now()`);

/** Takes an order of which nothing has shipped from its former warehouse. */
async function leave(tenant: Tenant, id: number, sentence: string, cancelledAt: ReturnType<typeof sql>): Promise<void> {
  const { rows } = await sql<Columns<'orders', 'id'>>`
    with left_behind as (select o.id, w.id as warehouse_order from ${withGone(tenant)} and o.id = ${id} and o.units_shipped = 0
      and not exists (select from outbox x where x.account_id = w.account_id and x.warehouse_order_id = w.id and x.state = 'sending' and x.lease_until > now())
      for update of o, w),
    emptied as (
      update warehouse_orders w set state = 'cancelled', changed_at = now() from left_behind l
      where w.account_id = ${tenant.accountId} and w.id = l.warehouse_order
        and not exists (select from orders x where x.account_id = w.account_id and x.warehouse_order_id = w.id and x.id <> l.id)
      returning w.id
    ),
    dropped as (${dropAllOfOrders(tenant, sql`select id from emptied`)})
    update orders o set warehouse_order_id = null, in_amware = 0, amware_ref_num = null, cancel_requested_at = null, cancel_outcome = null,
      hold_outcome = null, cancelled_at = ${cancelledAt}, checked_at = null, updated_by = ${tenant.userId}, revision = o.revision + 1
    from left_behind l where o.account_id = ${tenant.accountId} and o.id = l.id returning o.id`.execute(tenant.db);
  if (rows.length === 0) throw refuse(409, 'nothing_to_decide', 'There is nothing to decide about this order any more.');
  await closeIssues(tenant, { orderIds: [id], types: ['former_warehouse'] });
  await recordEvents(tenant, [{ orderId: id, kind: 'decided', sentence }]);
  await settleOrders(tenant, [id]);
  await enqueueCheck(tenant, [id]);
}

/** The names of disconnected warehouses that these orders are with, by order: what these are asked for waits. */
export async function disconnectedWarehouses(tenant: Tenant, orderIds: number[]): Promise<Map<number, string>> {
  const { rows } = await sql<Columns<'orders', 'id'> & Columns<'connections', 'name'>>`
    select o.id, c.name from orders o
    join warehouse_orders w on w.account_id = o.account_id and w.id = o.warehouse_order_id
    join connections c on c.account_id = w.account_id and c.id = w.connection_id and c.disconnected_at is not null
    where o.account_id = ${tenant.accountId} and o.id = any(${orderIds}::bigint[])`.execute(tenant.db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** `task`: as in "cancel it". */
export const waitsForWarehouse = (warehouse: string, task: string) =>
  `${warehouse} is disconnected: it will be asked to ${task} once it is connected again.`;
