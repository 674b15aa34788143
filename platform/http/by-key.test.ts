import type { AddressInfo } from 'node:net';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { testDatabase } from '../../test/database.ts';
import { unsentBody } from '../../test/unsent-body.ts';
import { endpoint } from '../endpoint.ts';
import { createLog } from '../log.ts';
import type { KeyOfCall, SignedIn } from '../signed-in.ts';
import { invalid } from './refusal.ts';
import { route } from './route.ts';
import { createServer } from './server.ts';

const own = testDatabase();
const session = { userId: 1, accountId: 1, role: 'user', name: 'Ann', needsTwoFactor: false } as SignedIn;
let key: KeyOfCall = { id: 1, name: 'Ledger', scopes: [], version: '' };
let app: Awaited<ReturnType<typeof createServer>>;

beforeAll(async () => {
  app = await createServer({
    env: { baseUrl: 'https://crossdock.example', trustProxy: false, accountLimits: { requests: 8, busyMs: 0 } },
    log: createLog({ logLevel: 'silent' }),
    database: own.database,
    migrationsFolder: '',
    longestLagMs: 0,
    mayDo: (role) => role === 'admin',
    sessionOf: async () => ({ ...session, role: 'admin' }),
    isConfirmed: async () => true,
    signInAddress: () => '/sign-in',
    keyOf: async () => ({ ...session, key }),
    allows: (scopes, scope) => scopes.includes(scope),
  });
  const replies = { 200: z.object({ id: z.number() }) };
  const body = z.object({ lines: z.array(z.object({ 'a/b': z.number() })) });
  const call = endpoint('POST /v1/things', { may: 'work', summary: '', byKey: { scope: 'write_things' }, body, replies });
  route(app, call, async ({ body: { lines } }) => {
    if (lines.length === 0) throw invalid({ lines: ['None'] });
    return { id: lines.length };
  });
});

const post = (payload: unknown = { lines: [{ 'a/b': 1 }] }, headers = {}) =>
  app.inject({
    method: 'POST',
    url: '/v1/things',
    headers: { 'content-type': 'application/json', ...headers },
    payload: JSON.stringify(payload),
  });
const withScopes = (role: SignedIn['role'], ...scopes: string[]) => {
  session.role = role;
  key = { ...key, scopes };
};

test('a call with a key takes its scope and the permission of who made it', async () => {
  withScopes('admin', 'read_things');
  expect((await post()).json()).toMatchObject({ status: 403, code: 'lacks_scope', scope: 'write_things' });
  withScopes('user', 'write_things');
  expect((await post()).json()).toMatchObject({ status: 403, code: 'not_allowed', detail: 'Ann, who made this key, may not do this now.' });
  withScopes('admin', 'write_things');
  expect((await post()).json()).toEqual({ id: 1 });
  // No browser sends a key by itself: where a call comes from does not matter.
  expect((await post(undefined, { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(200);
});

test('what is refused is a problem, with pointers into the body', async () => {
  withScopes('admin', 'write_things');
  const reply = await post({ lines: [{ 'a/b': 1 }, { 'a/b': 'x' }] });
  expect(reply.headers['content-type']).toBe('application/problem+json');
  expect(reply.json()).toMatchObject({ type: 'urn:crossdock:problem:invalid', title: 'Unprocessable Entity', status: 422 });
  expect(reply.json().errors).toMatchObject([{ pointer: '/lines/1/a~1b' }]);
  expect((await post({ lines: [] })).json().errors).toEqual([{ pointer: '/lines', detail: 'None' }]);
  const [nowhere, method] = await Promise.all([app.inject('/v1/nowhere'), app.inject('/v1/things')]);
  expect([nowhere.json().code, method.json().code]).toEqual(['not_found', 'wrong_method']);
  expect(method.headers.allow).toBe('POST');
});

test('what arrives at the same time by the keys of an account has so much room, and another account waits for none of it', async () => {
  withScopes('admin', 'write_things');
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const head = { 'content-type': 'application/json', 'content-length': 1_048_576 };
  const bodies = Array.from({ length: 33 }, () => unsentBody(port, 'POST /v1/things', { host: 'crossdock.example', ...head }));
  const replied = async (body: (typeof bodies)[number]) => ({ body, status: await body.status });
  const { body: refused, status } = await Promise.race(bodies.map(replied));
  expect(status).toBe('429');
  expect((await post()).statusCode).toBe(429);
  Object.assign(session, { accountId: 2 });
  expect((await post()).statusCode).toBe(200);
  Object.assign(session, { accountId: 1 });
  const [one] = bodies.filter((body) => body !== refused);
  one?.send('x'.repeat(1_048_576));
  expect(await one?.status).toBe('400');
  expect((await post()).statusCode).toBe(200);
  for (const body of bodies) body.leave();
  await app.close();
});
