import { type RawBuilder, sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { found } from '../call.ts';

/** Links and mappings are changed of a connection that is connected. @throws Refusal 404 */
export async function requireLive(tenant: Tenant, connectionId: number): Promise<void> {
  const { rows } = await sql`
    select from connections where ${inAccount(tenant)} and id = ${connectionId} and disconnected_at is null`.execute(tenant.db);
  found(rows[0]);
}

/** Locks a row of such a table until the transaction ends, and returns these columns of it. @throws Refusal 404 */
export async function lockOfLive<Row extends Columns<'connector_products', 'connection_id'>>(
  tenant: Tenant,
  table: 'connector_products' | 'shipping_options' | 'location_mappings' | 'presets' | 'field_mappings',
  id: number,
  columns: RawBuilder<unknown> = sql`*`,
): Promise<Row> {
  const isThere = table === 'connector_products' ? sql`deleted_at is null` : sql`true`;
  const { rows } = await sql<Row>`
    select ${columns} from ${sql.table(table)} where ${inAccount(tenant)} and id = ${id} and ${isThere} for update`.execute(tenant.db);
  const row = found(rows[0]);
  await requireLive(tenant, row.connection_id);
  return row;
}

/** What a change of links or mappings takes beside its own scope. */
export const goesOn = 'What waits for it goes on ten seconds later, so this takes `release_orders` too';
