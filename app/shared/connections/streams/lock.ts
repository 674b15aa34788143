import { sql } from 'kysely';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';

/**
 * Locks the streams of a connection until the transaction ends. Whoever changes them and their connection does so first: a page that is
 * being stored has its stream, and then writes to the connection that it works.
 */
export async function lockStreams(tenant: Tenant, connectionId: number): Promise<void> {
  await sql`select from streams where ${inAccount(tenant)} and connection_id = ${connectionId} order by stream for update`.execute(
    tenant.db,
  );
}
