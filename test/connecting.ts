import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll } from 'vitest';
import { type Edge, startEdge } from '../connectors/scripted-edge.ts';
import type { Person, TestWeb } from './web.ts';

export const loopbackRedirect = 'http://127.0.0.1:43117/callback';

/** The programs of agents at a host of their own: what their documents say, and what they are sent. */
export function programs(own: TestWeb) {
  let edge: Edge | undefined;
  const documents = new Map<string, unknown>();
  beforeAll(async () => {
    edge = await startEdge(({ path }) => {
      const json = documents.get(path);
      return json === undefined ? { status: 404, json: {} } : { json };
    });
    Object.assign(own.web.parts.engine, { sandboxOrigin: edge.origin });
  });
  afterAll(() => edge?.stop());
  let count = 0;
  return {
    get requests() {
      return edge?.requests ?? [];
    },
    /** The id of a new program, whose document says this too. */
    add(over: Record<string, unknown> = {}): string {
      count += 1;
      const id = `${edge?.origin}/program-${count}.json`;
      documents.set(new URL(id).pathname, { client_id: id, client_name: 'Desk agent', redirect_uris: [loopbackRedirect], ...over });
      return id;
    },
  };
}

/** A random verifier and what it is known by before. */
export function proof() {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

export const audience = (own: TestWeb) => `${own.web.web.baseUrl}/mcp`;

type Values = Record<string, string>;

/** The query with which a program sends a person to us; an empty text leaves a parameter out. */
export const queryOf = (own: TestWeb, client: string, challenge: string, over: Values = {}): string => {
  const all = {
    ...{ response_type: 'code', client_id: client, redirect_uri: loopbackRedirect, code_challenge: challenge },
    ...{ code_challenge_method: 'S256', resource: audience(own), state: 'a state', scope: 'read_orders read_stock', ...over },
  };
  return new URLSearchParams(Object.entries(all).filter(([, value]) => value !== '')).toString();
};

/** What a person is asked for such a query. */
export const asked = (own: TestWeb, person: Person | null, query: string) =>
  own.as(person, { method: 'POST', url: '/api/agents/requests', payload: { query } });

/** The person presses Connect. */
export const consent = (own: TestWeb, person: Person | null, request: string, scopes: readonly string[] = ['read_orders']) =>
  own.as(person, { method: 'POST', url: '/api/agents', payload: { request, scopes } });

/** A form as programs send it, from outside of any browser. */
export const postForm = (own: Pick<TestWeb, 'web'>, url: string, values: Values) =>
  own.web.inject({
    ...{ method: 'POST', url, headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    payload: new URLSearchParams(values).toString(),
  });

export type Connected = { client: string; person: Person; code: string; exchange: Values };

/** A person has consented; `exchange`: what gets tokens for that. */
export async function consented(
  own: TestWeb,
  client: string,
  person: Person,
  scopes = ['read_orders', 'read_stock'],
  over: Values = {},
): Promise<Connected> {
  const { verifier, challenge } = proof();
  const query = queryOf(own, client, challenge, { scope: scopes.join(' '), ...over });
  const { question } = (await asked(own, person, query)).json();
  const reply = await consent(own, person, question.request, scopes);
  if (reply.statusCode !== 201) throw new Error(reply.body);
  const code = new URL(reply.json().redirect).searchParams.get('code') ?? '';
  const exchange = {
    ...{ grant_type: 'authorization_code', code, code_verifier: verifier, client_id: client },
    ...{ redirect_uri: over.redirect_uri ?? loopbackRedirect, resource: audience(own) },
  };
  return { client, person, code, exchange };
}

export type Tokens = { access_token: string; refresh_token: string; scope: string };

/** The tokens of an agent that was connected anew. */
export async function tokensOf(own: TestWeb, client: string, person: Person, scopes?: string[]): Promise<Tokens> {
  const { exchange } = await consented(own, client, person, scopes);
  const reply = await postForm(own, '/oauth/token', exchange);
  if (reply.statusCode !== 200) throw new Error(reply.body);
  return reply.json();
}

/** What gets the next tokens. */
export const renewal = (own: TestWeb, client: string, refresh_token: string): Values => ({
  ...{ grant_type: 'refresh_token', refresh_token, client_id: client, resource: audience(own) },
});

/** A call of a tool's list with a token, as an agent sends it. */
export const listTools = ({ web }: Pick<TestWeb, 'web'>, token: string | null, url = '/mcp') =>
  web.inject({
    ...{ method: 'POST', url },
    headers: {
      ...{ 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      ...(token !== null && { authorization: `Bearer ${token}` }),
    },
    payload: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
  });
