import { sql } from 'kysely';
import { refuse } from '../../../../platform/http/refusal.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';

type Key = { is_agent: boolean; state: 'revoked' | 'expired' | 'paused' | null };

/**
 * Whoever revoked the key or disconnected the agent that prepared a run wants nothing of it done, nor does who let it end by itself. It
 * stays as it is until the transaction ends. @throws Refusal 409
 */
export async function requireKey(tenant: Tenant, runId: number): Promise<void> {
  const { rows } = await sql<Partial<Key>>`
    select k.client_id is not null as is_agent, case when k.revoked_at is not null then 'revoked' when k.expires_at <= now() then 'expired'
      when k.paused_at is not null then 'paused' end as state
    from runs r join api_keys k on ${inAccount(tenant, 'k')} and k.id = r.proposed_key_id
    where ${inAccount(tenant, 'r')} and r.id = ${runId} for share of k`.execute(tenant.db);
  const [{ is_agent, state } = {}] = rows;
  if (!state) return;
  const who = is_agent ? 'agent' : 'API key';
  throw refuse(409, 'not_prepared', `The ${who} that prepared this ${ends[state][who]}, so it cannot be started. Decline it.`);
}

const ends = {
  revoked: { agent: 'was disconnected since', 'API key': 'was revoked since' },
  expired: { agent: 'has expired since', 'API key': 'has expired since' },
  paused: { agent: 'is paused', 'API key': 'is paused since its maker left' },
};
