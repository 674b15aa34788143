import { type RawBuilder, sql } from 'kysely';
import { connectorNamed } from '../../../../connectors/index.ts';
import { writeAudit } from '../../../../platform/audit.ts';
import type { Column, Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { endedAt, openStatuses } from './ended.ts';
import { enqueueSearch, eraseOrders } from './erase-orders.ts';

/** A channel of the account that demands it, and after how many days. */
type Erasing = Columns<'connections', 'id' | 'name' | 'erasures_planned_to' | 'erasures_days'> & { days: number };

/** Orders that are planned in one statement, and how often in an hour. */
const [planned, mostPlans] = [5_000, 20];
/** Whose orders are erased in one transaction. */
const atOnce = 100;

/** Notes when new orders of such channels are looked at, and has those erased that are due. Once an hour. */
export async function watchErasures(tenant: Tenant): Promise<void> {
  await lookAtReopened(tenant);
  for (const connection of await erasingConnections(tenant)) {
    let to: number | undefined = connection.erasures_planned_to;
    await eraseUnreadable(tenant, connection);
    await lookAnew(tenant, connection);
    for (let plans = 0; to !== undefined && plans < mostPlans; plans += 1) to = await plan(tenant, connection, to);
  }
  const { rows } = await sql`
    (select 1 from buyer_erasures where ${inAccount(tenant)} and look_at <= now() limit 1)
    union all (select 1 from buyer_erasures where ${inAccount(tenant)} and words is not null limit 1)`.execute(tenant.db);
  if (rows.length > 0) await enqueueSearch(tenant);
}

export async function erasingConnections(tenant: Tenant): Promise<Erasing[]> {
  const { rows } = await sql<
    Columns<'connections', 'id' | 'name' | 'connector' | 'erasures_planned_to' | 'erasures_days'> & { kept: number | null }
  >`
    select id, name, connector, erasures_planned_to, erasures_days,
      (select buyers_kept_days from accounts where id = ${tenant.accountId}) as kept
    from connections where ${inAccount(tenant)} order by id`.execute(tenant.db);
  return rows.flatMap(({ connector, kept, ...connection }) => {
    const days = connectorNamed(connector).erasesBuyersAfterDays;
    return days === undefined ? [] : [{ ...connection, days: Math.min(days, kept ?? days) }];
  });
}

/**
 * Looked at first as many days after its last change there as its buyer is kept: it cannot have ended so long before. Orders of the last
 * hour are left for the next: those with lower ids may not be committed. Returns up to which order; undefined at the end.
 */
async function plan(tenant: Tenant, { id, days }: Erasing, from: number): Promise<number | undefined> {
  const { rows } = await sql<{ to: Column<'connections', 'erasures_planned_to'> }>`
    with next as (select id, connection_id, remote_modified_at from orders where ${inAccount(tenant)} and id > ${from}
      and created_at < now() - interval '1 hour' order by id limit ${planned}),
    noted as (insert into buyer_erasures (account_id, order_id, look_at)
      select ${tenant.accountId}, id, remote_modified_at + make_interval(days => ${days}) from next where connection_id = ${id}
      on conflict do nothing)
    update connections set erasures_planned_to = (select max(id) from next)
    where ${inAccount(tenant)} and id = ${id} and exists (select from next) returning erasures_planned_to as to`.execute(tenant.db);
  return rows[0]?.to;
}

/** The beginning of the day, by the account's clock, on which so many days are over. */
export const dueAt = (tenant: Tenant, alias: string, days: RawBuilder<unknown>): RawBuilder<Date | null> =>
  sql<Date | null>`date_trunc('day', ${endedAt(tenant, alias)} + make_interval(days => ${days}),
    (select timezone from accounts where id = ${tenant.accountId}))`;

/** Orders that were planned by another number of days. */
async function lookAnew(tenant: Tenant, { id, days, erasures_days: before }: Erasing): Promise<void> {
  if (days === before) return;
  await sql`update connections set erasures_days = ${days} where ${inAccount(tenant)} and id = ${id}`.execute(tenant.db);
  await sql`
    update buyer_erasures e set look_at = now() from orders o
    where ${inAccount(tenant, 'e')} and e.look_at > now() and ${inAccount(tenant, 'o')} and o.id = e.order_id
      and o.connection_id = ${id}`.execute(tenant.db);
}

/** Their channel took the end back, or a person did: what it sends of their buyers from now on is erased when they have ended again. */
async function lookAtReopened(tenant: Tenant): Promise<void> {
  await sql`
    update buyer_erasures e set erased_at = null, look_at = now()
    where ${inAccount(tenant, 'e')} and e.after_days is not null and e.erased_at is not null and e.order_id in (
      select o.id from orders o where ${inAccount(tenant, 'o')} and o.order_status = any(${openStatuses}::text[])
        and o.deleted_at is null and ${endedAt(tenant, 'o')} is null)`.execute(tenant.db);
}

/** Nobody knows whose they are. */
async function eraseUnreadable(tenant: Tenant, { id, days }: Erasing): Promise<void> {
  await sql`update unreadable_records set raw = '"erased"' where ${inAccount(tenant)} and connection_id = ${id}
    and last_seen_at < now() - make_interval(days => ${days}) and raw::text <> '"erased"'`.execute(tenant.db);
}

/** `look_at` as text, with its microseconds. */
type Due = Columns<'buyer_erasures', 'order_id'> & Columns<'orders', 'connection_id'> & { look_at: string };

/** Some orders that are to be looked at now, those that are due longest first. */
export async function listDue(tenant: Tenant): Promise<number[]> {
  const { rows } = await sql<Columns<'buyer_erasures', 'order_id'>>`
    select order_id from buyer_erasures where ${inAccount(tenant)} and look_at <= now() order by look_at limit ${atOnce}`.execute(
    tenant.db,
  );
  return rows.map(({ order_id }) => order_id);
}

/** Erases the buyers of some orders whose days are over; notes of others when to look again. Returns how many were looked at. */
export async function eraseDue(tenant: Tenant): Promise<number> {
  const connections = new Map((await erasingConnections(tenant)).map((connection) => [connection.id, connection]));
  const days = [...connections.values()].map((connection) => connection.days);
  const { rows: looked } = await sql<Due & { is_due: boolean }>`
    with facts as (select o.id, o.connection_id, ${dueAt(tenant, 'o', sql`c.days`)} as due_at
      from orders o left join unnest(${[...connections.keys()]}::bigint[], ${days}::int[]) as c (id, days) on c.id = o.connection_id
      where ${inAccount(tenant, 'o')} and o.id = any(${await listDue(tenant)}::bigint[]) order by o.id for no key update of o)
    select id as order_id, connection_id, coalesce(due_at <= now(), false) as is_due,
      coalesce(greatest(due_at, now()), now() + interval '1 day')::text as look_at from facts`.execute(tenant.db);
  await lookAgain(tenant, looked);
  const due = Map.groupBy(
    looked.filter(({ is_due }) => is_due),
    ({ connection_id }) => connection_id,
  );
  for (const [id, orders] of due) {
    const connection = connections.get(id) as Erasing;
    const ids = orders.map(({ order_id }) => order_id).sort((a, b) => a - b);
    await eraseOrders(tenant, ids, connection.days);
    const record = { id, name: connection.name };
    await writeAudit(tenant, { verb: 'deleted', noun: 'buyers of connection', record, from: { orders: ids.length } });
  }
  return looked.length;
}

async function lookAgain(tenant: Tenant, looked: Due[]): Promise<void> {
  const [ids, times] = [looked.map(({ order_id }) => order_id), looked.map(({ look_at }) => look_at)];
  await sql`
    update buyer_erasures e set look_at = l.look_at
    from unnest(${ids}::bigint[], ${times}::timestamptz[]) as l (order_id, look_at)
    where ${inAccount(tenant, 'e')} and e.order_id = l.order_id`.execute(tenant.db);
}
