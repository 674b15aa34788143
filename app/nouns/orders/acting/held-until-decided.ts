import { sql } from 'kysely';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { hasChangedSince } from '../../order-flow/order-sql.ts';

/**
 * What is said beside the end of a hold that waits, because nobody has decided yet about a change of the order, or of one that travels
 * with it; null where the warehouse is asked at once, or need not be asked.
 */
export async function noteOfUndecided(tenant: Tenant, id: number): Promise<string | null> {
  const { rows } = await sql`
    select from orders own join orders x on ${inAccount(tenant, 'x')} and x.warehouse_order_id = own.warehouse_order_id
    where ${inAccount(tenant, 'own')} and own.id = ${id} and own.hold_outcome = 'pending' and ${hasChangedSince(tenant, 'x')}
    limit 1`.execute(tenant.db);
  return rows.length > 0 ? 'The warehouse holds it until somebody has decided about what changed.' : null;
}
