import { beforeEach, expect, test } from 'vitest';
import {
  asked,
  audience,
  consent,
  consented,
  listTools,
  loopbackRedirect,
  postForm,
  programs,
  proof,
  queryOf,
  tokensOf,
} from '../../../../test/connecting.ts';
import { makeKey, use } from '../../../../test/keys.ts';
import { type Person, testWeb } from '../../../../test/web.ts';
import { agentScopes } from './agent-scopes.ts';

const own = testWeb();
const at = programs(own);
let ann: Person;

// An account connects so many a minute.
beforeEach(async () => {
  ann = await own.person(await own.account('Acme'), 'account_admin');
});

const ask = async (over: Record<string, string> = {}, client = at.add(), person: Person | null = ann) =>
  asked(own, person, queryOf(own, client, proof().challenge, over));

test('without a key an agent is told where people consent, and what its program has to know', async () => {
  const base = own.web.web.baseUrl;
  const reply = await listTools(own, null);
  expect(reply.statusCode).toBe(401);
  const where = `${base}/.well-known/oauth-protected-resource/mcp`;
  expect(reply.headers['www-authenticate']).toBe(
    `Bearer realm="Crossdock", resource_metadata="${where}", scope="${agentScopes.join(' ')}"`,
  );
  for (const url of ['/.well-known/oauth-protected-resource', '/.well-known/oauth-protected-resource/mcp'])
    expect((await own.web.inject({ url })).json()).toMatchObject({ resource: `${base}/mcp`, authorization_servers: [base] });
  expect((await own.web.inject({ url: '/.well-known/oauth-authorization-server' })).json()).toMatchObject({
    ...{ issuer: base, token_endpoint: `${base}/oauth/token`, code_challenge_methods_supported: ['S256'] },
    ...{ authorization_response_iss_parameter_supported: true, client_id_metadata_document_supported: true },
  });
});

test('a person is shown program, account and scopes, and sent back with a code, the state and the issuer', async () => {
  const { verifier, challenge } = proof();
  const client = at.add();
  const { question, redirect } = (await asked(own, ann, queryOf(own, client, challenge))).json();
  expect(redirect).toBeNull();
  expect(question).toMatchObject({
    ...{ name: 'Desk agent', host: new URL(client).host, redirect_host: '127.0.0.1:43117', is_local: true },
    ...{ account: 'Acme', scopes: ['read_orders', 'read_stock'] },
  });
  const url = new URL((await consent(own, ann, question.request, ['read_stock'])).json().redirect);
  expect(url.origin + url.pathname).toBe(loopbackRedirect);
  expect(Object.fromEntries(url.searchParams)).toEqual({ code: expect.any(String), state: 'a state', iss: own.web.web.baseUrl });
  const exchange = {
    ...{ grant_type: 'authorization_code', code: url.searchParams.get('code') ?? '', code_verifier: verifier },
    ...{ client_id: client, redirect_uri: loopbackRedirect, resource: audience(own) },
  };
  const tokens = await postForm(own, '/oauth/token', exchange);
  expect([tokens.statusCode, tokens.headers['cache-control'], tokens.json()]).toMatchObject([
    200,
    'no-store',
    { token_type: 'Bearer', expires_in: 3600, scope: 'read_stock' },
  ]);
  const tools = (await listTools(own, tokens.json().access_token)).body;
  expect(tools).toContain('look_up_stock');
  expect(tools).not.toContain('find_orders');
  const declined = new URL(question.declined);
  expect(Object.fromEntries(declined.searchParams)).toMatchObject({ error: 'access_denied', state: 'a state', iss: own.web.web.baseUrl });
});

test.each([
  ['no code', { response_type: 'token' }, 'unsupported_response_type'],
  ['no PKCE', { code_challenge: '' }, 'invalid_request'],
  ['PKCE in the clear', { code_challenge_method: 'plain' }, 'invalid_request'],
  ['no resource', { resource: '' }, 'invalid_target'],
  ['another resource', { resource: 'https://elsewhere.example/mcp' }, 'invalid_target'],
  ['a scope of keys alone', { scope: 'write_products read_events' }, 'invalid_scope'],
])('who asks with %s is told so at an address of its own, with nobody sent there by itself', async (_what, over, error) => {
  const { question, redirect } = (await ask(over)).json();
  expect(question).toBeNull();
  const url = new URL(redirect);
  expect(url.origin + url.pathname).toBe(loopbackRedirect);
  expect(Object.fromEntries(url.searchParams)).toMatchObject({ error, state: 'a state', iss: own.web.web.baseUrl });
});

