import { type RawBuilder, sql } from 'kysely';
import { inAccount, type OfAccount } from '../../../../platform/in-account.ts';

/**
 * Whether the agent that started the run `r` by itself has ended since, or may not write these records or nothing at all any longer:
 * whoever saw to that wants nothing more of it.
 */
export const agentIsStopped = (tenant: OfAccount): RawBuilder<boolean> => sql<boolean>`(r.nothing_leaves and r.proposed_by is not null and (
  exists (select 1 from api_keys k where ${inAccount(tenant, 'k')} and k.id = r.proposed_key_id
    and (k.revoked_at is not null or k.paused_at is not null or k.expires_at <= now()
      or not 'write_' || r.entity = any(k.scopes)))
  or exists (select 1 from accounts where id = ${tenant.accountId} and agents_alone = 0)))`;
