import { type RawBuilder, sql } from 'kysely';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';

/**
 * The units of the products of each `listing` that are there, are not promised to anybody, and are not offered all the same because they
 * expire soon; `expiring_there` in the `building` alone. A book has them.
 */
export const withheldOf = (tenant: Tenant): RawBuilder<unknown> => sql`
  select p.id as product_id, sum(lot.available) as expiring,
    coalesce(sum(lot.available) filter (where lot.warehouse = (select code from building)), 0) as expiring_there
  from products p
  join stock_lots lot on ${inAccount(tenant, 'lot')} and lot.sku = p.sku and not lot.is_offered
  join connections w on ${inAccount(tenant, 'w')} and w.id = lot.connection_id and w.disconnected_at is null
  where ${inAccount(tenant, 'p')} and p.id in (select product_id from listing) group by p.id`;
