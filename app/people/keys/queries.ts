import { sql } from 'kysely';
import type { Columns } from '../../../platform/columns.ts';
import { existing } from '../../../platform/http/refusal.ts';
import { inAccount } from '../../../platform/in-account.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { lacksTwoFactor } from '../accounts/two-factor/lacks-two-factor.ts';
import type { ApiKey, KeyCall } from './contract.ts';

type KeyRow = Columns<'api_keys', 'id' | 'name' | 'scopes' | 'networks' | 'created_at' | 'expires_at'> &
  Pick<ApiKey, 'starts_with' | 'state' | 'version' | 'shop' | 'made_by' | 'maker_role' | 'former_until' | 'last_used_at' | 'last_address'>;

/** The keys of the account by name, those that were revoked last, the newest of them first. `strictSupers`: as `lacksTwoFactor` has it. */
export async function listKeys(tenant: Tenant, strictSupers: boolean): Promise<ApiKey[]> {
  const { rows } = await sql<KeyRow>`
    with keys as materialized (
      select k.id, k.name, 'xdk_' || k.handle as starts_with, k.scopes, k.networks, k.version::text as version, k.shop_id,
        u.name as made_by, m.role as maker_role, k.created_at, k.expires_at, s.until as former_until, x.last_used_at, x.last_address,
        case when k.revoked_at is not null then 'revoked' when k.expires_at <= now() then 'expired'
          when k.paused_at is not null or m.role is null then 'paused'
          when ${lacksTwoFactor(strictSupers)} then 'needs_two_factor' else 'active' end as state,
        row_number() over (order by k.revoked_at is not null, k.revoked_at desc, lower(k.name), k.id) as place
      from api_keys k join users u on u.id = k.made_by join accounts a on a.id = k.account_id
      left join members m on ${inAccount(tenant, 'm')} and m.user_id = k.made_by
      left join api_key_uses x on ${inAccount(tenant, 'x')} and x.key_id = k.id
      left join (
        select key_id, max(until) as until from api_key_secrets where ${inAccount(tenant)} and until > now() group by key_id) s
        on s.key_id = k.id
      where ${inAccount(tenant, 'k')} and k.client_id is null order by place limit 200
    )
    select k.id, k.name, k.starts_with, k.scopes, k.networks, k.version, c.name as shop, k.made_by, k.maker_role, k.created_at,
      k.expires_at, k.former_until, k.last_used_at, k.last_address, k.state
    from keys k left join connections c on ${inAccount(tenant, 'c')} and c.id = k.shop_id order by k.place`.execute(tenant.db);
  return rows;
}

/** The last calls of a key, the newest first. @throws Refusal 404 */
export async function listKeyCalls(tenant: Tenant, keyId: number): Promise<KeyCall[]> {
  const { rows: keys } = await sql`select from api_keys where ${inAccount(tenant)} and id = ${keyId}`.execute(tenant.db);
  existing(keys[0], noSuchKey);
  const { rows } = await sql<Columns<'api_calls', 'id' | 'at' | 'method' | 'path' | 'status' | 'ms' | 'address'>>`
    select id, at, method, path, status, ms, address from api_calls
    where ${inAccount(tenant)} and key_id = ${keyId} order by id desc limit 100`.execute(tenant.db);
  return rows;
}

export const noSuchKey = 'This key does not exist.';
