import { sql } from 'kysely';
import type { WarehouseShipment } from '../../../../connectors/contract.ts';
import type { Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';

/**
 * A parcel may name its order by the warehouse's own id alone: it gets the reference that the order was sent under, by which parcels are
 * matched. What another system sent, and what goes out of an announcement, has none here.
 */
export async function withReferences(tenant: Tenant, connectionId: number, parcels: WarehouseShipment[]): Promise<WarehouseShipment[]> {
  const isNamed = ({ reference, providerRef, asnId }: WarehouseShipment) => reference !== '' || providerRef === '' || Boolean(asnId);
  const refs = parcels.filter((parcel) => !isNamed(parcel)).map(({ providerRef }) => providerRef);
  if (refs.length === 0) return parcels;
  const { rows } = await sql<Columns<'warehouse_orders', 'reference' | 'provider_ref'>>`
    select provider_ref, reference from warehouse_orders
    where ${inAccount(tenant)} and connection_id = ${connectionId} and provider_ref = any(${refs}::text[]) order by id`.execute(tenant.db);
  const referenceOf = new Map(rows.map(({ provider_ref, reference }) => [provider_ref, reference]));
  return parcels.map((parcel) =>
    isNamed(parcel) ? parcel : { ...parcel, reference: referenceOf.get(parcel.providerRef) ?? parcel.reference },
  );
}
