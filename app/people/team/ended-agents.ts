import { sql } from 'kysely';
import { writeAudits } from '../../../platform/audit.ts';
import type { Columns } from '../../../platform/columns.ts';
import { inAccount } from '../../../platform/in-account.ts';
import type { Tenant } from '../../../platform/tenant.ts';

/** Call in the transaction that changed a member's role or removed them: with that the database ends the agents that they connected. */
export async function auditEndedAgents(tenant: Tenant, userId: number, why: 'role' | 'membership'): Promise<void> {
  const { rows } = await sql<Columns<'api_keys', 'id' | 'name'>>`
    select id, name from api_keys
    where ${inAccount(tenant)} and made_by = ${userId} and client_id is not null and revoked_at = now() order by id`.execute(tenant.db);
  await writeAudits(
    tenant,
    rows.map((record) => ({ verb: 'disconnected', noun: 'agent', record, to: { why } })),
  );
}
