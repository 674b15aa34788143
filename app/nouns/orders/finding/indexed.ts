import { sql } from 'kysely';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import type { OrderFilter } from '../../order-flow/contract/filter.ts';
import type { OrderRow } from '../../order-flow/contract/orders.ts';
import { and, type Condition, type Conditions, connectionNamed, statusOf } from './conditions.ts';
import type { PageOfRows } from './page.ts';
import { type PageStart, pageStart } from './page-start.ts';
import { readRows, rowsFrom, type UnwordedRow } from './rows.ts';
import { orderedBy, reversed, type Sort } from './sort.ts';

/** Where tallies do not help, rows are counted and paged up to this number. */
const countedAtMost = 10_000;
/** From this offset on it is cheaper to look up where a page begins, or to read from the nearer end. */
const deep = 5_000;

/** Whether one index has exactly the orders of this filter, in the order of its sort. */
export function isIndexed({ orderBy }: OrderFilter, { shelf, dates, narrow, rest }: Conditions): boolean {
  const named = Object.keys(narrow).sort();
  if (rest.length > 0 || narrow.issue || narrow.assigned || narrow.tag || (shelf === 'archived' && named.length > 0)) return false;
  if (shelf === 'both') return orderBy === 'order_date' && named.join() === 'has_issue';
  if (orderBy === 'order_date') return named.length <= 1 || named.join() === 'source,status';
  return named.length === 0 && dates.length === 0 && shelf === 'live';
}

/** A page from that index, with these columns. Its total comes from the tallies, or is counted up to 10,000. */
export async function pageFromIndex(
  tenant: Tenant,
  filter: OrderFilter,
  conditions: Conditions,
  columns: readonly string[],
): Promise<PageOfRows> {
  const { base, dates, narrow } = conditions;
  const from = (filter.page - 1) * filter.perPage;
  const tallied = dates.length === 0 && !narrow.country && !narrow.shipping && !narrow.locked ? tally(tenant, filter, conditions) : null;
  // No index has one source and one status: when the tallies say that no order has both, skip the scan.
  const isAny = tallied && narrow.status && narrow.source ? [sql`(${tallied}) > 0`] : [];
  const where = [...base, ...Object.values(narrow), ...dates, ...isAny];
  const placed = tallied && filter.orderBy === 'order_date' && !narrow.has_issue && !narrow.held;
  if (tallied && (placed || from < deep)) {
    const place = from < deep ? null : pageStart(countedBy(tenant, filter, conditions), filter, from);
    const slice = { from, take: filter.perPage, total: tallied, place, sort: filter };
    const rows = await readSlice(tenant, where, filter, slice, columns);
    const total = rows[0]?.of_all ?? (from === 0 ? 0 : (await totalOf(tenant, and(where), tallied)).total);
    return { data: rows.map(({ of_all: _, ...row }) => row), total, exact: true, cut_short: null };
  }
  const { total, exact } = await totalOf(tenant, and(where), tallied);
  const slice = nearer(filter, { from, take: Math.min(filter.perPage, total - from), total });
  const rows = slice.take > 0 ? await readSlice(tenant, where, filter, slice, columns) : [];
  return { data: rows.map(({ of_all: _, ...row }) => row), total, exact, cut_short: null };
}

/** A slice of a list: `take` rows from an offset of a sort. */
type Slice = { from: number; take: number; sort: Sort; total?: Condition; place?: PageStart | null };

/** The slice, read from the nearer end. */
function nearer(sort: Sort, { from, take, total }: { from: number; take: number; total: number }): Slice {
  return from <= total / 2 ? { from, take, sort } : { from: total - from - take, take, sort: reversed(sort) };
}

/** The rows of a slice in list order, each with the total: one statement, so that both come from one snapshot. */
async function readSlice(tenant: Tenant, where: Condition[], sort: Sort, slice: Slice, columns: readonly string[]): Promise<SliceRow[]> {
  const { from, take, total = sql`0`, place } = slice;
  // First pages and deep pages are prepared. The page size is then in the text: a generic plan would assume a tenth of all
  // orders.
  const isPrepared = from === 0 || !!place;
  const offset = from === 0 ? sql`` : sql`offset ${place?.offset ?? from}`;
  const piece = sql`limit ${isPrepared ? sql.lit(take) : take} ${offset}`;
  const all = and(place ? [...where, place.date] : where);
  const cut = sql`cut as materialized (select (${total}) as total, array(
    select o.id from orders o where ${inAccount(tenant, 'o')} and ${all} order by ${orderedBy(slice.sort, 'o')} ${piece}) as ids)`;
  const query = sql<UnwordedRow<SliceRow>>`
    with ${sql.join([...(place?.relations ?? []), cut])}
    select (select total from cut) as of_all, ${rowsFrom(tenant, sql`(select ids from cut)`, columns)} order by ${orderedBy(sort, 'o')}`;
  return readRows<SliceRow>(tenant, query, columns, isPrepared);
}
type SliceRow = OrderRow & { of_all: number };

async function totalOf(tenant: Tenant, where: Condition, tallied: Condition | null): Promise<{ total: number; exact: boolean }> {
  const counted = sql`select count(*)::int from (
    select from orders o where ${inAccount(tenant, 'o')} and ${where} limit ${countedAtMost + 1}) as near`;
  const { rows } = await sql<{ total: number }>`select (${tallied ?? counted}) as total`.execute(tenant.db);
  const total = rows[0]?.total ?? 0;
  return tallied ? { total, exact: true } : { total: Math.min(total, countedAtMost), exact: total <= countedAtMost };
}

/** The total, from the tallies. */
function tally(tenant: Tenant, filter: OrderFilter, conditions: Conditions): Condition {
  const { has_issue, held } = conditions.narrow;
  const parts = [...countedBy(tenant, filter, conditions), ...(has_issue ? [sql`t.has_issue`] : []), ...(held ? [sql`t.held`] : [])];
  return sql`select coalesce(sum(n), 0)::int from orders_in_all t where ${and(parts)}`;
}

/** The tallies `t` for this filter's shelf, source and status. */
function countedBy(tenant: Tenant, filter: OrderFilter, { shelf, narrow }: Conditions): Condition[] {
  const parts = [inAccount(tenant, 't')];
  if (shelf !== 'both') parts.push(sql`t.archived = ${shelf === 'archived'}`);
  if (narrow.status) parts.push(sql`t.order_status = ${statusOf(filter)}`);
  if (narrow.source) parts.push(sql`t.connection_id = ${connectionNamed(tenant, filter.source ?? '')}`);
  return parts;
}
