import { sql } from 'kysely';
import type { Tenant } from '../../../platform/tenant.ts';
import { foundOrders } from '../../search/found.ts';
import type { IssueType } from '../issues/issue.ts';
import type { OrderStatus } from '../order.ts';
import type { OrderFilter } from './filter.ts';

export type OrderRow = {
  id: number;
  order_number: string;
  source_order_number: string;
  order_status: OrderStatus;
  connection_id: number;
  order_source: string;
  source_name: string;
  customer_name: string;
  country: string;
  total_cost: string;
  currency: string;
  order_date: Date;
  units_ordered: number;
  on_hold: boolean;
  locked: boolean;
  archived: boolean;
  open_issues: number;
  issue: { id: number; type: IssueType; sentence: string } | null;
};
export type OrderList = {
  data: OrderRow[];
  current_page: number;
  per_page: number;
  total: number;
  total_is_exact: boolean;
  last_page: number;
};

/** Beyond this a free-text filter says "10,000+" instead of counting on. */
const countedAtMost = 10_000;

/**
 * One page of orders. The page is cut from one index first and joined afterwards; totals come from the tallies, except
 * for free text, which is counted up to its cap.
 */
export async function listOrders(tenant: Tenant, filter: OrderFilter): Promise<OrderList> {
  const from = (filter.page - 1) * filter.perPage;
  const direction = sql.raw(filter.orderDir);
  const { rows } = await sql<OrderRow>`
    with page as (
      select o.id, ${sql.ref(`o.${filter.orderBy === 'order_number' ? 'id' : filter.orderBy}`)} as place from orders o
      where ${matching(tenant, filter)} order by 2 ${direction}, 1 ${direction} limit ${filter.perPage} offset ${from}
    )
    select o.id, o.order_number, o.source_order_number, o.order_status, o.connection_id, c.slug as order_source, c.name as source_name, o.customer_name, o.country,
      o.total_cost, o.currency, o.order_date, o.units_ordered, o.on_hold, o.locked, o.archived_at is not null as archived, o.open_issues,
      case when o.open_issues > 0 then (
        select json_build_object('id', i.id, 'type', i.type, 'sentence', i.sentence) from issues i
        where i.account_id = o.account_id and i.order_id = o.id and i.closed_at is null order by i.blocking desc, i.id limit 1
      ) end as issue
    from page join orders o on o.account_id = ${tenant.accountId} and o.id = page.id
    join connections c on c.account_id = o.account_id and c.id = o.connection_id
    order by page.place ${direction}, o.id ${direction}`.execute(tenant.db);
  const { total, exact } = await totalOf(tenant, filter);
  return {
    data: rows,
    current_page: filter.page,
    per_page: filter.perPage,
    total,
    total_is_exact: exact,
    last_page: Math.max(1, Math.ceil(total / filter.perPage)),
  };
}

/** The condition that a filter means; also what a bulk action over "everything that matches" freezes. */
export function matching(tenant: Tenant, filter: OrderFilter) {
  const status = statusOf(filter);
  const parts = [sql`o.account_id = ${tenant.accountId}`, sql`o.deleted_at is null`];
  parts.push(filter.view === 'archived' ? sql`o.archived_at is not null` : sql`o.archived_at is null`);
  if (status) parts.push(sql`o.order_status = ${status}`);
  if (filter.source) parts.push(sql`o.connection_id = ${connectionOf(tenant, filter.source)}`);
  if (filter.view === 'ready') parts.push(sql`o.order_status = 'pending' and not o.on_hold and not o.locked`);
  if (filter.view === 'attention') parts.push(sql`o.open_issues > 0`);
  if (filter.view === 'held') parts.push(sql`o.on_hold`);
  if (filter.issue)
    parts.push(
      sql`exists (select from issues i where i.account_id = o.account_id and i.order_id = o.id and i.closed_at is null and i.type = ${filter.issue})`,
    );
  if (filter.search) parts.push(sql`o.id in (${foundOrders(filter.search, countedAtMost + 1)})`);
  return sql.join(parts, sql` and `);
}

/** One value, so that the index of a source's orders gives them in their order. A slug may have been used before: the live one counts. */
const connectionOf = (tenant: Tenant, slug: string) =>
  sql`(select id from connections where account_id = ${tenant.accountId} and slug = ${slug} order by disconnected_at nulls first, id desc limit 1)`;

const statusOf = ({ status, filterBy, search }: OrderFilter) =>
  status || (filterBy && filterBy !== 'status' && !search ? filterBy : undefined);

async function totalOf(tenant: Tenant, filter: OrderFilter): Promise<{ total: number; exact: boolean }> {
  const tallied = !filter.search && !filter.issue && (filter.view === undefined || filter.view === 'all' || filter.view === 'archived');
  if (!tallied) return cappedCount(tenant, filter);
  const status = statusOf(filter) ?? null;
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(n), 0)::int as total from order_tallies t
    where t.account_id = ${tenant.accountId} and t.archived = ${filter.view === 'archived'} and (${status}::text is null or t.order_status = ${status})
      and (${filter.source ?? null}::text is null or t.connection_id = ${connectionOf(tenant, filter.source ?? '')})`.execute(tenant.db);
  return { total: rows[0]?.total ?? 0, exact: true };
}

async function cappedCount(tenant: Tenant, filter: OrderFilter): Promise<{ total: number; exact: boolean }> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from (select from orders o where ${matching(tenant, filter)} limit ${countedAtMost + 1}) as found`.execute(
    tenant.db,
  );
  const found = rows[0]?.total ?? 0;
  return { total: Math.min(found, countedAtMost), exact: found <= countedAtMost };
}