test.each([
  ['another host', 'https://evil.example/callback'],
  ['another path', 'http://127.0.0.1:43117/other'],
  ['a longer path', `${loopbackRedirect}/..`],
  ['another query', `${loopbackRedirect}?next=x`],
  ['a script', 'javascript:alert(1)'],
  ['no address', ''],
  ['a name before the host', 'http://127.0.0.1:43117@evil.example/callback'],
])('nobody is sent to %s', async (_what, redirect_uri) => {
  const reply = await ask({ redirect_uri });
  expect([reply.statusCode, reply.json().code]).toEqual([409, 'unknown_client']);
  expect(reply.body).not.toContain('evil.example/');
});

test('a program on the person’s computer gets any port, one elsewhere only its own', async () => {
  expect((await ask({ redirect_uri: 'http://127.0.0.1:50000/callback' })).json().question).toMatchObject({
    redirect_host: '127.0.0.1:50000',
  });
  expect((await ask({ redirect_uri: 'http://localhost:43117/callback' })).statusCode).toBe(409);
  const web = at.add({ redirect_uris: ['https://agent.example:8443/callback'] });
  expect((await ask({ redirect_uri: 'https://agent.example:8443/callback' }, web)).json().question).toMatchObject({ is_local: false });
  expect((await ask({ redirect_uri: 'https://agent.example/callback' }, web)).statusCode).toBe(409);
});

test.each([
  ['of another program', { client_id: 'https://other.example/agent.json' }],
  ['that signs in with a secret', { token_endpoint_auth_method: 'client_secret_basic' }],
  ['that asks no person', { grant_types: ['client_credentials'] }],
  ['without an address', { redirect_uris: [] }],
  ['that is far too long', { contacts: 'a'.repeat(70_000) }],
])('a document %s makes no program', async (_what, over) => {
  expect((await ask({}, at.add(over))).json()).toMatchObject({ code: 'unknown_client' });
});

test.each([
  ['http://127.0.0.1:9/agent.json', 'is no https'],
  ['https://127.0.0.1/agent.json', 'private'],
  ['https://localhost/agent.json', 'private'],
  ['https://169.254.169.254/latest/meta-data', 'private'],
  ['https://[::1]/agent.json', 'private'],
  ['https://person:password@agent.example/a.json', 'no address'],
  ['https://agent.example/', 'no address'],
  ['https://agent.example/a/../b.json', 'no address'],
  ['an agent', 'no address'],
])('who %s is is not looked up', async (client) => {
  const before = at.requests.length;
  const reply = await ask({}, client);
  expect([reply.statusCode, reply.json().code]).toEqual([409, 'unknown_client']);
  expect(at.requests.length).toBe(before);
});

test('a document is fetched once for all who ask', async () => {
  const client = at.add();
  for (let turn = 0; turn < 3; turn++) expect((await ask({}, client)).statusCode).toBe(200);
  expect(at.requests.filter(({ path }) => client.endsWith(path))).toHaveLength(1);
});

test('what one person is asked no other can allow, nor the same one more than was asked', async () => {
  const { question } = (await ask()).json();
  const colleague = await own.person(ann.accountId, 'account_admin');
  const stranger = await own.person(await own.account('Strangers'), 'account_admin');
  for (const other of [colleague, stranger])
    expect((await consent(own, other, question.request)).json()).toMatchObject({ code: 'other_account' });
  expect((await consent(own, ann, question.request, ['read_orders', 'write_orders'])).json()).toMatchObject({ code: 'not_as_seen' });
  expect((await consent(own, ann, question.request, ['write_products'])).statusCode).toBe(422);
  expect((await consent(own, ann, question.request, [])).statusCode).toBe(422);
  expect((await consent(own, null, question.request)).statusCode).toBe(401);
  expect((await consent(own, ann, question.request.slice(0, -4))).json()).toMatchObject({ code: 'other_account' });
  const elsewhere = { 'sec-fetch-site': 'cross-site', 'x-requested-with': '' };
  const payload = { request: question.request, scopes: ['read_orders'] };
  expect((await own.as(ann, { method: 'POST', url: '/api/agents', headers: elsewhere, payload })).json()).toMatchObject({
    code: 'other_origin',
  });
  expect(await own.sql('select from api_keys where client_id is not null and account_id = $1', [ann.accountId])).toEqual([]);
});

