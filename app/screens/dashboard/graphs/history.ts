import { sql } from 'kysely';
import type { Column, Columns } from '../../../../platform/columns.ts';
import type { Reply } from '../../../../platform/endpoint.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import { readPrepared } from '../../../../platform/prepared.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import type { orderStatusesCall, ordersAgingCall } from '../contract.ts';
import { noOrders } from '../queries.ts';
import type { OrderHistory } from './chart-shape.ts';
import { type Days, eachDay } from './days.ts';

/** Imported orders per day and connection, from the tallies; includes days without orders, but not connections without. */
export async function ordersByDay(tenant: Tenant, days: Days): Promise<OrderHistory> {
  const rows = await readPrepared(
    tenant,
    sql<{ date: string; name: Column<'connections', 'slug'>; label: Column<'connections', 'name'>; n: number }>`
    select t.imported_day::text as date, c.slug as name, c.name as label, sum(t.n)::int as n
    from orders_by_day t join connections c on ${inAccount(tenant, 'c')} and c.id = t.connection_id
    where ${inAccount(tenant, 't')} and t.imported_day between ${days.startDate}::date and ${days.endDate}::date
    group by t.imported_day, c.id, c.slug, c.name having sum(t.n) > 0 order by c.id`,
  );
  const counts = new Map(eachDay(days).map((date) => [date, {} as Record<string, number>]));
  for (const { date, name, n } of rows) {
    const ofDay = counts.get(date);
    if (ofDay) ofDay[name] = (ofDay[name] ?? 0) + n;
  }
  return {
    orders: [...counts].map(([date, of]) => ({ date, counts: of })),
    connectors: [...new Map(rows.map(({ name, label }) => [name, { name, label }])).values()],
  };
}

/** The counters: how many orders imported in these days have each status now, those that are cancelled or archived, and all of them. */
export async function shownCounts(tenant: Tenant, days: Days): Promise<Reply<typeof orderStatusesCall>> {
  const [row] = await readPrepared(
    tenant,
    sql<{ statuses: Record<string, number> | null; archived: number; total: number }>`
    select json_object_agg(order_status, n) filter (where not archived) as statuses, coalesce(sum(n) filter (where archived),
      0)::int as archived,
      coalesce(sum(n), 0)::int as total
    from (
      select order_status, archived, sum(n)::int as n from orders_by_day
      where ${inAccount(tenant)} and imported_day between ${days.startDate}::date and ${days.endDate}::date group by 1, 2
    ) as counted`,
  );
  const { cancelled, ...orderCounts } = { ...noOrders, ...row?.statuses };
  return { orderCounts, cancelled, archived: row?.archived ?? 0, total: row?.total ?? 0 };
}

type Ageing = Reply<typeof ordersAgingCall>;
const agingDays = 10;

/** Orders that are being packed, by the day they arrived, of the past ten days in the account's zone; newest first. */
export async function packingByAge(tenant: Tenant): Promise<Ageing> {
  const rows = await readPrepared(
    tenant,
    sql<Ageing['aging'][number] & Columns<'accounts', 'timezone'>>`
    with today as materialized (select (now() at time zone timezone)::date as day, timezone from accounts where id = ${tenant.accountId}),
    packing as (
      select imported_day, sum(n)::int as n from orders_by_day
      where ${inAccount(tenant)} and imported_day between (select day - ${sql.lit(agingDays - 1)} from today) and (select day from today)
        and order_status = 'packing' and not archived group by 1
    )
    select (day - age)::text as est_date, timezone, coalesce(n, 0) as order_count
    from today cross join generate_series(0, ${sql.lit(agingDays - 1)}) as age left join packing on imported_day = day - age order by age`,
  );
  return {
    aging: rows.map(({ est_date, order_count }) => ({ est_date, order_count })),
    total: rows.reduce((sum, row) => sum + row.order_count, 0),
    timezone: rows[0]?.timezone ?? 'UTC',
  };
}
