import { sql } from 'kysely';
import { notify } from '../../../platform/events.ts';
import { inAccount } from '../../../platform/in-account.ts';
import type { Tenant } from '../../../platform/tenant.ts';

/**
 * Gives the views of all lists another value of a filter, as where what it named is part of something else by now. Of one person alone
 * or shared: each shows what it showed.
 */
export async function followFilter(tenant: Tenant, filter: string, { from, to }: { from: number; to: number }): Promise<void> {
  const { numAffectedRows } = await sql`
    update saved_views set query = jsonb_set(query, array[${filter}::text],
      (select case jsonb_typeof(query -> ${filter}::text) when 'string' then to_jsonb(${String(to)}::text)
        else to_jsonb(${to}::bigint) end))
    where ${inAccount(tenant)} and query ->> ${filter}::text = ${String(from)}`.execute(tenant.db);
  if (numAffectedRows) notify(tenant, 'views');
}
