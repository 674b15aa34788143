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
  const { rows } = await sql<Columns<'order_lines', 'sku'>>`
    select distinct sku from order_lines where ${inAccount(tenant)}
      and order_id = any(${orderIds}::bigint[]) and not is_charge`.execute(tenant.db);
  await queueListingsAnew(
    tenant,
    connection.id,
    rows.map(({ sku }) => sku),
  );
}
