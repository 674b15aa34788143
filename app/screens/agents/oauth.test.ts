import {
  Client,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import { beforeAll, expect, test } from 'vitest';
import { inTenant } from '../../../platform/tenant.ts';
import { agentOf } from '../../../test/agents.ts';
import { asked, consent, loopbackRedirect, programs, tokensOf } from '../../../test/connecting.ts';
import { makeKey, use } from '../../../test/keys.ts';
import { addConnection, addIssues, addOrders } from '../../../test/shop/rows.ts';
import { type Person, testWeb } from '../../../test/web.ts';
import { getOrder } from '../../nouns/orders/detail/queries.ts';
import { agentScopes } from '../../people/keys/agents/agent-scopes.ts';
import { tools } from './tools.ts';

const own = testWeb();
const at = programs(own);
let admin: Person;
let order = 0;

beforeAll(async () => {
  admin = await own.person(await own.account('Acme'), 'account_admin');
  [order = 0] = await addOrders(own, admin.accountId, await addConnection(own, admin.accountId), [{ source_order_number: 'W-77' }]);
});

/** To the web process of the test, without a port. */
async function toWeb(url: string | URL, { method = 'GET', headers, body }: RequestInit = {}): Promise<Response> {
  const { pathname, search } = new URL(url);
  const payload = body ? { payload: String(body) } : {};
  const asObject = Object.fromEntries(new Headers(headers));
  if (body instanceof URLSearchParams) asObject['content-type'] = 'application/x-www-form-urlencoded';
  const reply = await own.web.inject({ method: method as 'GET', url: pathname + search, headers: asObject, ...payload });
  const text = reply.body === '' ? null : reply.body;
  return new Response(text, { status: reply.statusCode, headers: new Headers(reply.headers as Record<string, string>) });
}

/** What the SDK has a program keep. */
function keptBy(client_id: string) {
  const kept: Record<string, unknown> & { sentTo?: URL } = {};
  const provider: OAuthClientProvider = {
    redirectUrl: loopbackRedirect,
    clientMetadata: { client_name: 'Desk agent', redirect_uris: [loopbackRedirect] },
    state: () => 'a state',
    clientInformation: () => ({ client_id }),
    tokens: () => kept.tokens as undefined,
    saveTokens: (tokens) => void Object.assign(kept, { tokens }),
    redirectToAuthorization: (sentTo) => void Object.assign(kept, { sentTo }),
    saveCodeVerifier: (verifier) => void Object.assign(kept, { verifier }),
    codeVerifier: () => String(kept.verifier),
    saveDiscoveryState: (state) => void Object.assign(kept, { state }),
    discoveryState: () => kept.state as OAuthDiscoveryState | undefined,
  };
  return { kept, provider };
}

const opened = () => new Client({ name: 'Desk agent', version: '1.0.0' }, { versionNegotiation: { mode: { pin: '2026-07-28' } } });

test('the SDK finds where people consent, takes up the consent, uses a tool and renews its tokens', async () => {
  const { kept, provider } = keptBy(at.add());
  const server = new URL(`${own.web.web.baseUrl}/mcp`);
  const transport = () => new StreamableHTTPClientTransport(server, { fetch: toWeb, authProvider: provider });
  const first = transport();
  await expect(opened().connect(first)).rejects.toBeInstanceOf(UnauthorizedError);
  expect(kept.sentTo?.pathname).toBe('/oauth/authorize');
  const { question } = (await asked(own, admin, kept.sentTo?.search.slice(1) ?? '')).json();
  expect(question.scopes).toEqual(agentScopes);
  const { redirect } = (await consent(own, admin, question.request, ['read_orders', 'write_orders'])).json();
  await first.finishAuth(new URL(redirect).searchParams);

  const client = opened();
  await client.connect(transport());
  const names = (await client.listTools()).tools.map(({ name }) => name);
  expect(names).toEqual(['find_orders', 'explain_order', 'prepare_orders_action', 'start_run', 'follow_run', 'draft_ticket']);
  const found = await client.callTool({ name: 'find_orders', arguments: { number: 'W-77' } });
  expect(found.structuredContent).toMatchObject({ orders: [{ id: order }] });
  const prepared = await client.callTool({ name: 'prepare_orders_action', arguments: { action: 'hold', ids: [order], reason: 'Wait' } });
  expect(prepared.isError, JSON.stringify(prepared.content)).toBeFalsy();
  const audit = await own.sql("select user_id, key_name from audit_entries where account_id = $1 and verb = 'prepared'", [admin.accountId]);
  expect(audit).toEqual([{ user_id: String(admin.userId), key_name: 'agent Desk agent, used by Desk agent' }]);

  const before = kept.tokens;
  await own.sql('delete from api_key_secrets where account_id = $1', [admin.accountId]);
  // What processes remember of a key.
  await own.sql('update api_keys set rotated_at = now() where account_id = $1', [admin.accountId]);
  await expect.poll(async () => (await client.listTools()).tools.length && kept.tokens !== before).toBe(true);
});

test('a tool that takes another scope is refused with the scope, so that its program asks the person again', async () => {
  const { access_token } = await tokensOf(own, at.add(), admin, ['read_stock']);
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'find_orders', arguments: {} } };
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const reply = await use(own, access_token, { method: 'POST', url: '/mcp', headers, payload: JSON.stringify(call) });
  expect([reply.statusCode, reply.json().code]).toEqual([403, 'lacks_scope']);
  expect(reply.headers['www-authenticate']).toContain('error="insufficient_scope", scope="read_orders"');
});

test('an agent can be allowed what tools take, and a key and a token do the same by the same scopes', async () => {
  const taken = tools.flatMap(({ scope }) => scope ?? []);
  expect(agentScopes.filter((scope) => taken.includes(scope))).toEqual(expect.arrayContaining([...new Set(taken)]));
  const { access_token } = await tokensOf(own, at.add(), admin, ['read_stock']);
  const { key } = (await makeKey(own, admin, { name: 'Stock', scopes: ['read_stock'] })).json();
  const list = {
    method: 'POST' as const,
    url: '/mcp',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
  };
  const payload = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} });
  const [byKey, byToken] = await Promise.all([key, access_token].map((each) => use(own, each, { ...list, payload })));
  expect(byToken?.body).toBe(byKey?.body);
});

test('the history of an order names the agent that changed it', async () => {
  await own.sql('update accounts set agents_alone = 1 where id = $1', [admin.accountId]);
  await own.sql(`update orders set shared_goods = 'undecided' where id = $1`, [order]);
  await addIssues(own, admin.accountId, [{ order_id: order, type: 'shared_goods', subject: 'goods' }]);
  const [issue] = await own.sql<{ id: string }>('select id from issues where order_id = $1', [order]);
  const { access_token } = await tokensOf(own, at.add(), admin, ['write_issues']);
  const agent = await agentOf(own, access_token, { name: 'Assistant' });
  expect(await agent.use('apply_remedy', { issue_id: Number(issue?.id), action: 'same-goods' })).toMatchObject({ state: 'applied' });
  const found = await inTenant(own.database, admin, (tenant) => getOrder(tenant, order));
  expect(found?.events.map(({ who }) => who)).toContainEqual(expect.stringMatching(/, by the agent Desk agent, used by Assistant$/));
});
