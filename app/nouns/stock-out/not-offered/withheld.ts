import { type RawBuilder, sql } from 'kysely';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { isCountedNotBooked } from '../../catalogue/items/not-booked.ts';

/**
 * The units of the products of each `listing` that lie there and are not offered all the same: those that expire soon, and those whose
 * receipts are not booked yet; `units_there` in the `building` alone. Receipts that are for no building count in each.
 */
export const withheldOf = (tenant: Tenant): RawBuilder<unknown> => sql`
  select product_id, sum(greatest(units, 0)) as units, sum(greatest(units_there, 0)) as units_there from (
    select p.id as product_id, 'expiring' as why, sum(lot.available) as units,
      coalesce(sum(lot.available) filter (where lot.warehouse = (select code from building)), 0) as units_there
    from products p
    join stock_lots lot on ${inAccount(tenant, 'lot')} and lot.sku = p.sku and not lot.is_offered
    join connections w on ${inAccount(tenant, 'w')} and w.id = lot.connection_id and w.disconnected_at is null
    where ${inAccount(tenant, 'p')} and p.id in (select product_id from listing) group by p.id
    union all
    select p.id, 'not booked', sum(r.quantity),
      coalesce(sum(r.quantity) filter (where coalesce(o.mapped_warehouse = (select code from building), true)), 0)
    from products p
    join receipts r on ${inAccount(tenant, 'r')} and r.sku = p.sku and ${isCountedNotBooked(tenant)}
    join connections w on ${inAccount(tenant, 'w')} and w.id = r.connection_id and w.disconnected_at is null
    left join purchase_orders o on ${inAccount(tenant, 'o')} and o.id = r.purchase_order_id
    where ${inAccount(tenant, 'p')} and p.id in (select product_id from listing)
      -- Of a lot that expires soon its units are left out already.
      and not exists (select from stock_lots lot where ${inAccount(tenant, 'lot')} and not lot.is_offered and lot.sku = r.sku
        and lot.connection_id = r.connection_id and lot.lot = r.lot_number)
    group by p.id
  ) as each group by product_id`;
