import { beforeEach, expect, test } from 'vitest';
import { consented, listTools, postForm, programs, proof, renewal, tokensOf } from '../../../../../test/connecting.ts';
import { anotherWeb } from '../../../../../test/keys.ts';
import { type Person, testWeb } from '../../../../../test/web.ts';
import { readKey, writeKey } from '../../key-text.ts';

const own = testWeb();
const at = programs(own);
let ann: Person;
let boss: Person;

beforeEach(async () => {
  ann = await own.person(await own.account('Acme'), 'account_admin');
  boss = await own.person(ann.accountId, 'account_admin');
  await own.sql('delete from sign_in_attempts');
});

const post = (values: Record<string, string>) => postForm(own, '/oauth/token', values);
const errorOf = async (values: Record<string, string>) => {
  const { statusCode, body } = await post(values);
  return [statusCode, JSON.parse(body).error];
};
const statusOf = async (token: string) => (await listTools(own, token)).statusCode;
const wrong = [400, 'invalid_grant'];

test.each([
  ['another verifier', { code_verifier: proof().verifier }, 'invalid_grant'],
  ['the challenge as its verifier', { code_verifier: 'a'.repeat(43) }, 'invalid_grant'],
  ['another redirect', { redirect_uri: 'http://127.0.0.1:43118/callback' }, 'invalid_grant'],
  ['another client', { client_id: 'https://evil.example/agent.json' }, 'invalid_grant'],
  ['another resource', { resource: 'https://evil.example/mcp' }, 'invalid_target'],
  ['a scope beyond the consent', { scope: 'read_orders write_orders' }, 'invalid_scope'],
])('a code gets nothing with %s, and nothing after that', async (_what, over, error) => {
  const { exchange } = await consented(own, at.add(), ann);
  expect(await errorOf({ ...exchange, ...over })).toEqual([400, error]);
  expect(await errorOf(exchange)).toEqual(wrong);
  expect(await own.sql('select from api_key_secrets where account_id = $1', [ann.accountId])).toEqual([]);
});

test.each(['code', 'code_verifier', 'redirect_uri', 'client_id', 'resource', 'grant_type'])(
  'without %s nothing is exchanged',
  async (name) => {
    const { exchange } = await consented(own, at.add(), ann);
    expect(await errorOf({ ...exchange, [name]: '' })).toEqual([400, 'invalid_request']);
    expect((await post(exchange)).statusCode).toBe(200);
  },
);

test('what is no form, has a field twice or asks for another grant is refused as OAuth says', async () => {
  const { exchange } = await consented(own, at.add(), ann);
  expect(await errorOf({ ...exchange, grant_type: 'password' })).toEqual([400, 'unsupported_grant_type']);
  expect(await errorOf({ ...exchange, grant_type: '__proto__' })).toEqual([400, 'unsupported_grant_type']);
  const send = (payload: string, type = 'application/x-www-form-urlencoded') =>
    own.web.inject({ method: 'POST', url: '/oauth/token', headers: { 'content-type': type }, payload });
  const twice = await send(`${new URLSearchParams(exchange)}&client_id=https://evil.example/a`);
  expect(twice.json()).toMatchObject({ error: 'invalid_request' });
  expect((await send(JSON.stringify(exchange), 'application/json')).statusCode).toBe(415);
  expect((await send(`grant_type=${'a'.repeat(20_000)}`)).statusCode).toBe(413);
});

test('a code that is used twice ends what the first one got', async () => {
  const { exchange } = await consented(own, at.add(), ann);
  const { access_token, refresh_token } = (await post(exchange)).json();
  expect(await statusOf(access_token)).toBe(200);
  expect(await errorOf(exchange)).toEqual(wrong);
  await expect.poll(() => statusOf(access_token)).toBe(401);
  expect(await errorOf(renewal(own, exchange.client_id ?? '', refresh_token))).toEqual(wrong);
});

test('of two that exchange one code at the same time, one gets tokens, which end', async () => {
  const { exchange } = await consented(own, at.add(), ann);
  const replies = await Promise.all([post(exchange), post(exchange)]);
  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400]);
  const tokens = replies.find(({ statusCode }) => statusCode === 200)?.json();
  await expect.poll(() => statusOf(tokens.access_token)).toBe(401);
});

