import { sql } from 'kysely';
import { inAccount } from '../../../platform/in-account.ts';
import type { Tenant } from '../../../platform/tenant.ts';

/**
 * Locks what lies of these SKUs, in one order. Call it in a statement before the one that changes it, so that a count and the parcels that
 * are booked at the same moment each see what the other has done.
 */
export async function lockLevels(tenant: Tenant, connectionId: number, skus: readonly string[]): Promise<void> {
  await sql`select from stock_levels where ${inAccount(tenant)} and connection_id = ${connectionId}
    and sku = any(${[...new Set(skus)]}::text[]) order by sku, warehouse, location, lot for update`.execute(tenant.db);
}
