import { sql } from 'kysely';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import type { ImportChoice } from './contract.ts';

/** What people chose between a connection and others that have the same orders. */
export async function listImportChoices(tenant: Tenant, connectionId: number): Promise<ImportChoice[]> {
  const { rows } = await sql<ImportChoice>`
    select other.id as other_id, other.name as other_name, other.disconnected_at is null as other_connected, ch.keeps_id = ${connectionId}
      as keeps_own,
      u.name as decided_by, ch.decided_at
    from import_choices ch
    join connections other on ${inAccount(tenant, 'other')} and other.id = case when ch.low_id = ${connectionId} then ch.high_id else
      ch.low_id end
    left join users u on u.id = ch.decided_by
    where ${inAccount(tenant, 'ch')} and ${connectionId} in (ch.low_id, ch.high_id) order by other.name, other.id`.execute(tenant.db);
  return rows;
}
