import { refuse } from '../../../../../platform/http/refusal.ts';
import { type AgentScope, agentScopes, knownScopes } from '../agent-scopes.ts';
import type { AgentClient, Clients } from './client.ts';
import { isRegistered, redirectTo } from './redirects.ts';

/** What a program asks a person for, once it has been checked. */
export type Asked = {
  client: Pick<AgentClient, 'id' | 'name'>;
  redirectUri: string;
  challenge: string;
  scopes: AgentScope[];
  state: string | null;
};
/** What is wrong with it is told its program; `redirect`: with that the person goes back. */
export type Read = { asked: Asked } | { redirect: string };

type Where = { clients: Clients; issuer: string; audience: string };

/**
 * Reads the query of an authorization request. Only once the program and the address are known to belong together is anybody sent there.
 * @throws Refusal 409 for a program or an address that is not known
 */
export async function readAsked(query: string, { clients, issuer, audience }: Where): Promise<Read> {
  const values = new URLSearchParams(query);
  const one = (name: string) => (values.getAll(name).length === 1 ? values.get(name) : null);
  const client = await clients.read(one('client_id') ?? '');
  const redirectUri = one('redirect_uri') ?? '';
  if (!isRegistered(redirectUri, client.redirectUris))
    throw refuse(409, 'unknown_client', `${client.name} wants to send you to an address that is not among its own. Nothing was connected.`);
  const state = one('state');
  const back = (error: string, error_description: string) => ({
    redirect: redirectTo(redirectUri, { error, error_description, state, iss: issuer }),
  });
  const repeated = [...new Set(values.keys())].some((name) => values.getAll(name).length > 1);
  if (repeated || (state?.length ?? 0) > 1_000) return back('invalid_request', 'A parameter is repeated or too long.');
  if (one('response_type') !== 'code') return back('unsupported_response_type', 'The only response_type is code.');
  const challenge = one('code_challenge') ?? '';
  if (one('code_challenge_method') !== 'S256' || !/^[\w-]{43}$/.test(challenge))
    return back('invalid_request', 'A code_challenge with the method S256 is required.');
  if (one('resource') !== audience) return back('invalid_target', `The resource has to be ${audience}.`);
  const scope = one('scope') ?? '';
  const scopes = scope === '' ? [...agentScopes] : knownScopes(scope.split(' '));
  if (scopes.length === 0) return back('invalid_scope', `The scopes are ${agentScopes.join(' ')}.`);
  return { asked: { client: { id: client.id, name: client.name }, redirectUri, challenge, scopes, state } };
}
