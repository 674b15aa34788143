import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';

type Run = Columns<'runs', 'entity' | 'nothing_leaves' | 'proposed_key_id'> & { is_agents: boolean };

/**
 * Whether the agent that started a run by itself has ended since, or may not write these records or nothing at all any longer:
 * whoever saw to that wants nothing more of it. Read apart from the run: in a database of several nodes its key is on another.
 */
export async function agentIsStopped(tenant: Tenant, run: Run): Promise<boolean> {
  if (!run.nothing_leaves || !run.is_agents) return false;
  const { rows } = await sql`
    select 1 from accounts a where a.id = ${tenant.accountId} and (a.agents_alone = 0
      or exists (select 1 from api_keys k where ${inAccount(tenant, 'k')} and k.id = ${run.proposed_key_id}
        and (k.revoked_at is not null or k.paused_at is not null or k.expires_at <= now()
          or not ${`write_${run.entity}`} = any(k.scopes))))`.execute(tenant.db);
  return rows.length > 0;
}
