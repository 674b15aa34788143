import { sql } from 'kysely';
import { and, type Condition } from './conditions.ts';
import type { Sort } from './sort.ts';

/** SQL with which a page by date begins in the right day: CTEs, a bound on the date, and the offset that remains. */
export type PageStart = { relations: Condition[]; date: Condition; offset: Condition };

/**
 * Finds the day of the order with `from` others before it in a list by date. Tallies by month, then by day lead to it, so that a
 * page costs the same at any depth. `counted` selects the tallies `t` of the list.
 */
export function pageStart(counted: Condition[], { orderDir }: Pick<Sort, 'orderDir'>, from: number): PageStart {
  const first = sql`${from}::bigint`;
  const holding = (bucket: Condition[], before: Condition) => sql`
    select day, before from (
      select t.day, sum(t.n) as n, ${before} + sum(sum(t.n)) over (order by t.day ${sql.raw(orderDir)}) - sum(t.n) as before
      from orders_by_place t where ${and([...counted, ...bucket])} group by t.day
    ) as bucket where before <= ${first} and before + n > ${first}`;
  const inMonth = sql`t.day >= (select day from month) and t.day < (select day from month) + interval '1 month'`;
  return {
    relations: [
      sql`month as materialized (${holding([sql`t.by_month`], sql`0`)})`,
      sql`place as materialized (${holding([sql`not t.by_month`, inMonth], sql`(select before from month)`)})`,
    ],
    date:
      orderDir === 'DESC'
        ? sql`o.order_date < (select (day + 1)::timestamp at time zone 'UTC' from place)`
        : sql`o.order_date >= (select day::timestamp at time zone 'UTC' from place)`,
    offset: sql`(select (${first} - before)::bigint from place)`,
  };
}
