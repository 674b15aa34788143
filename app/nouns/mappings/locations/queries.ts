import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import type { LocationRow } from './contract.ts';

/** A connection's locations as they are saved, by name. */
export function listLocations({ accountId, db }: Tenant, connectionId: number): Promise<LocationRow[]> {
  return db
    .selectFrom('location_mappings')
    .select(['id', 'internal_id', 'connector_location', 'amware_location'])
    .where(inAccount({ accountId }))
    .where('connection_id', '=', connectionId)
    .orderBy('connector_location')
    .orderBy('internal_id')
    .limit(2_000)
    .execute();
}
