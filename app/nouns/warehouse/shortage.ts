import { sql } from 'kysely';
import { inAccount } from '../../../platform/in-account.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { connectionName } from '../../shared/connections/calls/connection-name.ts';
import { openIssues } from '../../shared/issues/commands.ts';

/** Of the products that had stock, in a building or in all of them, how many a count names. */
export type Named = { building: string | null; before: number; named: number };

/** A count that leaves out more than such a share of at least so many products that had stock is more likely a fault than the truth. */
const limits = [
  { of: 10, share: 1 / 2 },
  { of: 100, share: 1 / 4 },
];
/** So is one that names nothing at all where several had stock. Of a single one nobody can tell. */
const several = 2;

/** The first of these, all buildings together before each, of which too few are named. */
export const shortageIn = (all: readonly Named[]): Named | undefined =>
  all.find(({ building, before, named }) => {
    if (building === null && named === 0 && before >= several) return true;
    return limits.some(({ of, share }) => before >= of && before - named > before * share);
  });

/** What lies in each building by now, and what a count that was read has there, as the relations `had` and `counted`. */
export const hadAndCounted = (tenant: Tenant, connectionId: number, takenAt: Date) => sql`
  had as (
    select sku, warehouse, sum(on_hand) as units from stock_levels
    where ${inAccount(tenant)} and connection_id = ${connectionId} group by 1, 2 having sum(on_hand) > 0
  ),
  counted as (
    select sku, warehouse, sum(on_hand) as units from counted_rows
    where ${inAccount(tenant)} and connection_id = ${connectionId} and begun_at = ${takenAt} group by 1, 2
  )`;

/**
 * Where a count that was read names too few of the products that lie in the warehouse by now. What left in parcels lies there no longer,
 * and what is named with none is named. A product that is not named in a building is looked for in the others: it may have moved.
 */
export async function findShortage(tenant: Tenant, connectionId: number, takenAt: Date): Promise<Named | undefined> {
  const { rows } = await sql<Named>`
    with ${hadAndCounted(tenant, connectionId, takenAt)},
    had_in_all as (select sku, sum(units) as units from had group by 1),
    counted_in_all as (select sku, sum(units) as units from counted group by 1)
    select null as building, count(*)::int as before, count(c.sku)::int as named
    from had_in_all h left join counted_in_all c on c.sku = h.sku
    union all
    select h.warehouse, count(*)::int, count(*) filter (where c.sku is not null or ca.units >= ha.units)::int
    from had h join had_in_all ha on ha.sku = h.sku left join counted_in_all ca on ca.sku = h.sku
    left join counted c on (c.sku, c.warehouse) = (h.sku, h.warehouse)
    group by 1
    order by building nulls first`.execute(tenant.db);
  return shortageIn(rows);
}

/** Keeps a count that is too short without using it, and tells a person. `isFirst`: the warehouse was connected again. */
export async function holdBack(
  tenant: Tenant,
  connectionId: number,
  count: { takenAt: Date; takenUntil: Date; isFirst: boolean },
  shortage: Named,
): Promise<void> {
  const { takenAt, takenUntil, isFirst } = count;
  await sql`update stock_counts set short_since = (select coalesce(short_since, now())), short_begun_at = ${takenAt},
      short_ended_at = ${takenUntil}
    where ${inAccount(tenant)} and connection_id = ${connectionId}`.execute(tenant.db);
  await sql`delete from counted_rows where ${inAccount(tenant)} and connection_id = ${connectionId}
    and begun_at < ${takenAt}`.execute(tenant.db);
  const connection = await connectionName(tenant, connectionId);
  await openIssues(tenant, [
    { type: 'short_count', subject: 'stock', connectionId, sentence: { code: 'count_short', connection, isFirst, ...shortage } },
  ]);
}
