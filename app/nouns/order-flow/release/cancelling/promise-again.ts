import { sql } from 'kysely';
import { inAccount } from '../../../../../platform/in-account.ts';
import type { Tenant } from '../../../../../platform/tenant.ts';
import { needsOf } from '../stock/needs.ts';

/**
 * An order that had ended here goes on at the warehouse: what that accepted since its last count is promised until the next, as before. No
 * more than is free by now: the rest was promised to others in the meantime.
 */
export async function promiseAgain(tenant: Tenant, id: number): Promise<void> {
  await sql`
    select from products where ${inAccount(tenant)} and id in (select product_id from order_lines where ${inAccount(tenant)}
      and order_id = ${id}) order by sku collate "C" for no key update`.execute(tenant.db);
  await sql`
    insert into reservations (account_id, order_id, product_id, units, accepted_at)
    select ${tenant.accountId}, needed.order_id, needed.product_id, least(needed.units, coalesce(p.to_promise, needed.units)), now()
    from (${needsOf(tenant, sql`l.order_id = ${id}`)}) as needed
    join products p on ${inAccount(tenant, 'p')} and p.id = needed.product_id and coalesce(p.to_promise, 1) > 0
    where exists (select from orders o join warehouse_orders w on ${inAccount(tenant, 'w')} and w.id = o.warehouse_order_id
      and w.state = 'accepted'
      left join stock_counts s on ${inAccount(tenant, 's')} and s.connection_id = w.connection_id
      where ${inAccount(tenant, 'o')} and o.id = ${id} and o.cancelled_at is null and o.in_amware = 1 and o.units_shipped = 0
        -- Its promise may be dated later than that: see dateReservations.
        and (s.begun_at is null or w.accepted_at + interval '1 minute' > s.begun_at))
    on conflict do nothing`.execute(tenant.db);
}
