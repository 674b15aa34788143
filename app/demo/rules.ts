import { sql } from 'kysely';
import type { Tenant } from '../../platform/tenant.ts';

/** A preset of every order of a channel, and a field mapping that changes those to one country. */
export async function addDemoRules(tenant: Tenant, connectionId: number): Promise<void> {
  await sql`
    insert into presets (account_id, connection_id, field_name, field_description, field_value)
    values (${tenant.accountId}, ${connectionId}, 'packing_slip_message', 'Packing slip message: Printed below the lines.', 'Thank you from Northwind Gifts')`.execute(
    tenant.db,
  );
  await sql`
    insert into field_mappings (account_id, connection_id, source_field, source_name, source_value, destination_field, destination_name, destination_value)
    values (${tenant.accountId}, ${connectionId}, 'country', 'Country', 'DE', 'delivery_instructions',
      'Delivery instructions: Printed on the label, where the carrier allows it.', 'Bei Nachbarn abgeben')`.execute(tenant.db);
}

/** A window in which the warehouse is called for its stock: all day but the first minutes. */
export async function openInTheDay(tenant: Tenant, connectionId: number): Promise<void> {
  await sql`
    update connections set use_time_window_inventory = true, start_sync_time_window_inventory = 5, end_sync_time_window_inventory = 0
    where account_id = ${tenant.accountId} and id = ${connectionId}`.execute(tenant.db);
}
