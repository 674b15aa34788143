import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import type { Connection } from '../../../shared/connections/calls/session.ts';
import { quantityWanted } from '../quantities.ts';
import { queueListingsAnew } from '../queue.ts';

/**
 * A channel that was told of parcels of these orders takes them off its quantities by itself, unless it wants what can be sold: it is told
 * anew of what was in them.
 */
export async function followBookedParcels(tenant: Tenant, connection: Connection, orderIds: readonly number[]): Promise<void> {
  const kind = quantityWanted(connection);
  if (kind === null || kind === 'available' || orderIds.length === 0) return;
  await tellAnewOfParcels(tenant, connection.id, orderIds);
}

/**
 * A channel is told anew of what is in these orders. Where a person says that a parcel was booked by hand, whichever quantity the channel
 * wants: what it wants is known by its secrets, and to be told once more harms none.
 */
export async function tellAnewOfParcels(tenant: Tenant, connectionId: number, orderIds: readonly number[]): Promise<void> {
  const { rows } = await sql<Columns<'order_lines', 'sku'>>`
    select distinct sku from order_lines where ${inAccount(tenant)}
      and order_id = any(${orderIds}::bigint[]) and not is_charge`.execute(tenant.db);
  await queueListingsAnew(
    tenant,
    connectionId,
    rows.map(({ sku }) => sku),
  );
}
