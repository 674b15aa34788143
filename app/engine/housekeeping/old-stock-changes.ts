import { sql } from 'kysely';
import { inAccount } from '../../../platform/in-account.ts';
import type { Tenant } from '../../../platform/tenant.ts';

/**
 * Deletes what each old change of stock follows at its place: the curve of an item's stock begins with the last one that is so old (see
 * catalogue/record/curve.ts). They are looked at once, in the order in which they were written, which is nearly that of time: from where
 * the last call ended, up to the first that is not old. Returns how many were looked at.
 */
export async function deleteOldStockChanges(tenant: Tenant, days: number, atOnce: number): Promise<number> {
  const old = sql`now() - make_interval(days => ${days})`;
  const lookedAt = sql`(select stock_changes_to from housekeeping where ${inAccount(tenant)})`;
  const { rows } = await sql<{ looked_at: number }>`
    with young as (
      -- Among the next ones alone: while there are many old ones, the first that is not lies far behind them.
      select id from (
        select id, taken_at from stock_changes where ${inAccount(tenant)} and id > ${lookedAt} order by id limit ${atOnce}
      ) as coming where taken_at between ${old} and now() order by id limit 1
    ),
    next as materialized (
      select * from stock_changes where ${inAccount(tenant)} and id > ${lookedAt}
        and id < (select coalesce(max(id), 9223372036854775807) from young) order by id limit ${atOnce}
    ),
    followed as (
      delete from stock_changes c using next n where ${inAccount(tenant, 'c')} and c.sku = n.sku and c.connection_id = n.connection_id
        and c.warehouse = n.warehouse and c.location = n.location and c.lot = n.lot
        and (c.taken_at, c.id) < (n.taken_at, n.id) and n.taken_at < ${old} returning 1
    )
    update housekeeping set stock_changes_to = (select max(id) from next) where ${inAccount(tenant)} and exists (select from next)
    returning (select count(*)::int from next) as looked_at`.execute(tenant.db);
  return rows[0]?.looked_at ?? 0;
}
