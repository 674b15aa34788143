import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { inTenant } from '../../../platform/tenant.ts';
import { anotherWeb, keyOf, makeKey, use } from '../../../test/keys.ts';
import { type Person, type TestWeb, testWeb } from '../../../test/web.ts';
import type { Engine } from '../../base/worker-context.ts';
import { createKey } from './commands.ts';
import { readKey, writeKey } from './key-text.ts';
import { keysJobs } from './stopping/jobs.ts';

const own = testWeb();

test('a key is shown once, works with its account alone, and nothing stored or listed has its secret', async () => {
  const { admin, key } = await keyOf(own);
  const reply = await use(own, key);
  expect(reply.json()).toMatchObject({ name: 'Ledger', account: { id: admin.accountId }, scopes: ['read_orders'] });
  const [, , secret = ''] = key.split('_');
  const stored = await own.sql(
    "select to_jsonb(k)::text || (select string_agg(to_jsonb(s)::text, '') from api_key_secrets s) as all from api_keys k",
  );
  expect(JSON.stringify(stored)).not.toContain(secret.slice(0, 20));
  const listed = await own.as(admin, { url: '/api/keys' });
  expect(listed.json().keys[0]).toMatchObject({ name: 'Ledger', state: 'active', starts_with: key.slice(0, 16) });
  expect(listed.body).not.toContain(secret.slice(0, 20));
  // The role of pages cannot read what secrets are compared with.
  await expect(own.database.pool.query('select digest from api_key_secrets')).rejects.toMatchObject({ code: '42501' });
});

test('without a key, with a mistyped, unknown or foreign secret, or with a cookie, nothing is served', async () => {
  const { admin, key } = await keyOf(own);
  const other = await keyOf(own, 'Other');
  const code = async (authorization?: string) =>
    (await own.web.inject({ url: '/v1/key', headers: authorization ? { authorization } : {} })).json();
  expect(await code()).toMatchObject({ status: 401, code: 'no_key' });
  expect(await code(`Basic ${key}`)).toMatchObject({ code: 'no_key' });
  const mistyped = `${key.slice(0, -1)}${key.endsWith('a') ? 'b' : 'a'}`;
  expect(await code(`Bearer ${mistyped}`)).toMatchObject({ status: 401, code: 'mistyped_key' });
  const [mine, theirs] = [readKey(key), readKey(other.key)];
  const mixed = writeKey({ handle: mine?.handle ?? '', secret: theirs?.secret ?? '' });
  expect(await code(`Bearer ${mixed}`)).toMatchObject({ status: 401, code: 'unknown_key' });
  const unknown = writeKey({ handle: 'AAAAAAAAAAAA', secret: mine?.secret ?? '' });
  expect(await code(`Bearer ${unknown}`)).toMatchObject({ status: 401, code: 'unknown_key' });
  expect((await own.as(admin, { url: '/v1/key' })).json()).toMatchObject({ status: 401, code: 'no_key' });
  for (const [method, url] of [
    ['GET', '/api/keys'],
    ['GET', '/api/orders'],
    ['POST', '/api/auth/change-password'],
    ['GET', '/api/openapi.json'],
  ] as const)
    expect((await own.web.inject({ method, url, headers: { authorization: `Bearer ${key}` } })).statusCode, url).toBe(401);
});

test('a key is paused once its maker left, the admins are told once, and one of them may take it over', async () => {
  const { admin, key } = await keyOf(own);
  const boss = await own.person(admin.accountId, 'account_admin');
  const removed = await own.as(boss, { method: 'DELETE', url: `/settings/team/members/${admin.userId}` });
  expect(removed.statusCode).toBe(200);
  await expect.poll(async () => (await use(own, key)).json()).toMatchObject({ status: 403, code: 'key_paused' });
  const { keys } = (await own.as(boss, { url: '/api/keys' })).json();
  expect(keys).toMatchObject([{ name: 'Ledger', state: 'paused' }]);
  const tell = () => keysJobs['keys:paused'](admin, { database: own.database } as Engine, AbortSignal.any([]));
  await tell();
  await tell();
  const told = await own.sql('select user_id, sentence from notifications where account_id = $1', [admin.accountId]);
  expect(told).toMatchObject([{ user_id: String(boss.userId), sentence: { code: 'keys_paused', keys: ['Ledger'] } }]);
  const taken = await own.as(boss, { method: 'POST', url: `/api/keys/${keys[0].id}/take-over` });
  expect(taken.json()).toEqual({ message: 'Ledger is yours now.' });
  await expect.poll(async () => (await use(own, key)).statusCode).toBe(200);
  const again = await own.as(boss, { method: 'POST', url: `/api/keys/${keys[0].id}/take-over` });
  expect(again.statusCode).toBe(409);
});

