import type { Column, Columns } from '../../../../../platform/columns.ts';
import type { Role } from '../../../../../platform/signed-in.ts';
import { agentNamed } from '../../../../base/changes/agent-named.ts';
import type { Directory } from '../../../accounts/people/directory.ts';
import { mayDo } from '../../../accounts/people/permissions.ts';
import { digestOf, newSecret, writeKey } from '../../key-text.ts';
import { accessSeconds, formerSeconds, longestSeconds, refreshSeconds } from './lifetimes.ts';

type Query = Directory['query'];

/** An agent that somebody connected, while its tokens are exchanged. */
export type Grant = Columns<'api_keys', 'id' | 'handle' | 'name' | 'scopes' | 'client_id' | 'audience' | 'made_by'> & {
  account_id: Column<'accounts', 'id'>;
  is_ended: boolean;
  role: Exclude<Role, 'super'> | null;
};

/** Finds it by its handle and locks it: of two that exchange the same code, one is the first. */
export async function lockGrant(query: Query, handle: string): Promise<Grant | null> {
  const [grant] = await query<Grant>(
    `select k.account_id, k.id, k.handle, k.name, k.scopes, k.client_id, k.audience, k.made_by, m.role,
       k.revoked_at is not null or a.suspended_at is not null as is_ended
     from api_keys k join accounts a on a.id = k.account_id
     left join members m on m.account_id = k.account_id and m.user_id = k.made_by
     where k.handle = $1 and k.client_id is not null for no key update of k`,
    [handle],
  );
  return grant ?? null;
}

/** Whether its tokens may be exchanged: it goes on, and its person may still connect agents. */
export const goesOn = ({ is_ended, role }: Grant): boolean => !is_ended && role !== null && mayDo(role, 'connect');

export type Tokens = { access_token: string; token_type: 'Bearer'; expires_in: number; refresh_token: string; scope: string };

/**
 * New tokens. Of the former ones the access token counts a little longer, for calls that are under way; beside those of somebody who
 * showed the same refresh token a moment ago, both count whole.
 */
export async function issueTokens(query: Query, { account_id, id, handle, scopes }: Grant, isRepeat: boolean): Promise<Tokens> {
  const [access, refresh] = [newSecret(), newSecret()];
  const of = [account_id, id];
  await query('delete from api_key_secrets where account_id = $1 and key_id = $2 and until <= now()', of);
  await query('delete from agent_tokens where account_id = $1 and key_id = $2 and until <= now()', of);
  if (!isRepeat)
    await query(
      'update api_key_secrets set until = least(until, now() + make_interval(secs => $3)) where account_id = $1 and key_id = $2',
      [...of, formerSeconds],
    );
  await query(`insert into api_key_secrets (account_id, key_id, digest, until) values ($1, $2, $3, now() + make_interval(secs => $4))`, [
    ...of,
    digestOf(access),
    accessSeconds,
  ]);
  const [renewed] = await query<Columns<'api_keys', 'expires_at'>>(
    `update api_keys set rotated_at = now(),
       expires_at = least(now() + make_interval(secs => $3), created_at + make_interval(secs => $4))
     where account_id = $1 and id = $2 returning expires_at`,
    [...of, refreshSeconds, longestSeconds],
  );
  await query("insert into agent_tokens (account_id, key_id, kind, digest, until) values ($1, $2, 'refresh', $3, $4)", [
    ...[account_id, id, digestOf(refresh)],
    renewed?.expires_at,
  ]);
  return {
    access_token: writeKey({ handle, secret: access }, 'access'),
    token_type: 'Bearer',
    expires_in: accessSeconds,
    refresh_token: writeKey({ handle, secret: refresh }, 'refresh'),
    scope: scopes.join(' '),
  };
}

/** Ends it for good, with every token that it has. */
export async function endGrant(query: Query, { account_id, id, name, made_by }: Grant, why: string, address: string): Promise<void> {
  const ended = await query(
    'update api_keys set revoked_at = now() where account_id = $1 and id = $2 and revoked_at is null returning id',
    [account_id, id],
  );
  if (ended.length === 0) return;
  await query(
    `insert into audit_entries (account_id, user_id, acting_as, address, key_name, verb, noun, record_id, record_name, changes)
     values ($1, $2, false, $3, $4, 'disconnected', 'agent', $5, $6, $7)`,
    [account_id, made_by, address, agentNamed(name), id, name, JSON.stringify({ why: { from: null, to: why } })],
  );
}
