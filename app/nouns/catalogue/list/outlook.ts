import { type RawBuilder, sql } from 'kysely';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { unitsToCome } from '../items/purchased-units.ts';
import type { Kind } from '../kinds.ts';
import { type Outlook, outlookDays } from './days-left.ts';

/** Of each item so many of its newest lines, or counts of its stock, are looked through. */
const looksThrough = 500;

/** How items of one page will do: what purchase orders bring, and what goes a day. By their ids. */
export async function readOutlooks(tenant: Tenant, kind: Kind, ids: readonly number[]): Promise<Map<number, Outlook>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<Outlook & { id: number }>`
    select i.id, expected.units as expected, gone.units as gone, gone.days
    from ${sql.table(kind)} i
    cross join lateral (${expectedOf(tenant, kind)}) as expected
    cross join lateral (${kind === 'products' ? soldOf(tenant) : usedOf(tenant)}) as gone
    where ${inAccount(tenant, 'i')} and i.id = any(${ids}::bigint[])`.execute(tenant.db);
  return new Map(rows.map(({ id, ...outlook }) => [id, outlook]));
}

/** Units that open purchase orders still bring of an item `i`. */
const expectedOf = (tenant: Tenant, kind: Kind): RawBuilder<unknown> => sql`
  select least(coalesce(sum(l.units), 0), 2147483647)::int as units from (
    select purchase_order_id, ${unitsToCome('purchase_order_lines')} as units from purchase_order_lines
    where ${inAccount(tenant)} and ${sql.ref(kind === 'products' ? 'product_id' : 'raw_material_id')} = i.id
    order by purchase_order_id desc limit ${sql.lit(looksThrough)}
  ) as l join purchase_orders po on ${inAccount(tenant, 'po')} and po.id = l.purchase_order_id
  where po.status in ('pending', 'hold', 'received') and po.deleted_at is null and l.units > 0`;

const isRecent = (at: RawBuilder<unknown>) => sql`${at} >= now() - make_interval(days => ${sql.lit(outlookDays)})`;

/**
 * Units of a product `i` that were sold in the last days, and in how many: fewer where it sells more often than is looked through. What
 * was cancelled was not sold.
 */
const soldOf = (tenant: Tenant): RawBuilder<unknown> => sql`
  select least(coalesce(sum(l.units) filter (where ${isRecent(sql`o.order_date`)} and o.order_status <> 'cancelled'
    and o.deleted_at is null), 0), 2147483647)::int as units, ${daysOf(sql`count(*)`, sql`min(o.order_date)`)} as days
  from (
    select order_id, quantity::bigint * units_per_sale as units from order_lines
    where ${inAccount(tenant)} and product_id = i.id order by order_id desc limit ${sql.lit(looksThrough)}
  ) as l join orders o on ${inAccount(tenant, 'o')} and o.id = l.order_id`;

/** Units of a raw material `i` by which its stock fell, from day to day: what moves between places in a day falls in none. */
const usedOf = (tenant: Tenant): RawBuilder<unknown> => sql`
  select least(coalesce(sum(-day.units) filter (where day.units < 0), 0), 2147483647)::int as units,
    ${daysOf(sql`max(day.seen)`, sql`min(day.first)`)} as days
  from (
    select sum(units) as units, min(first) as first, max(seen) as seen from (
      select c.taken_at, min(c.taken_at) over () as first, count(*) over () as seen,
        c.on_hand - lag(c.on_hand) over (partition by c.connection_id, c.warehouse, c.location, c.lot order by c.taken_at, c.id) as units
      from (
        select * from stock_changes s where ${inAccount(tenant, 's')} and s.sku = i.sku order by s.taken_at desc
          limit ${sql.lit(looksThrough)}
      ) as c
    ) as change
    where ${isRecent(sql`taken_at`)} group by (taken_at at time zone 'UTC')::date
  ) as day`;

/** The days that what was looked through covers: all of them, unless it ended before. In hours at the least. */
const daysOf = (count: RawBuilder<unknown>, first: RawBuilder<unknown>): RawBuilder<number> => sql<number>`
  (case when ${count} = ${sql.lit(looksThrough)}
    then least(greatest(extract(epoch from now() - ${first}) / 86400.0, 1 / 24.0), ${sql.lit(outlookDays)})
    else ${sql.lit(outlookDays)} end)::float8`;