test('of a suspended account no key works, nor of a maker who must set up two-factor sign-in', async () => {
  const { admin, key } = await keyOf(own);
  const superAdmin = await own.person(await own.account('Portal'), 'super');
  const turn = (how: string) => own.as(superAdmin, { method: 'POST', url: `/settings/super/accounts/${admin.accountId}/${how}` });
  await own.sql('update accounts set two_factor_required = true where id = $1', [admin.accountId]);
  expect((await turn('suspend')).statusCode).toBe(200);
  await expect.poll(async () => (await use(own, key)).json()).toMatchObject({ code: 'suspended' });
  expect((await turn('resume')).statusCode).toBe(200);
  await expect.poll(async () => (await use(own, key)).json()).toMatchObject({ code: 'needs_two_factor' });
});

test('an expired key, and one from another network, is refused with the reason', async () => {
  const { admin, key } = await keyOf(own, 'Far', { networks: ['203.0.113.0/24', '2001:db8::/32'] });
  expect((await use(own, key)).json()).toMatchObject({ status: 403, code: 'wrong_network' });
  expect((await use(own, key, { remoteAddress: '203.0.113.9' })).statusCode).toBe(200);
  expect((await use(own, key, { remoteAddress: '2001:db8::1' })).statusCode).toBe(200);
  await own.sql("update api_keys set expires_at = now() - interval '1 second' where account_id = $1", [admin.accountId]);
  await expect.poll(async () => (await use(own, key, { remoteAddress: '203.0.113.9' })).json()).toMatchObject({ code: 'key_expired' });
});

test('a process that could not hear of it goes by nothing that it knew before, once it listens again', async () => {
  const { admin, id, key } = await keyOf(own);
  const asAdmin = async () => (await own.as(admin, { url: '/api/keys' })).statusCode;
  expect([(await use(own, key)).statusCode, await asAdmin()]).toEqual([200, 200]);
  // What the process does itself when it listens again is done by then.
  const again = new Promise<void>((resolve) => own.web.parts.news.onListening(() => resolve()));
  const listens = `from pg_stat_activity where datname = current_database() and application_name = 'crossdock-live'`;
  await own.sql(`select pg_terminate_backend(pid, 5000) ${listens}`);
  await own.sql('update api_keys set revoked_at = now() where id = $1', [id]);
  await own.sql('delete from sessions where user_id = $1', [admin.userId]);
  await again;
  expect((await use(own, key)).statusCode).toBe(401);
  expect(await asAdmin()).toBe(401);
});

/** Once a process has heard that a key was changed, it goes by nothing that it knew of it. */
const hears = ({ web }: Pick<TestWeb, 'web'>, key: string) =>
  new Promise<void>((resolve) => web.parts.news.onKeyChange((handle) => handle === readKey(key)?.handle && resolve()));

test('a key that is revoked in one process is refused in another at once', async () => {
  const { admin, id, key } = await keyOf(own);
  const other = await anotherWeb(own);
  expect((await use(other, key)).statusCode).toBe(200);
  const heard = hears(other, key);
  expect((await own.as(admin, { method: 'DELETE', url: `/api/keys/${id}` })).json()).toEqual({ message: 'Ledger is revoked.' });
  await heard;
  expect((await use(other, key)).json()).toMatchObject({ status: 401, code: 'key_revoked' });
  expect((await use(own, key)).json()).toMatchObject({ code: 'key_revoked' });
  for (const [method, url] of [
    ['DELETE', `/api/keys/${id}`],
    ['POST', `/api/keys/${id}/rotate`],
  ] as const)
    expect((await own.as(admin, { method, url, ...(method === 'POST' && { payload: { hours: 1 } }) })).statusCode).toBe(409);
});

test('keys of another account cannot be seen, rotated, taken over or revoked, and users have none', async () => {
  const { id } = await keyOf(own);
  const stranger = await own.person(await own.account('Strangers'), 'account_admin');
  for (const [method, url] of [
    ['GET', `${id}/calls`],
    ['POST', `${id}/rotate`],
    ['POST', `${id}/take-over`],
    ['DELETE', `${id}`],
  ] as const)
    expect(
      (await own.as(stranger, { method, url: `/api/keys/${url}`, ...(method === 'POST' && { payload: { hours: 1 } }) })).statusCode,
    ).toBe(404);
  expect((await own.as(stranger, { url: '/api/keys' })).json()).toEqual({ keys: [] });
  const superAdmin = await own.person(await own.account('Portal'), 'super');
  await own.sql('update sessions set acting_account_id = $1 where user_id = $2', [stranger.accountId, superAdmin.userId]);
  expect((await makeKey(own, superAdmin)).json()).toMatchObject({ code: 'not_yours' });
});

