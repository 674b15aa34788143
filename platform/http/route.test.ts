import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { testDatabase } from '../../test/database.ts';
import { endpoint, id, text } from '../endpoint.ts';
import { createLog } from '../log.ts';
import type { Role, SignedIn } from '../signed-in.ts';
import { invalid, refuse } from './refusal.ts';
import { route } from './route.ts';
import { createServer } from './server.ts';

const own = testDatabase();
const replies = { 200: z.object({ ok: z.boolean() }) };
const summary = 'For this test';
const look = endpoint('GET /api/look/:id', { may: 'work', summary, params: z.object({ id }), replies });
const save = endpoint('PUT /api/save', {
  may: 'map',
  summary,
  body: z.object({ name: text(5), note: text().optional() }),
  replies,
});
const add = endpoint('POST /api/add', { may: 'anyone', summary, replies: { 201: z.object({ ok: z.boolean() }) } });
const hook = endpoint('POST /api/hook', {
  may: 'anyone',
  webhook: true,
  summary,
  body: z.unknown(),
  replies: { 204: z.null() },
});
const map = endpoint('POST /api/map', {
  may: 'anyone',
  withErrorMessage: true,
  summary,
  body: z.object({ code: text(), name: text() }),
  replies,
});
const change = endpoint('GET /api/change', { may: 'work', viaXhr: true, summary, replies });
const fail = endpoint('GET /api/fail/:how', { may: 'anyone', summary, params: z.object({ how: text() }), replies });
const lie = endpoint('GET /api/lie', { may: 'anyone', summary, replies });

let app: FastifyInstance;
beforeAll(async () => {
  const log = createLog({ logLevel: 'info' }, { write: (line) => lines.push(line) });
  const env = { baseUrl: 'https://crossdock.example', trustProxy: 1, accountLimits: { requests: 8, busyMs: 0 } };
  app = await createServer({
    env,
    log,
    database: own.database,
    migrationsFolder: `${import.meta.dirname}/../../db/migrations`,
    requestsPerMinute: 1_000,
    longestLagMs: 0,
    checkReplies: true,
    mayDo: (role, permission) => role !== 'user' || permission === 'work',
    isConfirmed: async () => false,
    signInAddress: () => '/sign-in',
    sessionOf: async ({ headers }) => (headers.cookie ? person(headers.cookie as Role) : null),
  });
  const ok = async () => ({ ok: true });
  route(app, look, ok);
  route(app, save, ok);
  route(app, add, ok);
  route(app, map, ok);
  route(app, change, ok);
  route(app, hook, async () => null);
  route(app, lie, async () => JSON.parse('{"ok":"yes"}') as { ok: boolean });
  route(app, fail, async ({ params }) => fails[params.how]?.() ?? { ok: true });
});
afterAll(() => app.close());
const lines: string[] = [];

const fails: Record<string, () => Promise<never>> = {
  refused: async () => Promise.reject(refuse(404, 'not_found', 'This order does not exist.')),
  invalid: async () => Promise.reject(invalid({ sku: ['is taken'] })),
  surprise: async () => Promise.reject(new Error('secret detail')),
  range: () => inDatabase("select 'x'::int"),
  missing: () => inDatabase("insert into members (account_id, user_id, role) values (1, 1, 'user')"),
};

function person(role: Role): SignedIn {
  return {
    sessionId: 1,
    userId: 7,
    accountId: 3,
    role,
    name: 'Ann',
    email: 'ann@example.com',
    timezone: 'UTC',
    accountName: 'Acme',
    dateStyle: 'month_first',
    pageSize: 50,
    actingAs: false,
    needsTwoFactor: false,
  };
}

async function inDatabase(statement: string): Promise<never> {
  await own.sql(statement);
  throw new Error('This statement was to fail.');
}

const connections = new Set<Socket>();

