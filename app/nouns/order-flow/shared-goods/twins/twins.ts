import { sql } from 'kysely';
import type { ChannelOrder } from '../../../../../connectors/contract.ts';
import type { Column, Columns } from '../../../../../platform/columns.ts';
import { refuse } from '../../../../../platform/http/refusal.ts';
import { idsOf } from '../../../../../platform/ids.ts';
import { inAccount } from '../../../../../platform/in-account.ts';
import { lockOf } from '../../../../../platform/locks.ts';
import type { Tenant } from '../../../../../platform/tenant.ts';
import { isSameRecipient } from '../../../../base/addresses/same-recipient.ts';
import { lockForChoice } from '../../../../shared/connections/import-choices/lock.ts';
import { closeIssues } from '../../../../shared/issues/commands.ts';
import { isNumbered, isTwinSent, otherKinds, twinsOf } from '../../../../shared/issues/types/orders.checks.ts';
import { recordEvents } from '../../history.ts';
import { isUnreleased } from '../../order-sql.ts';
import { withdrawUnsent } from '../../release/withdraw.ts';
import { settleOrders } from '../../settle.ts';
import { recheck } from '../reread.ts';

/**
 * Which of these new orders another kind of connection has already, by their remote ids. The others' are taken back where they have not
 * left, and checked again: neither leaves before it is decided; nor does one that is cancelled or deleted, which may be back at this
 * moment. For an account with several kinds of connections: their pages are stored one after the other, so that one of two twins always
 * sees the other.
 */
export async function findTwins(tenant: Tenant, connectionId: number, orders: ChannelOrder[]): Promise<Set<string>> {
  if (orders.length === 0) return new Set();
  await sql`select pg_advisory_xact_lock(${lockOf('newOrders', tenant.accountId)})`.execute(tenant.db);
  const rows = orders.map(({ remoteId, number, orderedAt, shipTo, customer: { name } }) => ({
    ...{ remote_id: remoteId, number, ordered_at: orderedAt, name: shipTo.name || name },
    ...{ line1: shipTo.line1, postal_code: shipTo.postalCode, country: shipTo.country },
  }));
  const isSame = isSameRecipient(
    { name: sql`n.name`, line1: sql`n.line1`, postalCode: sql`n.postal_code`, country: sql`n.country` },
    { name: sql`t.customer_name`, line1: sql`t.address`, postalCode: sql`t.postal_code`, country: sql`t.country` },
  );
  const { rows: found } = await sql<Columns<'orders', 'id' | 'remote_id'>>`
    select t.id, n.remote_id from json_to_recordset(${JSON.stringify(rows)}::json)
      as n (remote_id text, number text, ordered_at timestamptz, name text, line1 text, postal_code text, country text)
    join orders t on ${inAccount(tenant, 't')} and ${isNumbered('t', sql`array[n.number]`)} and t.connection_id <> ${connectionId}
      and not t.sent_beside
      and t.order_date between n.ordered_at - interval '60 days' and n.ordered_at + interval '60 days' and ${isSame}
    where exists (select from ${otherKinds(tenant)} where oc.id = ${connectionId}
      and tc.id = t.connection_id)`.execute(tenant.db);
  await takeTwinsBack(tenant, idsOf(found));
  return new Set(found.map(({ remote_id }) => remote_id));
}

/** The same of orders that their channel has numbered anew since the warehouse has them. */
export async function findTwinsOfSent(tenant: Tenant, orderIds: number[]): Promise<void> {
  if (orderIds.length === 0) return;
  const { rows } = await sql<Columns<'orders', 'id'>>`
    select twin.id from orders o cross join lateral (select t.id from ${twinsOf(tenant)}) as twin
    where ${inAccount(tenant, 'o')} and o.id = any(${orderIds}::bigint[])`.execute(tenant.db);
  await takeTwinsBack(tenant, idsOf(rows));
}

async function takeTwinsBack(tenant: Tenant, twinIds: number[]): Promise<void> {
  if (twinIds.length === 0) return;
  const ids = [...new Set(twinIds)].toSorted((a, b) => a - b);
  await withdrawUnsent(tenant, ids);
  await recheck(tenant, ids);
}

/**
 * Ends unreleased orders that the chosen connection has too, while that is connected, or that were sent as the other connection has them.
 * Returns the orders that are left. Depends on the rows alone.
 */
export async function endTwins(tenant: Tenant, orderIds: number[]): Promise<number[]> {
  const { rows } = await sql<Columns<'orders', 'id' | 'order_number'> & Columns<'connections', 'name'>>`
    update orders o set cancelled_at = now(), ended_by = 'imported_twice', shared_goods = null, revision = o.revision + 1
    from (
      select o.id, twin.name, twin.order_number from orders o cross join lateral (
        select tc.name, t.order_number from ${twinsOf(tenant)} and ch.keeps_id is not null
          and (ch.keeps_id = tc.id and tc.disconnected_at is null or ${isTwinSent})
          order by t.id limit 1
      ) as twin
      where ${inAccount(tenant, 'o')} and o.id = any(${orderIds}::bigint[]) and ${isUnreleased}
    ) as double
    where ${inAccount(tenant, 'o')} and o.id = double.id returning o.id, double.name, double.order_number`.execute(tenant.db);
  if (rows.length === 0) return orderIds;
  const ended = new Set(idsOf(rows));
  await closeIssues(tenant, { orderIds: [...ended] });
  await recordEvents(
    tenant,
    rows.map(({ id, name, order_number }) => ({
      ...{ orderId: id, kind: 'cancelled' },
      sentence: { code: 'same_as_twin', channel: name, order: order_number },
    })),
  );
  await settleOrders(tenant, [...ended]);
  return orderIds.filter((id) => !ended.has(id));
}

