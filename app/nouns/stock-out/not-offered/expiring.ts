import { type RawBuilder, sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { queueStockOfSkus } from '../queue.ts';

/**
 * Decides anew from which day on channels are not offered each lot: so many days before it expires as its product or raw material
 * says, or else the account. Has the channels told of those that they are offered no longer, or again. `l` is a row of `stock_lots`.
 */
export async function settleExpiring(tenant: Tenant, which: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<Columns<'stock_lots', 'sku'> & { differs: boolean }>`
    with due as materialized (
      select l.connection_id, l.sku, l.warehouse, l.location, l.lot, d.day, coalesce(d.day > d.today, true) as is_offered from stock_lots l
      join accounts a on a.id = ${tenant.accountId}
      left join products p on ${inAccount(tenant, 'p')} and p.sku = l.sku
      left join raw_materials m on ${inAccount(tenant, 'm')} and m.sku = l.sku
      cross join lateral (select l.expires_on - coalesce(p.expiry_days, m.expiry_days, a.expiry_days) as day,
        (now() at time zone a.timezone)::date as today) as d
      where ${inAccount(tenant, 'l')} and ${which}
        and (l.not_offered_from, l.is_offered) is distinct from (d.day, coalesce(d.day > d.today, true))
      order by l.sku, l.connection_id, l.warehouse, l.location, l.lot for no key update of l
    )
    update stock_lots l set not_offered_from = due.day, is_offered = due.is_offered from due
    where ${inAccount(tenant, 'l')} and (l.connection_id, l.sku, l.warehouse, l.location, l.lot)
      = (due.connection_id, due.sku, due.warehouse, due.location, due.lot)
    returning l.sku, old.is_offered <> new.is_offered as differs`.execute(tenant.db);
  await queueStockOfSkus(
    tenant,
    rows.flatMap(({ sku, differs }) => (differs ? sku : [])),
  );
}

/** Of an account, all whose day has come. */
export const settleDueExpiring = (tenant: Tenant): Promise<void> =>
  settleExpiring(
    tenant,
    sql`l.is_offered and l.not_offered_from <= (select (now() at time zone timezone)::date from accounts where id = ${tenant.accountId})`,
  );
