import { sql } from 'kysely';
import type { Tenant } from '../../../platform/tenant.ts';
import type { OrderFilter } from './filter.ts';
import { matching, type OrderRow } from './queries.ts';

/** A row with the cause of its issue, so that the issue can be mended from the list. */
export type ShownOrder = Omit<OrderRow, 'issue'> & { issue: (NonNullable<OrderRow['issue']> & { subject: string }) | null };

/** Adds the cause of each row's issue. */
export async function withCauses(tenant: Tenant, rows: OrderRow[]): Promise<ShownOrder[]> {
  const ids = rows.flatMap(({ issue }) => issue?.id ?? []);
  const { rows: causes } = await sql<{ id: number; subject: string }>`
    select id, subject from issues where account_id = ${tenant.accountId} and id = any(${ids}::bigint[])`.execute(tenant.db);
  const subjects = new Map(causes.map(({ id, subject }) => [id, subject]));
  return rows.map((row) => ({ ...row, issue: row.issue && { ...row.issue, subject: subjects.get(row.issue.id) ?? '' } }));
}

/** These orders as they are now, whether or not a filter would still show them. */
export async function rowsOf(tenant: Tenant, ids: number[]): Promise<ShownOrder[]> {
  const { rows } = await sql<OrderRow>`
    select o.id, o.order_number, o.source_order_number, o.order_status, o.connection_id, c.slug as order_source, c.name as source_name, o.customer_name, o.country,
      o.total_cost, o.currency, o.order_date, o.units_ordered, o.on_hold, o.locked, o.archived_at is not null as archived, o.open_issues,
      case when o.open_issues > 0 then (
        select json_build_object('id', i.id, 'type', i.type, 'sentence', i.sentence) from issues i
        where i.account_id = o.account_id and i.order_id = o.id and i.closed_at is null order by i.blocking desc, i.id limit 1
      ) end as issue
    from orders o join connections c on c.account_id = o.account_id and c.id = o.connection_id
    where o.account_id = ${tenant.accountId} and o.id = any(${ids}::bigint[]) and o.deleted_at is null`.execute(tenant.db);
  return withCauses(tenant, rows);
}

const countedAtMost = 999;

/** How many orders that match have arrived since the order with this id. */
export async function countNewer(tenant: Tenant, filter: OrderFilter, newest: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (select from orders o where ${matching(tenant, filter)} and o.id > ${newest} limit ${countedAtMost}) as newer`.execute(
    tenant.db,
  );
  return rows[0]?.n ?? 0;
}

/** The highest order id there is: what comes later is new. */
export async function newestId(tenant: Tenant): Promise<number> {
  const { rows } = await sql<{ id: number | null }>`select max(id) as id from orders where account_id = ${tenant.accountId}`.execute(
    tenant.db,
  );
  return rows[0]?.id ?? 0;
}

/** How many orders need a person; counted up to 10,000. */
export async function countNeedingAttention(tenant: Tenant): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (
      select from orders where account_id = ${tenant.accountId} and open_issues > 0 and deleted_at is null and archived_at is null limit 10000
    ) as needing`.execute(tenant.db);
  return rows[0]?.n ?? 0;
}

/** The channels that orders come from, for a filter. */
export async function listSources(tenant: Tenant): Promise<{ slug: string; name: string }[]> {
  return tenant.db
    .selectFrom('connections')
    .select(['slug', 'name'])
    .where('account_id', '=', tenant.accountId)
    .where('kind', '=', 'channel')
    .where('disconnected_at', 'is', null)
    .orderBy('name')
    .execute();
}
