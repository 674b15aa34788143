import { sql } from 'kysely';
import type { Tenant } from '../../platform/tenant.ts';

export type Days = { startDate: string; endDate: string };
export type History = { orders: { date: string; counts: Record<string, number> }[]; connectors: { name: string; label: string }[] };

/** A chart has no room for more days. */
const mostDays = 366;

/** Orders a day and connection, from the tallies; days without orders are there too. */
export async function ordersByDay(tenant: Tenant, { startDate, endDate }: Days): Promise<History> {
  const { rows } = await sql<{ date: string; counts: Record<string, number> | null }>`
    select day::date::text as date,
      (select json_object_agg(slug, n) from (
        select c.slug, sum(t.n)::int as n from order_tallies t join connections c on c.account_id = t.account_id and c.id = t.connection_id
        where t.account_id = ${tenant.accountId} and t.imported_day = day::date group by c.slug having sum(t.n) > 0) as source) as counts
    from generate_series(${startDate}::date, least(${endDate}::date, ${startDate}::date + ${mostDays}::int), interval '1 day') as day order by 1`.execute(
    tenant.db,
  );
  const orders = rows.map(({ date, counts }) => ({ date, counts: counts ?? {} }));
  const seen = new Set(orders.flatMap(({ counts }) => Object.keys(counts)));
  const connections = await tenant.db
    .selectFrom('connections')
    .select(['slug', 'name'])
    .where('account_id', '=', tenant.accountId)
    .where('kind', '=', 'channel')
    .orderBy('id')
    .execute();
  return { orders, connectors: connections.filter(({ slug }) => seen.has(slug)).map(({ slug, name }) => ({ name: slug, label: name })) };
}

const agingDays = 10;

/** Orders that are being packed, by the day they were ordered, of the past ten days in the account's zone; newest first. */
export async function packingByAge(
  tenant: Tenant,
): Promise<{ aging: { est_date: string; order_count: number }[]; total: number; timezone: string }> {
  const account = await tenant.db.selectFrom('accounts').select('timezone').where('id', '=', tenant.accountId).executeTakeFirstOrThrow();
  const { rows } = await sql<{ est_date: string; order_count: number }>`
    select day::date::text as est_date, coalesce((select sum(n) from order_tallies t
      where t.account_id = ${tenant.accountId} and t.imported_day = day::date and t.order_status = 'packing' and not t.archived), 0)::int as order_count
    from generate_series((now() at time zone ${account.timezone})::date - ${agingDays - 1}::int, (now() at time zone ${account.timezone})::date, interval '1 day') as day
    order by 1 desc`.execute(tenant.db);
  return { aging: rows, total: rows.reduce((sum, row) => sum + row.order_count, 0), timezone: account.timezone };
}