test('who acts as an account for a while takes no secret of its keys along, and may still revoke them', async () => {
  const { admin, id, key } = await keyOf(own);
  const superAdmin = await own.person(await own.account('Portal'), 'super');
  await own.sql('update sessions set acting_account_id = $1 where user_id = $2', [admin.accountId, superAdmin.userId]);
  const rotated = await own.as(superAdmin, { method: 'POST', url: `/api/keys/${id}/rotate`, payload: { hours: 1 } });
  expect(rotated.json()).toMatchObject({ code: 'not_yours' });
  expect((await use(own, key)).statusCode).toBe(200);
  expect((await own.as(superAdmin, { method: 'DELETE', url: `/api/keys/${id}` })).statusCode).toBe(200);
});

test('who is being removed makes no key that the removal misses', async () => {
  const { admin } = await keyOf(own);
  const wanted = { name: 'Late', scopes: ['read_orders' as const], days: null, networks: [] };
  let making: Promise<unknown> = Promise.resolve();
  await inTenant(own.database, admin, async (tenant) => {
    await sql`delete from members where account_id = ${admin.accountId} and user_id = ${admin.userId}`.execute(tenant.db);
    let ended = false;
    making = inTenant(own.database, admin, (late) => createKey(late, wanted)).finally(() => {
      ended = true;
    });
    making.catch(() => undefined);
    const waits = async () => (await own.sql('select from pg_locks where not granted')).length > 0;
    await expect.poll(async () => ended || (await waits())).toBe(true);
  });
  await expect(making).rejects.toMatchObject({ code: 'not_yours' });
  expect(await own.sql("select from api_keys where name = 'Late'")).toEqual([]);
});

const change = (own: TestWeb, person: Person, id: number, payload: object) =>
  own.as(person, { method: 'PATCH', url: `/api/keys/${id}`, payload });

test('an edited key may at once what it may now, and the audit has what it could before', async () => {
  const { admin, id, key } = await keyOf(own);
  const other = await anotherWeb(own);
  expect((await use(other, key, { url: '/v1/products' })).statusCode).toBe(403);
  const heard = hears(other, key);
  const reply = await change(own, admin, id, { name: 'Books', scopes: ['read_products'], days: 5, networks: ['127.0.0.0/8'] });
  expect(reply.json()).toEqual({ message: 'Books is saved.' });
  await heard;
  expect((await use(other, key, { url: '/v1/products' })).statusCode).toBe(200);
  expect((await use(other, key, { url: '/v1/orders' })).json()).toMatchObject({ code: 'lacks_scope' });
  expect((await use(other, key, { remoteAddress: '203.0.113.9' })).json()).toMatchObject({ code: 'wrong_network' });
  const [entry] = await own.sql("select record_name, changes from audit_entries where verb = 'changed' and account_id = $1", [
    admin.accountId,
  ]);
  expect(entry).toMatchObject({
    record_name: 'Books',
    changes: {
      name: { from: 'Ledger', to: 'Books' },
      scopes: { from: ['read_orders'], to: ['read_products'] },
      expires_at: { from: null },
    },
  });
});

test('a scope that a colleague took away is not given back by who saw it before', async () => {
  const { admin, id } = await keyOf(own, 'Two', { scopes: ['read_orders', 'release_orders'] });
  const colleague = await own.person(admin.accountId, 'account_admin');
  const seen = { scopes: ['release_orders', 'read_orders'], networks: [] };
  await change(own, colleague, id, { scopes: ['read_orders'], seen });
  const late = await change(own, admin, id, { scopes: ['read_orders', 'release_orders', 'read_stock'], seen });
  expect([late.statusCode, late.json().code]).toEqual([409, 'changed_since']);
  const stored = () => own.sql('select scopes, networks from api_keys where id = $1', [id]);
  expect(await stored()).toEqual([{ scopes: ['read_orders'], networks: [] }]);
  await change(own, colleague, id, { networks: ['203.0.113.0/24'] });
  expect((await change(own, admin, id, { networks: ['198.51.100.0/24'], seen: { networks: [] } })).statusCode).toBe(409);
  expect(await stored()).toMatchObject([{ networks: ['203.0.113.0/24'] }]);
});

