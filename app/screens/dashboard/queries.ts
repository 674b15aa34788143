import { sql } from 'kysely';
import type { Columns } from '../../../platform/columns.ts';
import { inAccount } from '../../../platform/in-account.ts';
import { readPrepared } from '../../../platform/prepared.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import type { OrderStatus } from '../../nouns/order-flow/order.ts';
import type { StatusCounts, Today } from './contract.ts';

/** Orders by status, exact, from the tallies. */
export async function countByStatus(tenant: Tenant): Promise<StatusCounts> {
  const rows = await readPrepared(
    tenant,
    sql<
      Columns<'orders_in_all', 'order_status'> & { order_status: OrderStatus; n: number }
    >`select order_status, sum(n)::int as n from orders_in_all where ${inAccount(tenant)} and not archived group by 1`,
  );
  return { ...noOrders, ...Object.fromEntries(rows.map(({ order_status, n }) => [order_status, n])) };
}

export const noOrders: StatusCounts = { pending: 0, packing: 0, partially_shipped: 0, shipped: 0, fulfilled: 0, error: 0, cancelled: 0 };

/** What moved today, in the account's zone, from the tallies. What arrived is counted as the chart of imported orders counts it. */
export async function flowToday(tenant: Tenant): Promise<Today> {
  const rows = await readPrepared(
    tenant,
    sql<{ kind: keyof Today; n: number }>`
    with today as materialized (select (now() at time zone timezone)::date as day from accounts where id = ${tenant.accountId})
    select kind, sum(n)::int as n from flow_tallies
    where ${inAccount(tenant)} and kind <> 'arrived' and day = (select day from today) group by 1
    union all
    select case when grouping(is_cancelled) = 1 then 'arrived' else 'cancelled' end, sum(n)::int from (
      select n, order_status = 'cancelled' as is_cancelled from orders_by_day where ${inAccount(tenant)} and imported_day = (select day
        from today)
    ) as imported group by grouping sets ((), (is_cancelled)) having grouping(is_cancelled) = 1 or is_cancelled`,
  );
  const still: Today = { arrived: 0, accepted: 0, shipped: 0, confirmed: 0, cancelled: 0 };
  return { ...still, ...Object.fromEntries(rows.map(({ kind, n }) => [kind, n ?? 0])) };
}
