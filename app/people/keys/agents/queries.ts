import { sql } from 'kysely';
import type { Column, Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { lacksTwoFactor } from '../../accounts/two-factor/lacks-two-factor.ts';
import type { ConnectedAgent } from './contract.ts';

type Row = Columns<'api_keys', 'id' | 'name' | 'scopes' | 'created_at'> & {
  client_id: NonNullable<Column<'api_keys', 'client_id'>>;
} & Pick<ConnectedAgent, 'state' | 'connected_by' | 'expires_at' | 'last_used_at' | 'last_address'>;

/**
 * The agents of the account by name. All that are connected are there; what expired follows, and then what was disconnected.
 * `strictSupers`: as `lacksTwoFactor` has it.
 */
export async function listAgents(tenant: Tenant, strictSupers: boolean): Promise<ConnectedAgent[]> {
  const { rows } = await sql<Row>`
    select k.id, k.name, k.client_id, k.scopes, u.name as connected_by, k.created_at, k.expires_at, x.last_used_at, x.last_address,
      case when k.revoked_at is not null then 'revoked' when k.expires_at <= now() then 'expired'
        when ${lacksTwoFactor(strictSupers)} then 'needs_two_factor' else 'active' end as state
    from api_keys k join users u on u.id = k.made_by join accounts a on a.id = k.account_id
    left join api_key_uses x on ${inAccount(tenant, 'x')} and x.key_id = k.id
    where ${inAccount(tenant, 'k')} and k.client_id is not null and k.rotated_at is not null
    order by k.revoked_at is not null, k.revoked_at desc, k.expires_at <= now(), lower(k.name), k.id limit 200`.execute(tenant.db);
  return rows.map(({ client_id, ...agent }) => ({ ...agent, host: new URL(client_id).host }));
}