test('a key is edited by an account admin of its account alone, not once it is revoked, and not to another’s name', async () => {
  const { admin, id } = await keyOf(own);
  const colleague = await own.person(admin.accountId, 'admin');
  const stranger = await own.person(await own.account('Strangers'), 'account_admin');
  const superAdmin = await own.person(await own.account('Portal'), 'super');
  await own.sql('update sessions set acting_account_id = $1 where user_id = $2', [admin.accountId, superAdmin.userId]);
  const payload = { scopes: ['read_orders', 'read_stock'] };
  expect((await change(own, colleague, id, payload)).statusCode).toBe(403);
  expect((await change(own, stranger, id, payload)).statusCode).toBe(404);
  expect((await change(own, superAdmin, id, payload)).json()).toMatchObject({ code: 'not_yours' });
  await makeKey(own, admin, { name: 'Second' });
  expect((await change(own, admin, id, { name: 'second' })).statusCode).toBe(422);
  expect((await change(own, admin, id, { scopes: [] })).statusCode).toBe(422);
  expect((await change(own, admin, id, { scopes: ['write_everything'] })).statusCode).toBe(422);
  expect(await own.sql('select scopes, name from api_keys where id = $1', [id])).toEqual([{ scopes: ['read_orders'], name: 'Ledger' }]);
  await own.as(admin, { method: 'DELETE', url: `/api/keys/${id}` });
  expect((await change(own, admin, id, payload)).statusCode).toBe(409);
});

test.each([
  ['another name', { name: 'Books' }, false],
  ['fewer scopes', { scopes: ['read_orders'] }, false],
  ['an earlier end', { days: 1 }, false],
  ['fewer networks', { networks: ['127.0.0.1'] }, false],
  ['a smaller network, in another notation', { networks: ['127.0.0.1/32', '192.0.2.1'] }, false],
  ['another scope', { scopes: ['read_orders', 'read_products'] }, true],
  ['a later end', { days: 100 }, true],
  ['no end', { days: null }, true],
  ['another network', { networks: ['127.0.0.1', '10.0.0.0/8'] }, true],
  ['any network', { networks: [] }, true],
])('who gives a colleague’s key %s %s', async (_what, payload, isTheirs) => {
  const wanted = { scopes: ['read_orders', 'read_stock'], days: 10, networks: ['127.0.0.1', '192.0.2.1'] };
  const { admin, id } = await keyOf(own, 'Acme', wanted);
  const boss = await own.person(admin.accountId, 'account_admin');
  expect((await change(own, boss, id, payload)).statusCode).toBe(200);
  const maker = isTheirs ? boss : admin;
  expect(await own.sql('select made_by from api_keys where id = $1', [id])).toEqual([{ made_by: String(maker.userId) }]);
});

test('of two keys that are made at once where there is room for one, the second is refused', async () => {
  const { admin } = await keyOf(own);
  await own.sql(
    `insert into api_keys (account_id, handle, name, made_by, scopes, version)
     select $1, 'full' || n, 'Full ' || n, $2, '{read_orders}', '2026-11-27' from generate_series(1, 98) as n`,
    [admin.accountId, admin.userId],
  );
  const wanted = (name: string) => ({ name, scopes: ['read_orders' as const], days: null, networks: [] });
  let second: Promise<unknown> = Promise.resolve();
  await inTenant(own.database, admin, async (tenant) => {
    await createKey(tenant, wanted('Last'));
    let ended = false;
    second = inTenant(own.database, admin, (other) => createKey(other, wanted('Beyond'))).finally(() => {
      ended = true;
    });
    second.catch(() => undefined);
    const waits = async () => (await own.sql(`select from pg_locks where locktype = 'advisory' and not granted`)).length > 0;
    await expect.poll(async () => ended || (await waits())).toBe(true);
  });
  await expect(second).rejects.toMatchObject({ code: 'too_many_keys' });
  await own.sql(`delete from api_keys where account_id = $1 and handle like 'full%'`, [admin.accountId]);
});

test('each change is in the audit with the key’s name', async () => {
  const { admin, id } = await keyOf(own);
  await own.as(admin, { method: 'POST', url: `/api/keys/${id}/rotate`, payload: { hours: 2 } });
  await own.as(admin, { method: 'DELETE', url: `/api/keys/${id}` });
  const rows = await own.sql('select verb, record_name from audit_entries where account_id = $1 and noun = $2 order by id', [
    admin.accountId,
    'API key',
  ]);
  expect(rows).toEqual(['created', 'renewed', 'revoked'].map((verb) => ({ verb, record_name: 'Ledger' })));
});
