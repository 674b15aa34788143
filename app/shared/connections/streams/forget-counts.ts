import { sql } from 'kysely';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';

/** What this warehouse counted before, or any of the account's, is told to nobody: its next count is the first one again. */
export async function forgetCounts(tenant: Tenant, connectionId?: number): Promise<void> {
  await sql`
    update stock_counts set begun_at = null, ended_at = null, short_since = null, short_begun_at = null, short_ended_at = null
    where ${inAccount(tenant)} and ${connectionId === undefined ? sql`true` : sql`connection_id = ${connectionId}`}`.execute(tenant.db);
}
