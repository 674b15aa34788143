import { sql } from 'kysely';
import type { Tenant } from '../../platform/tenant.ts';
import { saveMapping, savePreset } from '../mappings/rules/commands.ts';

const thanks = { field_name: 'packing_slip_message', field_description: 'Packing slip message: Printed below the lines.' };
const toGermany = {
  ...{ source_field: 'country', source_name: 'Country', source_value: 'DE', destination_field: 'delivery_instructions' },
  destination_name: 'Delivery instructions: Printed on the label, where the carrier allows it.',
};

/** A preset of every order of a channel, and a field mapping of those to one country; both were changed once, and can be put back. */
export async function addDemoRules(tenant: Tenant, connectionId: number): Promise<void> {
  for (const field_value of ['Thank you', 'Thank you from Northwind Gifts'])
    await savePreset(tenant, connectionId, { ...thanks, field_value });
  for (const destination_value of ['Bitte klingeln', 'Bei Nachbarn abgeben'])
    await saveMapping(tenant, connectionId, { ...toGermany, destination_value });
}

/** A window in which the warehouse is called for its stock: all day but the first minutes. */
export async function openInTheDay(tenant: Tenant, connectionId: number): Promise<void> {
  await sql`
    update connections set use_time_window_inventory = true, start_sync_time_window_inventory = 5, end_sync_time_window_inventory = 0
    where account_id = ${tenant.accountId} and id = ${connectionId}`.execute(tenant.db);
}
