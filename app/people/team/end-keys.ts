import { sql } from 'kysely';
import { writeAudits } from '../../../platform/audit.ts';
import type { Columns } from '../../../platform/columns.ts';
import { inAccount } from '../../../platform/in-account.ts';
import type { Tenant } from '../../../platform/tenant.ts';

/**
 * Call in the transaction that took a member's role as account admin, or removed them: disconnects the agents that they connected. The keys
 * of who left are paused; those of who has another role may something else from now on, which every process is told.
 */
export async function endKeysOf(tenant: Tenant, userId: number, why: 'role' | 'membership'): Promise<void> {
  const { rows } = await sql<Columns<'api_keys', 'id' | 'name'>>`
    update api_keys set revoked_at = now()
    where ${inAccount(tenant)} and made_by = ${userId} and client_id is not null and revoked_at is null returning id, name`.execute(
    tenant.db,
  );
  if (why === 'role')
    await sql`select pg_notify('crossdock_keys', handle) from api_keys where ${inAccount(tenant)} and made_by = ${userId}`.execute(
      tenant.db,
    );
  else
    await sql`
      update api_keys set paused_at = now()
      where ${inAccount(tenant)} and made_by = ${userId} and client_id is null and revoked_at is null and paused_at is null`.execute(
      tenant.db,
    );
  await writeAudits(
    tenant,
    rows.toSorted((a, b) => a.id - b.id).map((record) => ({ verb: 'disconnected', noun: 'agent', record, to: { why } })),
  );
}
