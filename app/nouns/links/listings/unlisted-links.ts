import { sql } from 'kysely';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';

/**
 * Ends links that an earlier build made by itself of what its channel no longer lists: no list shows them, so that nobody can remove them,
 * and they keep their products from being deleted. Listed again, it is linked again; orders that name it go by the same SKU all the same.
 * What a person linked stays. Such a build may go on for a while beside this one, and links them again. Returns how many ended.
 */
export async function endUnlistedLinks(tenant: Tenant, atOnce: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update connector_products set product_id = null, linked_at = null
    where ${inAccount(tenant)} and id in (
      select cp.id from connector_products cp join products p on ${inAccount(tenant, 'p')} and p.id = cp.product_id
      where ${inAccount(tenant, 'cp')} and cp.deleted_at is not null and cp.product_id is not null and cp.linked_by is null
        and p.sku = cp.connector_product_sku
      order by p.sku collate "C", cp.id limit ${atOnce})
      and deleted_at is not null and linked_by is null`.execute(tenant.db);
  return Number(numAffectedRows ?? 0n);
}
