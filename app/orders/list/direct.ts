import { sql } from 'kysely';
import { readPrepared } from '../../../platform/prepared.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { and, type Condition, type Conditions, connectionNamed, statusOf } from './conditions.ts';
import type { Cut } from './cut.ts';
import type { OrderFilter } from './filter.ts';
import { orderedBy, reversed, type Sort } from './sort.ts';

/** What the tallies do not know is counted up to here; and its pages end here. */
const countedAtMost = 10_000;
/** From here on it pays to know the total first, and to come from the nearer end. */
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
  const where = and([...base, ...Object.values(narrow), ...dates]);
  const tallied = dates.length === 0 && !narrow.country && !narrow.shipping && !narrow.locked;
  const from = (filter.page - 1) * filter.perPage;
  if (tallied && from < deep)
    return {
      ...(await slice(tenant, where, filter, from, filter.perPage, tally(tenant, filter, conditions))),
      exact: true,
      cut_short: null,
    };
  const { total, exact } = await totalOf(tenant, where, tallied ? tally(tenant, filter, conditions) : null);
  const take = Math.min(filter.perPage, total - from);
  const { ids } = take > 0 ? await nearer(tenant, where, filter, { from, take, total }) : { ids: [] };
  return { ids, total, exact, cut_short: null };
}

/** From whichever end is nearer. */
async function nearer(tenant: Tenant, where: Condition, sort: Sort, { from, take, total }: { from: number; take: number; total: number }) {
  if (from <= total / 2) return slice(tenant, where, sort, from, take);
  const { ids } = await slice(tenant, where, reversed(sort), total - from - take, take);
  return { ids: ids.reverse() };
}

async function slice(
  tenant: Tenant,
  where: Condition,
  sort: Sort,
  from: number,
  take: number,
  total = sql`0`,
): Promise<{ ids: number[]; total: number }> {
  // The first page is what is asked all day. Its size is in the text: a plan that does not know it is for a tenth of all orders.
  const piece = from === 0 ? sql`limit ${sql.lit(take)}` : sql`limit ${take} offset ${from}`;
  const query = sql<{ ids: number[]; total: number }>`
    select array_to_json(array(select o.id from orders o where ${where} order by ${orderedBy(sort, 'o')} ${piece})) as ids, (${total}) as total`;
  const [row] = from === 0 ? await readPrepared(tenant, query) : (await query.execute(tenant.db)).rows;
  return row ?? { ids: [], total: 0 };
}

async function totalOf(tenant: Tenant, where: Condition, tallied: Condition | null): Promise<{ total: number; exact: boolean }> {
  const { rows } = await sql<{ total: number }>`
    select (${tallied ?? sql`select count(*)::int from (select from orders o where ${where} limit ${countedAtMost + 1}) as found`}) as total`.execute(
    tenant.db,
  );
  const total = rows[0]?.total ?? 0;
  return tallied ? { total, exact: true } : { total: Math.min(total, countedAtMost), exact: total <= countedAtMost };
}

/** How many there are, from the counts that are kept. */
function tally(tenant: Tenant, filter: OrderFilter, { archived, narrow }: Conditions): Condition {
  const parts = [sql`t.account_id = ${tenant.accountId}`, sql`t.archived = ${archived}`];
  if (narrow.status) parts.push(sql`t.order_status = ${statusOf(filter)}`);
  if (narrow.source) parts.push(sql`t.connection_id = ${connectionNamed(tenant, filter.source ?? '')}`);
  if (narrow.has_issue) parts.push(sql`t.has_issue`);
  if (narrow.held) parts.push(sql`t.held`);
  return sql`select coalesce(sum(n), 0)::int from order_tallies t where ${and(parts)}`;
}