test('a code counts for a minute, to the account that it was given for', async () => {
  const { exchange } = await consented(own, at.add(), ann);
  const stranger = await own.person(await own.account('Strangers'), 'account_admin');
  const other = await consented(own, at.add(), stranger);
  const [mine, theirs] = [readKey(exchange.code ?? '', 'code'), readKey(other.code, 'code')];
  const mixed = writeKey({ handle: theirs?.handle ?? '', secret: mine?.secret ?? '' }, 'code');
  expect(await errorOf({ ...exchange, code: mixed })).toEqual(wrong);
  const moved = { handle: mine?.handle ?? '', secret: mine?.secret ?? '' };
  expect(await errorOf(renewal(own, exchange.client_id ?? '', writeKey(moved, 'refresh')))).toEqual(wrong);
  await own.sql("update agent_tokens set until = now() - interval '1 second' where account_id = $1", [ann.accountId]);
  expect(await errorOf(exchange)).toEqual(wrong);
  expect((await post(other.exchange)).statusCode).toBe(200);
});

/** As if what was exchanged until now had been longer ago than a program repeats itself. */
const later = () =>
  own.sql("update agent_tokens set used_at = date_subtract(used_at, interval '11 seconds', 'UTC') where account_id = $1", [ann.accountId]);

test('two windows that renew at the same time both get tokens, which both go on', async () => {
  const client = at.add();
  const { refresh_token } = await tokensOf(own, client, ann);
  const renew = async (token: string) => (await post(renewal(own, client, token))).json();
  const both = await Promise.all([renew(refresh_token), renew(refresh_token)]);
  expect(new Set(both.map((each) => each.refresh_token)).size).toBe(2);
  for (const { access_token } of both) await expect.poll(() => statusOf(access_token)).toBe(200);
  const left = await own.sql<{ s: number }>(
    'select extract(epoch from until - now())::int as s from api_key_secrets where account_id = $1 order by id desc limit 2',
    [ann.accountId],
  );
  expect(left.map(({ s }) => s > 3_000)).toEqual([true, true]);
  for (const each of both) expect((await post(renewal(own, client, each.refresh_token))).statusCode).toBe(200);
  expect(await errorOf({ ...renewal(own, client, refresh_token), client_id: 'https://evil.example/a.json' })).toEqual(wrong);
  await later();
  expect(await errorOf(renewal(own, client, refresh_token))).toEqual(wrong);
  for (const { access_token } of both) await expect.poll(() => statusOf(access_token)).toBe(401);
});

test('a scope that there is not takes nothing from a code, as it took nothing from the consent', async () => {
  const { exchange } = await consented(own, at.add(), ann);
  expect((await post({ ...exchange, scope: 'read_orders offline_access' })).json()).toMatchObject({ scope: 'read_orders read_stock' });
});

test('tokens are renewed once each; a refresh token that is used twice ends them all', async () => {
  const client = at.add();
  const first = await tokensOf(own, client, ann);
  const second = (await post(renewal(own, client, first.refresh_token))).json();
  expect(second).toMatchObject({ scope: 'read_orders read_stock', token_type: 'Bearer' });
  await expect.poll(() => statusOf(second.access_token)).toBe(200);
  const third = (await post(renewal(own, client, second.refresh_token))).json();
  await later();
  expect(await errorOf(renewal(own, client, first.refresh_token))).toEqual(wrong);
  for (const { access_token } of [second, third]) await expect.poll(() => statusOf(access_token)).toBe(401);
  expect(await errorOf(renewal(own, client, third.refresh_token))).toEqual(wrong);
  const audit = await own.sql(
    "select verb, key_name, changes from audit_entries where account_id = $1 and noun = 'agent' order by id desc limit 1",
    [ann.accountId],
  );
  expect(audit).toMatchObject([{ verb: 'disconnected', key_name: 'agent Desk agent', changes: { why: { to: 'shown twice' } } }]);
});