type Connection = Column<'connections', 'id'>;
type Name = Column<'connections', 'name'>;
type Pair = { own: Connection; other: Connection; twin: Column<'orders', 'id'>; own_name: Name; other_name: Name };

/** The connections of an unreleased order and of the one that looks the same. @throws Refusal 409 where there is none any longer */
async function pairOf(tenant: Tenant, id: number): Promise<Pair> {
  const { rows } = await sql<Pair>`
    select twin.* from orders o cross join lateral (
      select oc.id as own, tc.id as other, t.id as twin, oc.name as own_name, tc.name as other_name from ${twinsOf(tenant)}
        order by ${isTwinSent} desc, t.id limit 1
    ) as twin where ${inAccount(tenant, 'o')} and o.id = ${id} and ${isUnreleased}`.execute(tenant.db);
  const [pair] = rows;
  if (!pair) throw refuse(409, 'nothing_to_decide', 'There is nothing left to decide about this order.');
  return pair;
}

/** A person says which of the two connections imports from now on: this order's own, or the one that has its twin. @throws Refusal 409 */
export async function chooseImport(tenant: Tenant, id: number, keeps: 'own' | 'other'): Promise<string> {
  const { own, other } = await pairOf(tenant, id);
  await lockForChoice(tenant, own, other);
  const pair = await pairOf(tenant, id);
  const [kept, left] = keeps === 'own' ? [pair.own_name, pair.other_name] : [pair.other_name, pair.own_name];
  await sql`
    insert into import_choices (account_id, low_id, high_id, keeps_id, decided_by)
    values (${tenant.accountId}, ${Math.min(pair.own, pair.other)}, ${Math.max(pair.own, pair.other)},
      ${keeps === 'own' ? pair.own : pair.other}, ${tenant.userId})
    on conflict (account_id, low_id, high_id) do update set keeps_id = excluded.keeps_id, decided_by = excluded.decided_by,
      decided_at = excluded.decided_at`.execute(tenant.db);
  await recordEvents(tenant, [{ orderId: id, kind: 'decided', sentence: { code: 'import_chosen', kept, left } }]);
  const waiting = await waitingFor(tenant, [pair.own, pair.other]);
  await withdrawUnsent(tenant, [pair.twin]);
  await recheck(tenant, [...new Set([id, pair.twin, ...waiting])]);
  return `From now on the orders of ${kept} are sent. What ${left} has of the same orders is kept as history.`;
}

/** The orders of these connections that wait for the choice. */
async function waitingFor(tenant: Tenant, connectionIds: number[]): Promise<number[]> {
  const { rows } = await sql<Columns<'orders', 'id'>>`
    select order_id as id from issues
    where ${inAccount(tenant)} and type = 'imported_twice' and connection_id = any(${connectionIds}::bigint[])
      and closed_at is null
    order by order_id`.execute(tenant.db);
  return idsOf(rows);
}

/**
 * A person says that it is another order than the one that looks the same: both are sent. What its channel has cancelled stays so, until
 * that is taken back. @throws Refusal 409
 */
export async function sendBeside(tenant: Tenant, id: number): Promise<void> {
  const { rows: twins } = await sql<Columns<'orders', 'id'>>`
    select twin.id from orders o cross join lateral (select t.id from ${twinsOf(tenant)}) as twin where ${inAccount(tenant, 'o')}
      and o.id = ${id}`.execute(tenant.db);
  const { rows } = await sql`
    update orders o set sent_beside = true,
      cancelled_at = case when ended_by is distinct from 'imported_twice' or source_state = 'cancelled' then cancelled_at end,
      ended_by = case when ended_by <> 'imported_twice' then ended_by end, updated_by = ${tenant.userId}, revision = o.revision + 1
    where ${inAccount(tenant, 'o')} and o.id = ${id} and not o.sent_beside and o.warehouse_order_id is null
      and (o.ended_by = 'imported_twice' or ${isUnreleased} and ${twins.length > 0}) returning o.id`.execute(tenant.db);
  if (rows.length === 0) throw refuse(409, 'nothing_to_decide', 'There is nothing left to decide about this order.');
  await recordEvents(tenant, [{ orderId: id, kind: 'decided', sentence: { code: 'sent_beside' } }]);
  await settleOrders(tenant, [id]);
  await recheck(tenant, [id, ...idsOf(twins)]);
}
