import { sql } from 'kysely';
import { refuse } from '../../../platform/http/refusal.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { checkWaiting } from '../../orders/checking/check.ts';

/** Maps a channel's location to a warehouse and checks the orders that wait for it. Returns how many waited. */
export async function mapLocation(
  tenant: Tenant,
  mapping: { connectionId: number; internalId: string; amwareLocation: string },
): Promise<{ waiting: number }> {
  const { connectionId, internalId, amwareLocation } = mapping;
  const warehouse = await tenant.db
    .selectFrom('warehouses')
    .select('code')
    .where('account_id', '=', tenant.accountId)
    .where('code', '=', amwareLocation)
    .executeTakeFirst();
  if (!warehouse) throw refuse(404, 'not_found', 'This warehouse does not exist.');
  const { numAffectedRows } = await sql`
    update location_mappings set amware_location = ${amwareLocation}
    where account_id = ${tenant.accountId} and connection_id = ${connectionId} and internal_id = ${internalId}`.execute(tenant.db);
  if (!numAffectedRows) throw refuse(404, 'not_found', 'This location does not exist.');
  return { waiting: await checkWaiting(tenant, { type: 'unmapped_location', connectionId, subject: internalId }) };
}