test.each([
  ['another client', { client_id: 'https://evil.example/agent.json' }, 'invalid_grant'],
  ['another resource', { resource: 'https://evil.example/mcp' }, 'invalid_target'],
  ['another scope', { scope: 'read_orders read_buyers' }, 'invalid_scope'],
])('a refresh token gets nothing for %s', async (_what, over, error) => {
  const client = at.add();
  const { refresh_token } = await tokensOf(own, client, ann);
  expect(await errorOf({ ...renewal(own, client, refresh_token), ...over })).toEqual([400, error]);
  expect((await post(renewal(own, client, refresh_token))).statusCode).toBe(200);
});

test('an access token counts for an hour, the former one for half a minute more, and a month unused ends all', async () => {
  const client = at.add();
  const { access_token, refresh_token } = await tokensOf(own, client, ann);
  const left = await own.sql<{ s: number }>(
    'select extract(epoch from until - now())::int as s from api_key_secrets where account_id = $1',
    [ann.accountId],
  );
  expect(left[0]?.s).toBeGreaterThan(3_500);
  const next = (await post(renewal(own, client, refresh_token))).json();
  expect(await statusOf(access_token)).toBe(200);
  const former = "update api_key_secrets set until = now() where account_id = $1 and until < now() + interval '31 seconds' returning id";
  expect(await own.sql(former, [ann.accountId])).toHaveLength(1);
  // What processes remember of a key.
  await own.sql('update api_keys set rotated_at = now() where account_id = $1', [ann.accountId]);
  await expect.poll(() => statusOf(access_token)).toBe(401);
  expect(await statusOf(next.access_token)).toBe(200);
  await own.sql('update agent_tokens set until = now() where account_id = $1', [ann.accountId]);
  expect(await errorOf(renewal(own, client, next.refresh_token))).toEqual(wrong);
});

test('a year after its consent an agent is connected anew, however often it renewed its tokens', async () => {
  const client = at.add();
  const { refresh_token } = await tokensOf(own, client, ann);
  await own.sql("update api_keys set created_at = now() - interval '365 days' + interval '1 minute' where account_id = $1", [
    ann.accountId,
  ]);
  const next = (await post(renewal(own, client, refresh_token))).json();
  const left = await own.sql<{ s: number }>(
    "select extract(epoch from until - now())::int as s from agent_tokens where account_id = $1 and kind = 'refresh' and used_at is null",
    [ann.accountId],
  );
  expect(left[0]?.s).toBeLessThanOrEqual(60);
  await own.sql("update agent_tokens set until = date_subtract(until, interval '1 minute', 'UTC') where account_id = $1", [ann.accountId]);
  expect(await errorOf(renewal(own, client, next.refresh_token))).toEqual(wrong);
});

test('with the membership all of it ends at once, in another process too, and a code that is under way', async () => {
  const client = at.add();
  const { access_token, refresh_token } = await tokensOf(own, client, ann);
  const { exchange } = await consented(own, client, ann);
  const other = await anotherWeb(own);
  expect((await listTools(other, access_token)).statusCode).toBe(200);
  expect((await own.as(boss, { method: 'DELETE', url: `/settings/team/members/${ann.userId}` })).statusCode).toBe(200);
  const audit = await own.sql(
    "select user_id::int, record_name, changes from audit_entries where account_id = $1 and noun = 'agent' and verb = 'disconnected'",
    [ann.accountId],
  );
  const ended = { user_id: boss.userId, record_name: 'Desk agent', changes: { why: { to: 'membership' } } };
  expect(audit).toMatchObject([ended, ended]);
  const refused = { status: 401, code: 'key_revoked' };
  // Less than the five seconds for which a process that hears nothing goes by what it knows.
  await expect.poll(async () => (await listTools(other, access_token)).json(), { timeout: 4_000 }).toMatchObject(refused);
  for (const values of [exchange, renewal(own, client, refresh_token)]) expect(await errorOf(values)).toEqual(wrong);
});

