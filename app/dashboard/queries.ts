import { sql } from 'kysely';
import type { Columns } from '../../platform/columns.ts';
import { readPrepared } from '../../platform/prepared.ts';
import type { Tenant } from '../../platform/tenant.ts';
import type { OrderStatus } from '../orders/order.ts';
import type { Flow, StatusCounts } from './contract.ts';

/** Orders by status, exact, from the tallies; of the days from `from` to `to` (YYYY-MM-DD, both included) when given. */
export async function countByStatus(tenant: Tenant, days?: { from: string; to: string }): Promise<StatusCounts> {
  const counted = days
    ? sql`orders_by_day where imported_day between ${days.from}::date and ${days.to}::date and account_id = ${tenant.accountId}`
    : sql`orders_in_all where account_id = ${tenant.accountId}`;
  const rows = await readPrepared(
    tenant,
    sql<
      Columns<'orders_in_all', 'order_status'> & { order_status: OrderStatus; n: number }
    >`select order_status, sum(n)::int as n from ${counted} and not archived group by 1`,
  );
  const none: StatusCounts = { pending: 0, packing: 0, partially_shipped: 0, shipped: 0, fulfilled: 0, error: 0, cancelled: 0 };
  return { ...none, ...Object.fromEntries(rows.map(({ order_status, n }) => [order_status, n])) };
}

/** What moved today, in the account's zone, from the tallies. */
export async function flowToday(tenant: Tenant): Promise<Flow> {
  const rows = await readPrepared(
    tenant,
    sql<{ kind: keyof Flow; n: number }>`
    select kind, sum(n)::int as n from flow_tallies
    where account_id = ${tenant.accountId} and day = (select (now() at time zone timezone)::date from accounts where id = ${tenant.accountId}) group by 1`,
  );
  const still: Flow = { arrived: 0, accepted: 0, shipped: 0, confirmed: 0 };
  return { ...still, ...Object.fromEntries(rows.map(({ kind, n }) => [kind, n])) };
}