/** What the server replies on a connection of its own, once `act` has happened on it. */
async function rawReply(act: (socket: Socket) => void): Promise<{ status: number; body: unknown }> {
  if (!app.server.listening) {
    app.server.on('connection', (socket) => connections.add(socket));
    await app.listen({ host: '127.0.0.1', port: 0 });
  }
  const arrived = once(app.server, 'connection');
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  await arrived;
  act(socket);
  let text = '';
  for await (const part of socket) text += part;
  const [head = '', body = ''] = text.split('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), body: JSON.parse(body) };
}

function ask(request: InjectOptions & { url: string }) {
  const headers = Object.entries({ 'sec-fetch-site': 'same-origin', ...request.headers }).filter(([, value]) => value !== undefined);
  return app.inject({ ...request, headers: Object.fromEntries(headers) });
}
const asRole = (role: Role | null, request: InjectOptions & { url: string }) =>
  ask({ ...request, headers: { ...(role && { cookie: role }), ...request.headers } });

describe('who may', () => {
  test.each([
    [null, 401, { errorMessage: 'You are signed out. Sign in again.', code: 'signed_out' }],
    ['user', 403, { errorMessage: 'Your role does not allow this. Ask an admin of your account.', code: 'not_allowed' }],
    ['admin', 200, { ok: true }],
  ] as const)('%s gets %d', async (role, status, body) => {
    const reply = await asRole(role, { method: 'PUT', url: '/api/save', payload: { name: 'a' } });
    expect([reply.statusCode, reply.json()]).toEqual([status, body]);
  });

  test.each([
    [{ accountId: 4 }, 403],
    [{ account_id: '3' }, 200],
    [{ userId: '8' }, 403],
    [{ user_id: 7 }, 200],
    [{ lines: [{ accountId: 'x' }] }, 403],
    [{ accountId: { toString: '' } }, 403],
    [{ accountId: null }, 200],
  ])('a body naming %j gets %d', async (named, status) => {
    expect((await asRole('admin', { method: 'PUT', url: '/api/save', payload: { name: 'a', ...named } })).statusCode).toBe(status);
  });
});

describe('where from', () => {
  test.each([
    ['our own page', { 'sec-fetch-site': 'same-origin' }, 200],
    ['our own page, by an old browser', { 'sec-fetch-site': undefined, origin: 'https://crossdock.example' }, 200],
    ['another site', { 'sec-fetch-site': 'cross-site' }, 403],
    ['a neighbouring site', { 'sec-fetch-site': 'same-site' }, 403],
    ['another origin', { 'sec-fetch-site': undefined, origin: 'https://evil.example' }, 403],
    ['a hidden origin', { 'sec-fetch-site': undefined, origin: 'null' }, 403],
    ['nobody says where, with a cookie', { 'sec-fetch-site': undefined }, 403],
  ])('a change from %s', async (_, headers, status) => {
    expect((await asRole('admin', { method: 'PUT', url: '/api/save', payload: { name: 'a' }, headers })).statusCode).toBe(status);
  });

  test('a webhook may come from anywhere', async () => {
    expect((await ask({ method: 'POST', url: '/api/hook', payload: {}, headers: { 'sec-fetch-site': 'cross-site' } })).statusCode).toBe(
      204,
    );
  });

  test.each([
    ['our own XMLHttpRequest', 'GET', { 'x-requested-with': 'XMLHttpRequest' }, 200],
    ['a link', 'GET', {}, 405],
    ['another site’s XMLHttpRequest', 'GET', { 'x-requested-with': 'XMLHttpRequest', 'sec-fetch-site': 'cross-site' }, 403],
    ['a look at its headers', 'HEAD', { 'x-requested-with': 'XMLHttpRequest' }, 405],
  ] as const)('a GET that changes something, by %s', async (_, method, headers, status) => {
    expect((await asRole('user', { method, url: '/api/change', headers })).statusCode).toBe(status);
  });
});

describe('replies', () => {
  test('wrong fields are a 422 with messages by field', async () => {
    const reply = await asRole('admin', { method: 'PUT', url: '/api/save', payload: { name: 'too long', note: 5 } });
    expect(reply.statusCode).toBe(422);
    expect(reply.json()).toEqual({ name: ['Must have at most 5 characters'], note: ['Must be a text'] });
  });

  test('where a client reads errorMessage, a 422 has its messages as one sentence too', async () => {
    const reply = await ask({ method: 'POST', url: '/api/map', payload: { code: 5 } });
    const fields = { code: ['Must be a text'], name: ['Is required'] };
    expect([reply.statusCode, reply.json()]).toEqual([422, { ...fields, errorMessage: 'Must be a text Is required' }]);
  });

  test.each([
    ['PUT', '/api/look/1', 'GET, HEAD'],
    ['DELETE', '/api/save', 'PUT'],
    ['GET', '/api/save', 'PUT'],
    ['POST', '/api/fail/x?y=1', 'GET, HEAD'],
    ['HEAD', '/api/change', 'GET'],
  ] as const)('%s %s is 405, and says which methods there are', async (method, url, allow) => {
    const reply = await asRole('admin', { method, url });
    expect([reply.statusCode, reply.headers.allow]).toEqual([405, allow]);
    if (method !== 'HEAD') expect(reply.json()).toEqual({ errorMessage: expect.stringContaining(allow), code: 'wrong_method' });
  });

  test('what is no endpoint’s with any method is 404', async () => {
    for (const url of ['/api/look/x', '/api/look', '/api/nowhere'])
      expect((await asRole('admin', { method: 'DELETE', url })).statusCode).toBe(404);
  });

  test.each([
    ['no HTTP', 'nonsense\r\n\r\n', 400, 'bad_request'],
    ['endless headers', `GET / HTTP/1.1\r\nhost: x\r\ncookie: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 'headers_too_large'],
  ])('%s is refused in the form of every other error', async (_, sent, status, code) => {
    expect(await rawReply((socket) => socket.write(sent))).toEqual({ status, body: { errorMessage: expect.any(String), code } });
  });

  test('a request that never ends is 408 in that form too', async () => {
    const late = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    const reply = await rawReply(() => app.server.emit('clientError', late, [...connections].at(-1) as Socket));
    expect(reply).toEqual({ status: 408, body: { errorMessage: 'The request did not arrive in time. Try again.', code: 'timeout' } });
  });

  test.each([
    ['/api/fail/refused', 404, { errorMessage: 'This order does not exist.', code: 'not_found' }],
    ['/api/fail/invalid', 422, { sku: ['is taken'] }],
    ['/api/fail/range', 400, { code: 'bad_value' }],
    ['/api/fail/missing', 409, { code: 'conflict' }],
    ['/api/nowhere', 404, { code: 'not_found' }],
    ['/api/fail/%00', 400, { code: 'bad_characters' }],
    ['/api/no%zz', 404, { code: 'not_found' }],
  ])('%s is %d', async (url, status, body) => {
    const reply = await ask({ url });
    expect(reply.statusCode).toBe(status);
    expect(reply.json()).toMatchObject(body);
  });

  test('a page’s address with NUL characters redirects to the same page without them', async () => {
    for (const url of ['/orders?source=%00', '//elsewhere.example?source=%00']) {
      const reply = await ask({ url });
      expect([reply.statusCode, reply.headers.location]).toEqual([302, '?source=']);
    }
  });

  test('a call of a page that was opened in another session does nothing, whatever it calls, and one that nobody need be signed in for does', async () => {
    const of = (session: string, request: InjectOptions & { url: string }) =>
      asRole('admin', { ...request, headers: { 'x-page-session': session } });
    const saving = { method: 'PUT', url: '/api/save', payload: { name: 'Ann' } } as const;
    expect((await of('7/3', saving)).statusCode).toBe(200);
    for (const session of ['7/4', '8/3', '', '7/3/'])
      for (const request of [saving, { url: '/api/look/1' }])
        expect((await of(session, request)).json()).toEqual({
          errorMessage: 'In another tab you went on as Ann in Acme. Nothing was changed. Reload this page to go on there.',
          code: 'other_session',
        });
    expect((await of('8/4', { method: 'POST', url: '/api/add' })).statusCode).toBe(201);
  });

  test('no other site may read a reply', async () => {
    for (const method of ['GET', 'OPTIONS'] as const) {
      const { headers } = await asRole('user', { method, url: '/api/look/1', headers: { origin: 'https://evil.example' } });
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  });

  test('the log says of each request who made it, and of a refused one from where', async () => {
    const logged = async (role: Role | null) => {
      const { headers } = await asRole(role, { method: 'PUT', url: '/api/save?token=x', payload: { name: 'Ann' } });
      return lines.map((line) => JSON.parse(line)).find(({ request, status }) => status && request === headers['x-request-id']);
    };
    expect(await logged('user')).toMatchObject({ status: 403, url: '/api/save', user: 7, account: 3, address: '127.0.0.1' });
    expect(await logged(null)).toMatchObject({ status: 401, address: '127.0.0.1' });
    expect(await logged('admin')).toEqual(expect.not.objectContaining({ address: expect.anything() }));
  });

  test('TRACE, which repeats what was sent, is no method here', async () => {
    const reply = await ask({ method: 'TRACE' as 'GET', url: '/api/look/1', headers: { cookie: 'a secret' } });
    expect([reply.statusCode, reply.body]).toEqual([405, expect.not.stringContaining('a secret')]);
  });

  test('an id that no column can hold is a 404', async () => {
    for (const bad of ['0', '-1', 'x', '1.5', '9007199254740993', '1e400']) {
      expect((await asRole('user', { url: `/api/look/${bad}` })).statusCode).toBe(404);
    }
  });

  test('an unexpected error shows a request id, and nothing about its cause', async () => {
    const reply = await ask({ url: '/api/fail/surprise' });
    expect(reply.statusCode).toBe(500);
    expect(reply.json().errorMessage).toContain(reply.headers['x-request-id']);
    expect(reply.body).not.toContain('secret detail');
  });

  test.each([
    ['broken JSON', { payload: '{', headers: { 'content-type': 'application/json' } }, 400],
    ['a NUL', { payload: '{"name":"\\u0000"}', headers: { 'content-type': 'application/json' } }, 400],
    ['another kind of content', { payload: 'name=a', headers: { 'content-type': 'text/plain' } }, 415],
    ['too much', { payload: { name: 'x'.repeat(1_100_000) } }, 413],
    ['a prototype', { payload: '{"__proto__":{"admin":true}}', headers: { 'content-type': 'application/json' } }, 400],
    ['nothing', {}, 422],
  ])('%s as a body is refused', async (_, request, status) => {
    const reply = await asRole('admin', { method: 'PUT', url: '/api/save', ...request });
    expect(reply.statusCode).toBe(status);
    if (status !== 422) expect(reply.json()).toEqual({ errorMessage: expect.any(String), code: expect.any(String) });
  });

  test('the declared status is used, and a reply that breaks its declaration is caught', async () => {
    expect((await ask({ method: 'POST', url: '/api/add' })).statusCode).toBe(201);
    expect((await ask({ url: '/api/lie' })).statusCode).toBe(500);
  });

  test('data may not load or run anything, and https is remembered', async () => {
    const { headers } = await asRole('user', { url: '/api/look/1' });
    for (const directive of ["default-src 'none'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
      expect(headers['content-security-policy']).toContain(directive);
    expect(headers['referrer-policy']).toBe('same-origin');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
  });
});

test('it says whether it runs, and whether it is ready, as of a second ago', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const aSecondLater = () => {
    vi.advanceTimersByTime(1_001);
    return ask({ url: '/readyz' });
  };
  expect((await ask({ url: '/healthz' })).statusCode).toBe(200);
  expect((await ask({ url: '/readyz' })).statusCode).toBe(200);
  await own.sql(`delete from migrations where name = '0002_accounts_and_people.sql'`);
  const answer = await aSecondLater();
  expect([answer.statusCode, answer.json().errorMessage]).toEqual([503, 'The database waits for 0002_accounts_and_people.sql.']);
  await own.sql(`update migrations set name = '0001_foundation.sql' where name like '0001%'`);
  expect((await aSecondLater()).json().errorMessage).toMatch(/^This database was made by an earlier development version/);
});

test('however often readiness is asked for, the database is asked once a second', async () => {
  // That second has begun and does not end, however slow this machine is.
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  vi.advanceTimersByTime(10_000);
  let connections = 0;
  const count = () => {
    connections += 1;
  };
  own.database.pool.on('acquire', count);
  await Promise.all(Array.from({ length: 50 }, () => ask({ url: '/readyz' })));
  own.database.pool.off('acquire', count);
  expect(connections).toBeLessThanOrEqual(1);
});

test.each(['/api/look/1', '/api/look/x', '/api/nowhere', '/api/fail/surprise', '/healthz', '/readyz'])(
  'nobody may keep the reply of %s',
  async (url) => {
    expect((await asRole('user', { url })).headers['cache-control']).toBe('no-store');
  },
);

test('a caller who asks too often is told when to come back', async () => {
  const request = { url: '/api/nowhere', headers: { 'x-forwarded-for': '203.0.113.9' } };
  for (let n = 0; n < 1_000; n += 1) await ask(request);
  const reply = await ask(request);
  expect(reply.statusCode).toBe(429);
  expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
});
