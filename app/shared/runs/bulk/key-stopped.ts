import { sql } from 'kysely';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import type { BulkNoun } from './noun.ts';

/** What the API key that started a run may do of it by now. Both are so where no key started it. */
type StillMay = { act: boolean; release: boolean };

/** Whoever revoked a key, let it end or took a scope from it wants nothing more of what it started. */
export async function keyStillMay(tenant: Tenant, { name, verbs }: BulkNoun, action: string): Promise<StillMay> {
  const { keyId } = tenant;
  if (keyId === null) return { act: true, release: true };
  const release = `release_${name}`;
  const scope = verbs[action]?.sendsGoods ? release : `write_${name}`;
  const { rows } = await sql<StillMay>`
    select ${scope} = any(scopes) as act, ${release} = any(scopes) as release from api_keys
    where ${inAccount(tenant)} and id = ${keyId} and revoked_at is null and paused_at is null
      and (expires_at is null or expires_at > now())`.execute(tenant.db);
  return rows[0] ?? { act: false, release: false };
}
