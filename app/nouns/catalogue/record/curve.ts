import { type RawBuilder, sql } from 'kysely';
import { inAccount } from '../../../../platform/in-account.ts';
import { readPrepared } from '../../../../platform/prepared.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import type { Kind } from '../kinds.ts';
import type { StockDay } from './curve-contract.ts';

/** So many days the curve shows, today included. */
const mostDays = 90;

/**
 * An item's stock at the end of each of the last days, in the account's time zone, from the changes between the warehouse's counts.
 * It begins with the first count. Undefined when the account has no such item.
 */
export async function readCurve(tenant: Tenant, kind: Kind, id: number): Promise<StockDay[] | undefined> {
  const query = sql<{ days: StockDay[] | null }>`
    with item as (select sku from ${sql.table(kind)} where ${inAccount(tenant)} and id = ${id}),
    zone as (select timezone from accounts where id = ${tenant.accountId}),
    change as (
      select c.taken_at, c.id, c.on_hand - ${before('on_hand')} as on_hand, c.on_hold - ${before('on_hold')} as on_hold
      from item join stock_changes c on ${inAccount(tenant, 'c')} and c.sku = item.sku
      window place as (partition by c.connection_id, c.warehouse, c.location, c.lot order by c.taken_at, c.id)
    ),
    level as (
      select taken_at, id, sum(on_hand) over so_far as on_hand, sum(on_hold) over so_far as on_hold
      from change window so_far as (order by taken_at, id rows unbounded preceding)
    ),
    ended as (
      select distinct on (day) day, on_hand::int, (on_hand - on_hold)::int as in_stock
      from (select (taken_at at time zone zone.timezone)::date as day, level.* from level, zone) as dated order by day, taken_at desc,
        id desc
    ),
    span as (select ended.*, lead(day) over (order by day) as next from ended),
    today as (select (now() at time zone zone.timezone)::date as day from zone),
    each_day as (
      select each.at::date as day, span.on_hand, span.in_stock from today cross join span
      cross join lateral generate_series(greatest(span.day, today.day - ${sql.lit(mostDays - 1)}), least(today.day, span.next - 1),
        '1 day') as each (at)
    )
    select (select json_agg(json_build_object('date', day, 'on_hand', on_hand, 'in_stock', in_stock) order by day) from each_day) as days
      from item`;
  const rows = await readPrepared(tenant, query);
  return rows[0] && (rows[0].days ?? []);
}

/** What the place had before; it was not known before its first count. */
const before = (column: string): RawBuilder<unknown> => sql`lag(${sql.ref(`c.${column}`)}, 1, 0) over place`;
