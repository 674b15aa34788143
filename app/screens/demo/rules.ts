import { sql } from 'kysely';
import { inAccount } from '../../../platform/in-account.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { saveMapping, savePreset } from '../../nouns/mappings/rules/commands.ts';

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

/**
 * A window in which the warehouse is called for its stock: all day but one half-hour of the night. Not the half-hour that begins now or
 * within the hour: a demo that has just been started reads its stock.
 */
export async function openInTheDay(tenant: Tenant, connectionId: number): Promise<void> {
  await sql`
    with quiet as materialized (
      select case when extract(hour from now() at time zone timezone) in (23, 0) then 360 else 0 end as begins from accounts
      where id = ${tenant.accountId}
    )
    update connections c set use_time_window_inventory = true, start_sync_time_window_inventory = quiet.begins + 30,
      end_sync_time_window_inventory = quiet.begins
    from quiet where ${inAccount(tenant, 'c')} and c.id = ${connectionId}`.execute(tenant.db);
}
