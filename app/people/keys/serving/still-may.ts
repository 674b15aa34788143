import { sql } from 'kysely';
import { refuse } from '../../../../platform/http/refusal.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import type { Scope } from '../scopes.ts';

/**
 * For what no person looks at: that a key has not ended, and may this, in the moment in which it does it. Elsewhere it is known for a few
 * seconds. It stays so until the transaction ends. @throws Refusal 403
 */
export async function requireStillMay(tenant: Tenant, keyId: number, scope: Scope): Promise<void> {
  const { rows } = await sql`
    select from api_keys where ${inAccount(tenant)} and id = ${keyId} and ${scope} = any(scopes) and revoked_at is null
      and paused_at is null and (expires_at is null or expires_at > now()) for share`.execute(tenant.db);
  if (rows.length === 0) throw refuse(403, 'lacks_scope', 'This key has ended, or may no longer do this.');
}
