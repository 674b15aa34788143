import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import type { LocationRow, ProviderLocation } from './contract.ts';

/** The warehouse's locations, by name. */
export function listProviderLocations({ accountId, db }: Tenant): Promise<ProviderLocation[]> {
  return db
    .selectFrom('warehouses')
    .innerJoin('connections as c', (join) =>
      join.onRef('c.account_id', '=', 'warehouses.account_id').onRef('c.id', '=', 'warehouses.connection_id'),
    )
    .select(['warehouses.code', 'warehouses.name'])
    .distinct()
    .where('warehouses.account_id', '=', accountId)
    .where('c.disconnected_at', 'is', null)
    .orderBy('warehouses.name')
    .execute();
}

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
