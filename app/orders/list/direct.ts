import { sql } from 'kysely';
import { readPrepared } from '../../../platform/prepared.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { and, type Condition, type Conditions, connectionNamed, statusOf } from './conditions.ts';
import type { Cut } from './cut.ts';
import type { OrderFilter } from './filter.ts';
import { type Place, placeOf } from './place.ts';
import { orderedBy, reversed, type Sort } from './sort.ts';

/** What the tallies do not know is counted up to here; and its pages end here. */
const countedAtMost = 10_000;
/** From here on it pays to look up where a page begins, or at least to come from the nearer end. */
const deep = 5_000;

/** Whether one index has exactly the orders of this filter, in its order. */
export function hasItsIndex({ orderBy }: OrderFilter, { archived, dates, narrow, rest }: Conditions): boolean {
  const named = Object.keys(narrow).sort();
  if (rest.length > 0 || narrow.issue || (archived && named.length > 0)) return false;
  if (orderBy === 'order_date') return named.length <= 1 || named.join() === 'source,status';
  return named.length === 0 && dates.length === 0 && !archived;
}

/** A page from that index. Its total is kept, or counted up to 10,000. */
export async function cutDirectly(tenant: Tenant, filter: OrderFilter, conditions: Conditions): Promise<Cut> {
  const { base, dates, narrow } = conditions;
  const where = [...base, ...Object.values(narrow), ...dates];
  const tallied = dates.length === 0 && !narrow.country && !narrow.shipping && !narrow.locked;
  const from = (filter.page - 1) * filter.perPage;
  const placed = tallied && filter.orderBy === 'order_date' && !narrow.has_issue && !narrow.held;
  if (tallied && (placed || from < deep)) {
    const place = from < deep ? null : placeOf(countedBy(tenant, filter, conditions), filter, from);
    const total = tally(tenant, filter, conditions);
    return { ...(await slice(tenant, where, filter, { from, take: filter.perPage, total, place })), exact: true, cut_short: null };
  }
  const { total, exact } = await totalOf(tenant, and(where), tallied ? tally(tenant, filter, conditions) : null);
  const take = Math.min(filter.perPage, total - from);
  const { ids } = take > 0 ? await nearer(tenant, where, filter, { from, take, total }) : { ids: [] };
  return { ids, total, exact, cut_short: null };
}

/** From whichever end is nearer. */
async function nearer(
  tenant: Tenant,
  where: Condition[],
  sort: Sort,
  { from, take, total }: { from: number; take: number; total: number },
) {
  if (from <= total / 2) return slice(tenant, where, sort, { from, take });
  const { ids } = await slice(tenant, where, reversed(sort), { from: total - from - take, take });
  return { ids: ids.reverse() };
}

type Slice = { from: number; take: number; total?: Condition; place?: Place | null };

async function slice(tenant: Tenant, where: Condition[], sort: Sort, { from, take, total = sql`0`, place }: Slice): Promise<Sliced> {
  // The first page is what is asked all day. Its size is in the text: a plan that does not know it is for a tenth of all orders.
  const piece = from === 0 ? sql`limit ${sql.lit(take)}` : sql`limit ${take} offset ${place?.offset ?? from}`;
  const all = and(place ? [...where, place.date] : where);
  const query = sql<Sliced>`${place?.relations ?? sql``}
    select array_to_json(array(select o.id from orders o where ${all} order by ${orderedBy(sort, 'o')} ${piece})) as ids, (${total}) as total`;
  const [row] = from === 0 ? await readPrepared(tenant, query) : (await query.execute(tenant.db)).rows;
  return row ?? { ids: [], total: 0 };
}
type Sliced = { ids: number[]; total: number };

async function totalOf(tenant: Tenant, where: Condition, tallied: Condition | null): Promise<{ total: number; exact: boolean }> {
  const { rows } = await sql<{ total: number }>`
    select (${tallied ?? sql`select count(*)::int from (select from orders o where ${where} limit ${countedAtMost + 1}) as found`}) as total`.execute(
    tenant.db,
  );
  const total = rows[0]?.total ?? 0;
  return tallied ? { total, exact: true } : { total: Math.min(total, countedAtMost), exact: total <= countedAtMost };
}

/** How many there are, from the counts that are kept. */
function tally(tenant: Tenant, filter: OrderFilter, conditions: Conditions): Condition {
  const { has_issue, held } = conditions.narrow;
  const parts = [...countedBy(tenant, filter, conditions), ...(has_issue ? [sql`t.has_issue`] : []), ...(held ? [sql`t.held`] : [])];
  return sql`select coalesce(sum(n), 0)::int from orders_in_all t where ${and(parts)}`;
}

/** The counts `t` of the orders of these connections and this status, live or archived. */
function countedBy(tenant: Tenant, filter: OrderFilter, { archived, narrow }: Conditions): Condition[] {
  const parts = [sql`t.account_id = ${tenant.accountId}`, sql`t.archived = ${archived}`];
  if (narrow.status) parts.push(sql`t.order_status = ${statusOf(filter)}`);
  if (narrow.source) parts.push(sql`t.connection_id = ${connectionNamed(tenant, filter.source ?? '')}`);
  return parts;
}
