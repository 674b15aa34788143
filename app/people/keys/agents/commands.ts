import { sql } from 'kysely';
import { writeAudit } from '../../../../platform/audit.ts';
import type { Columns } from '../../../../platform/columns.ts';
import { notify } from '../../../../platform/events.ts';
import { existing, refuse } from '../../../../platform/http/refusal.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { mayDo } from '../../accounts/people/permissions.ts';
import { type KeyKind, requireRoom } from '../commands.ts';
import { digestOf, newHandle, newSecret, writeKey } from '../key-text.ts';
import { newestVersion } from '../versions.ts';
import type { AgentScope } from './agent-scopes.ts';
import type { Asked } from './asking/asked.ts';
import { codeSeconds } from './tokens/lifetimes.ts';

/** Those that can renew their tokens. */
const agents: KeyKind = {
  which: sql`client_id is not null and revoked_at is null and expires_at > now()`,
  tooMany: (most) => `An account has at most ${most} agents. Disconnect one first.`,
};

type Consent = { asked: Asked; scopes: readonly AgentScope[]; audience: string };

/**
 * Connects an agent to the account, with these scopes of those that it asked for. Returns the code by which its program gets tokens.
 * @throws Refusal 403, 409
 */
export async function connectAgent(tenant: Tenant, { asked, scopes, audience }: Consent): Promise<string> {
  await requireAdmin(tenant);
  await requireRoom(tenant, agents);
  const { client, challenge, redirectUri } = asked;
  const allowed = asked.scopes.filter((scope) => scopes.includes(scope)).sort();
  if (allowed.length < new Set(scopes).size) throw refuse(409, 'not_as_seen', 'The agent did not ask for all of this. Connect it again.');
  const [handle, secret] = [newHandle(), newSecret()];
  const { rows } = await sql<Columns<'api_keys', 'id'>>`
    insert into api_keys (account_id, handle, name, made_by, scopes, version, client_id, audience, expires_at)
    values (${tenant.accountId}, ${handle}, ${client.name}, ${tenant.userId}, ${allowed}::text[], ${newestVersion}::date, ${client.id},
      ${audience}, now() + make_interval(secs => ${codeSeconds})) returning id`.execute(tenant.db);
  const id = rows[0]?.id ?? 0;
  await sql`
    insert into agent_tokens (account_id, key_id, kind, digest, challenge, redirect_uri, until)
    values (${tenant.accountId}, ${id}, 'code', ${digestOf(secret)}, ${challenge}, ${redirectUri},
      now() + make_interval(secs => ${codeSeconds}))`.execute(tenant.db);
  const to = { scopes: allowed, program: client.id };
  await writeAudit(tenant, { verb: 'connected', noun: 'agent', record: { id, name: client.name }, to });
  return writeKey({ handle, secret }, 'code');
}

/** Ends what an agent may, for good. @throws Refusal 404, 409 */
export async function disconnectAgent(tenant: Tenant, id: number): Promise<string> {
  const { rows } = await sql<Columns<'api_keys', 'name' | 'revoked_at'>>`
    select name, revoked_at from api_keys
    where ${inAccount(tenant)} and id = ${id} and client_id is not null for no key update`.execute(tenant.db);
  const { name, revoked_at } = existing(rows[0], 'This agent does not exist.');
  if (revoked_at !== null) throw refuse(409, 'wrong_state', `${name} is disconnected already.`);
  await sql`update api_keys set revoked_at = now() where ${inAccount(tenant)} and id = ${id}`.execute(tenant.db);
  await writeAudit(tenant, { verb: 'disconnected', noun: 'agent', record: { id, name } });
  notify(tenant, 'api_keys');
  return name;
}

/**
 * Who acts as an account for a while connects nothing to it that would outlast that. A change of the person's role, or their removal, that
 * is under way is waited for: it ends the agents that there are. @throws Refusal 403
 */
async function requireAdmin(tenant: Tenant): Promise<void> {
  const { rows } = await sql<Columns<'members', 'role'>>`
    select role from members where ${inAccount(tenant)} and user_id = ${tenant.userId} for share`.execute(tenant.db);
  const [member] = rows;
  if (member && mayDo(member.role as 'user', 'connect')) return;
  throw refuse(403, 'not_yours', 'Only account admins of this account connect agents to it.');
}