test('who can no longer make keys has no agents either, also once they can again', async () => {
  const client = at.add();
  const { access_token, refresh_token } = await tokensOf(own, client, ann);
  const { exchange } = await consented(own, client, ann);
  const payload = { userId: ann.userId, isAdmin: false };
  expect((await own.as(boss, { method: 'POST', url: '/api/departments/add-to-user', payload })).statusCode).toBe(200);
  const audit = await own.sql(
    "select user_id::int, record_name, changes from audit_entries where account_id = $1 and noun = 'agent' and verb = 'disconnected'",
    [ann.accountId],
  );
  const ended = { user_id: boss.userId, record_name: 'Desk agent', changes: { why: { from: null, to: 'role' } } };
  expect(audit).toEqual([ended, ended]);
  await expect.poll(() => statusOf(access_token)).toBe(401);
  for (const values of [exchange, renewal(own, client, refresh_token)]) expect(await errorOf(values)).toEqual(wrong);
  await own.sql(`update members set role = 'account_admin' where user_id = $1`, [ann.userId]);
  expect(await statusOf(access_token)).toBe(401);
  expect(await errorOf(renewal(own, client, refresh_token))).toEqual(wrong);
});

test('of a suspended account nothing is exchanged, and no token is served', async () => {
  const client = at.add();
  const { access_token, refresh_token } = await tokensOf(own, client, ann);
  const superAdmin = await own.person(await own.account('Portal'), 'super');
  const suspended = await own.as(superAdmin, { method: 'POST', url: `/settings/super/accounts/${ann.accountId}/suspend` });
  expect(suspended.statusCode).toBe(200);
  expect(await errorOf(renewal(own, client, refresh_token))).toEqual(wrong);
  await expect.poll(() => statusOf(access_token)).toBe(403);
});

test('a program ends what it has itself, by either token, and nobody else’s', async () => {
  const client = at.add();
  for (const kind of ['access_token', 'refresh_token'] as const) {
    const tokens = await tokensOf(own, client, ann);
    const revoke = (values: Record<string, string>) =>
      postForm(own, '/oauth/revoke', { token: tokens[kind], client_id: client, ...values });
    expect((await revoke({ client_id: 'https://evil.example/a.json' })).statusCode).toBe(200);
    const parts = readKey(tokens[kind], kind === 'access_token' ? 'access' : 'refresh');
    const guessed = writeKey({ handle: parts?.handle ?? '', secret: '0'.repeat(43) }, kind === 'access_token' ? 'access' : 'refresh');
    for (const token of [guessed, 'xdo_nothing']) expect((await revoke({ token })).statusCode).toBe(200);
    expect(await statusOf(tokens.access_token)).toBe(200);
    expect((await revoke({})).statusCode).toBe(200);
    await expect.poll(() => statusOf(tokens.access_token)).toBe(401);
    expect(await errorOf(renewal(own, client, tokens.refresh_token))).toEqual(wrong);
  }
});

test('a token that is rewritten as a key is none, and nothing stored has a secret', async () => {
  const client = at.add();
  const { access_token, refresh_token } = await tokensOf(own, client, ann);
  const parts = readKey(access_token, 'access') ?? { handle: '', secret: '' };
  const reply = await own.web.inject({ url: '/v1/key', headers: { authorization: `Bearer ${writeKey(parts)}` } });
  expect(reply.json()).toMatchObject({ status: 401, code: 'unknown_key' });
  const refresh = readKey(refresh_token, 'refresh') ?? { handle: '', secret: '' };
  expect(await statusOf(writeKey(refresh, 'access'))).toBe(401);
  const stored = await own.sql(
    "select (select string_agg(to_jsonb(t)::text, '') from agent_tokens t) || (select string_agg(to_jsonb(s)::text, '') from api_key_secrets s) as all",
  );
  for (const { secret } of [parts, refresh]) expect(JSON.stringify(stored)).not.toContain(secret);
  await expect(own.database.pool.query('select digest from agent_tokens')).rejects.toMatchObject({ code: '42501' });
});

test('an address exchanges so many a minute', async () => {
  await own.sql("insert into sign_in_attempts (key, count, until) values ('tokens|127.0.0.1', 60, now() + interval '40 seconds')");
  const reply = await post({ grant_type: 'refresh_token' });
  expect([reply.statusCode, reply.json().error]).toEqual([429, 'temporarily_unavailable']);
  expect(Number(reply.headers['retry-after'])).toBeGreaterThan(30);
});