test('who makes no keys connects no agents, nor does who acts as an account for a while', async () => {
  const { question } = (await ask()).json();
  for (const role of ['admin', 'user'] as const) {
    const person = await own.person(ann.accountId, role);
    expect((await ask({}, at.add(), person)).statusCode).toBe(403);
    expect((await consent(own, person, question.request)).statusCode).toBe(403);
  }
  const portal = await own.person(await own.account('Portal'), 'super');
  const client = at.add();
  const before = (await ask({}, client, portal)).json().question;
  await own.sql('update sessions set acting_account_id = $1 where user_id = $2', [ann.accountId, portal.userId]);
  await expect.poll(async () => (await ask({}, client, portal)).json().question?.account).toBe('Acme');
  // Not to the account that they act as, and not to their own, which they were asked about before.
  expect((await consent(own, portal, before.request)).json()).toMatchObject({ code: 'other_account' });
  const acting = (await ask({}, client, portal)).json().question;
  expect((await consent(own, portal, acting.request)).json()).toMatchObject({ code: 'not_yours' });
});

test('it is listed beside keys, is no key, and its disconnection ends it at once', async () => {
  const client = at.add({ client_name: 'Robot\n\u202E of   desks' });
  const waiting = await consented(own, client, ann);
  const { access_token } = await tokensOf(own, client, ann);
  await makeKey(own, ann, { name: 'Robot of desks' });
  expect((await listTools(own, access_token)).statusCode).toBe(200);
  const { agents } = (await own.as(ann, { url: '/api/agents' })).json();
  const mine = agents.filter(({ name }: { name: string }) => name === 'Robot of desks');
  expect(mine).toMatchObject([{ state: 'active', host: new URL(client).host, scopes: ['read_orders', 'read_stock'] }]);
  expect(mine[0].connected_by).toMatch(/^Person/);
  const [{ id }] = mine;
  for (const [method, url] of [
    ['POST', `${id}/rotate`],
    ['PATCH', `${id}`],
    ['POST', `${id}/take-over`],
    ['DELETE', `${id}`],
  ] as const) {
    const payload = { hours: 1 };
    expect((await own.as(ann, { method, url: `/api/keys/${url}`, ...(method !== 'DELETE' && { payload }) })).statusCode, url).toBe(404);
  }
  expect((await own.as(ann, { method: 'DELETE', url: `/api/agents/${id}` })).json()).toEqual({
    message: 'Robot of desks is disconnected.',
  });
  await expect.poll(async () => (await listTools(own, access_token)).json()).toMatchObject({ status: 401, code: 'key_revoked' });
  expect((await own.as(ann, { method: 'DELETE', url: `/api/agents/${id}` })).statusCode).toBe(409);
  const audit = await own.sql("select verb, record_name, changes from audit_entries where noun = 'agent' and record_id = $1 order by id", [
    id,
  ]);
  expect(audit).toMatchObject([
    {
      verb: 'connected',
      record_name: 'Robot of desks',
      changes: { program: { to: client }, scopes: { to: ['read_orders', 'read_stock'] } },
    },
    { verb: 'disconnected' },
  ]);
  // Another consent to the same program stands for itself.
  expect((await postForm(own, '/oauth/token', waiting.exchange)).statusCode).toBe(200);
});

test('an agent that is connected is listed however many expired before it', async () => {
  await tokensOf(own, at.add({ client_name: 'Zoe' }), ann);
  await own.sql(
    `insert into api_keys (account_id, handle, name, made_by, scopes, version, client_id, audience, expires_at, rotated_at)
     select $1, 'expired-' || n, 'Desk agent', $2, '{read_orders}', '2026-01-01', 'https://agent.example/' || n, $3, now(), now()
     from generate_series(1, 200) as n`,
    [ann.accountId, ann.userId, audience(own)],
  );
  const { agents } = (await own.as(ann, { url: '/api/agents' })).json();
  expect(agents).toHaveLength(200);
  expect([agents[0], agents[1]]).toMatchObject([
    { name: 'Zoe', state: 'active' },
    { name: 'Desk agent', state: 'expired' },
  ]);
});

test('a token counts at /mcp alone, and stands for no key', async () => {
  const { access_token, refresh_token } = await tokensOf(own, at.add(), ann);
  expect((await use(own, access_token)).json()).toMatchObject({ status: 401, code: 'wrong_audience' });
  expect((await use(own, access_token, { url: '/v1/orders' })).statusCode).toBe(401);
  expect((await own.web.inject({ url: '/api/orders', headers: { authorization: `Bearer ${access_token}` } })).statusCode).toBe(401);
  for (const other of [refresh_token, access_token.slice(0, -1)])
    expect((await listTools(own, other)).headers['www-authenticate']).toContain('error="invalid_token"');
});
