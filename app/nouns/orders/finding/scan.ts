import { sql } from 'kysely';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { withoutTags } from '../../../shared/tags/contract.ts';
import { byTag } from '../../../shared/tags/filter.ts';
import { type OrderFilter, suggestedAddress } from '../../order-flow/contract/filter.ts';
import { and, type Condition, type Conditions, isOpen, type Narrowing } from './conditions.ts';
import type { PageOfIds } from './page.ts';
import { orderedBy, type Sort } from './sort.ts';

/** How many orders a page scans at most. */
export const scanLimit = 10_000;
const byDate: Sort = { orderBy: 'order_date', orderDir: 'DESC' };

/**
 * A page for a filter without an index of its own. Scans the orders of its narrowest filter. Where all filters are wide, scans
 * the first 10,000 in the list's order: what is shown is right, but there may be more.
 */
export async function scanForPage(tenant: Tenant, filter: OrderFilter, conditions: Conditions): Promise<PageOfIds> {
  const { shelf, base, dates, narrow, rest } = conditions;
  const all = [...dates, ...Object.values(narrow), ...rest];
  const lead = await narrowestFilter(tenant, filter, conditions);
  // By date, each filter's index has the list's order; archived orders are in the archive's index only, or in that of orders with issues.
  const walk = shelf !== 'live' || filter.orderBy === 'order_date' ? { ...byDate, orderDir: scanDirection(filter) } : filter;
  const led = lead ? [...lead.by, ...dates] : shelf === 'archived' ? dates : [];
  const from = sql`select * from orders o where ${inAccount(tenant, 'o')}
    and ${and([...base, ...led])} ${lead?.few ? sql`` : sql`order by ${orderedBy(walk, 'o')}`} limit ${scanLimit + 1}`;
  const { ids, total, looked_at, back_to } = await scan(tenant, filter, from, all);
  if (looked_at <= scanLimit) return { ids, total, exact: true, cut_short: null };
  const newestFirst = filter.orderBy === 'order_date' && filter.orderDir === 'DESC';
  return {
    ids,
    total: Math.min(total, scanLimit),
    exact: false,
    cut_short: { looked_at: scanLimit, back_to: newestFirst ? back_to : null },
  };
}

/** A page of the orders that free text found. */
export async function scanFoundOrders(
  tenant: Tenant,
  filter: OrderFilter,
  { base, dates, narrow, rest }: Conditions,
  { ids, complete }: { ids: number[]; complete: boolean },
): Promise<PageOfIds> {
  const from = sql`select * from orders o where ${inAccount(tenant, 'o')} and o.id = any(${ids}::bigint[])`;
  const { total, ids: page } = await scan(tenant, filter, from, [...base, ...dates, ...Object.values(narrow), ...rest]);
  return { ids: page, total, exact: complete, cut_short: complete ? null : { looked_at: ids.length, back_to: null } };
}

const scanDirection = ({ orderBy, orderDir }: OrderFilter) => (orderBy === 'order_date' ? orderDir : 'DESC');

type Scanned = { ids: number[]; total: number; looked_at: number; back_to: Date | null };

/** Scans the orders of `from` and returns a page of those that match. */
async function scan(tenant: Tenant, filter: OrderFilter, from: Condition, tests: Condition[]): Promise<Scanned> {
  const { rows } = await sql<Scanned>`
    with looked as materialized (
      select o.id, o.order_date, o.order_status, o.customer_name, o.total_cost, ${tests.length > 0 ? and(tests) : sql`true`} as fits
        from (${from}) as o
    )
    select count(*)::int as looked_at, count(*) filter (where fits)::int as total, min(order_date) as back_to,
      array_to_json(array(select l.id from looked l where l.fits order by ${orderedBy(filter, 'l')}
        limit ${filter.perPage} offset ${(filter.page - 1) * filter.perPage})) as ids
    from looked`.execute(tenant.db);
  return rows[0] as Scanned;
}

type DrivingFilter = { by: Condition[]; few: boolean };
/** A filter, and how many orders it leaves. */
type CountedFilter = { by: Condition[]; count: Condition };

/** The filter with fewest orders; `few` when all of them can be scanned. Null when the scan follows the list's order. */
async function narrowestFilter(tenant: Tenant, filter: OrderFilter, conditions: Conditions): Promise<DrivingFilter | null> {
  const parts = drivingFilters(conditions);
  const { base, dates } = conditions;
  const counted = parts.map((by) => ({
    by,
    count: sql`(select count(*)::int from (select from orders o where ${inAccount(tenant, 'o')} and ${and([...base, ...by, ...dates])}
        limit ${scanLimit + 1}) as near)`,
  }));
  const each = [...counted, ...issueOf(tenant, filter, conditions), ...tagOf(tenant, filter)];
  if (each.length === 0) return null;
  const { rows } = await sql<{ counts: number[] }>`select array[${sql.join(each.map(({ count }) => count))}] as counts`.execute(tenant.db);
  const numbers = rows[0]?.counts ?? [];
  const least = Math.min(...numbers);
  const by = each[numbers.indexOf(least)]?.by ?? [];
  if (least <= scanLimit) return { by, few: true };
  return filter.orderBy === 'order_date' || conditions.shelf === 'both' ? { by: parts[0] ?? [], few: false } : null;
}

/** Filters with an index by date; of equally wide ones the first is used. */
function drivingFilters({ shelf, dates, narrow }: Conditions): Condition[][] {
  if (shelf === 'archived') return [[]];
  // Of those that only an index of live orders has, none. What is assigned is found by its ids.
  if (shelf === 'both') return [narrow.has_issue, narrow.assigned].flatMap((part) => (part ? [[part]] : []));
  const parts = order.flatMap((name) => (narrow[name] ? [[narrow[name]]] : []));
  return dates.length > 0 ? [...parts, []] : parts;
}
const order: Narrowing[] = ['assigned', 'held', 'locked', 'has_issue', 'shipping', 'country', 'status', 'source'];

/** Finds orders with one type of issue from the issues table, where these are few enough; the tallies say how many of a type. */
function issueOf(tenant: Tenant, { issue }: OrderFilter, { narrow }: Conditions): CountedFilter[] {
  if (!narrow.issue || !issue) return [];
  const from = sql`from issues i where ${inAccount(tenant, 'i')} and ${isOpen(issue)} and i.order_id is not null`;
  const tallied = sql`select coalesce(sum(n), 0)::int from issue_tallies t where ${inAccount(tenant, 't')} and t.type = ${issue}`;
  const counted = sql`select count(*)::int from (select ${from} limit ${scanLimit + 1}) as near`;
  const count = sql`(${issue === suggestedAddress ? counted : tallied})`;
  return [{ by: [sql`o.id = any(array(select i.order_id ${from}))`], count }];
}

/** Finds orders with one tag from the index of tags, where these are few enough. */
function tagOf(tenant: Tenant, { tag }: OrderFilter): CountedFilter[] {
  if (!tag || tag === withoutTags) return [];
  const { by, count } = byTag(tenant, 'order', sql`o.id`, { tag, most: scanLimit });
  return [{ by: [by], count }];
}
