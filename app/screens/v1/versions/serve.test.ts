import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createServer } from '../../../../platform/http/server.ts';
import { createLog } from '../../../../platform/log.ts';
import type { KeyOfCall, SignedIn } from '../../../../platform/signed-in.ts';
import { testDatabase } from '../../../../test/database.ts';
import { newestVersion, versions } from '../../../people/keys/versions.ts';
import { readRecord, reads } from '../call.ts';
import { writes, writeV1 } from '../writing/write.ts';
import { versionChanges } from './changes.ts';
import { serveVersions, type VersionChange } from './serve.ts';

const own = testDatabase();
const [first, second, third] = ['2026-11-27', '2027-03-01', '2027-09-01'];
let key: KeyOfCall = { id: 1, name: 'Ledger', scopes: [], version: first };
let app: Awaited<ReturnType<typeof createServer>>;
let label = 'Blue mug';

type Thing = { id: number; label: string };
type Titled = { title?: string };
/** `title` became `label` in the second version, and a list of one in the third. */
const renamed: VersionChange = {
  version: second,
  calls: {
    'GET /v1/things/:id': { replyBefore: ({ label, ...rest }: Thing) => ({ ...rest, title: label }) },
    'PATCH /v1/things/:id': {
      bodyNow: ({ title, ...rest }: Titled) => ({ ...rest, ...(title !== undefined && { label: title }) }),
      replyBefore: ({ label, ...rest }: Thing) => ({ ...rest, title: label }),
    },
  },
};
const listed: VersionChange = {
  version: third,
  calls: { 'GET /v1/things/:id': { replyBefore: ({ labels, ...rest }: { labels: string[] }) => ({ ...rest, label: labels[0] }) } },
};

beforeAll(async () => {
  const session = { userId: 1, accountId: 1, role: 'user', name: 'Ann', timezone: 'UTC', needsTwoFactor: false } as SignedIn;
  app = await createServer({
    env: { baseUrl: 'https://crossdock.example', trustProxy: false, accountLimits: { requests: 8, busyMs: 0 } },
    log: createLog({ logLevel: 'silent' }),
    database: own.database,
    migrationsFolder: '',
    longestLagMs: 0,
    mayDo: () => true,
    sessionOf: async () => null,
    isConfirmed: async () => true,
    signInAddress: () => '/sign-in',
    keyOf: async (request) => {
      const found = { ...session, key };
      request.signedIn = found;
      return found;
    },
    allows: () => true,
  });
  serveVersions(app, { versions: [third, second, first], changes: [listed, renamed] });
  const read = reads('/v1/things/:id', {
    ...{ summary: '', scope: 'read_orders', reply: z.object({ id: z.number(), labels: z.array(z.string()) }) },
  });
  readRecord(app, read, async (_tenant, { params }) => ({ id: params.id, labels: [label] }));
  const body = z.strictObject({ label: z.string().min(1) });
  const write = writes('PATCH /v1/things/:id', { summary: '', scope: 'write_orders', body, reply: body.extend({ id: z.number() }) });
  writeV1(app, write, async (_tenant, { params, body }) => {
    label = body.label;
    return { id: params.id, label };
  });
});

const get = (headers = {}) => app.inject({ url: '/v1/things/7', headers });
const patch = (payload: object, headers = {}) => app.inject({ method: 'PATCH', url: '/v1/things/7', headers, payload });

test.each([
  [first, { id: 7, title: 'Blue mug' }],
  [second, { id: 7, label: 'Blue mug' }],
  [third, { id: 7, labels: ['Blue mug'] }],
])('a key that is pinned to %s is replied as it was then, and another version where it asks for that', async (version, reply) => {
  key = { ...key, version };
  const own = await get();
  expect([own.headers['crossdock-version'], own.json()]).toEqual([version, reply]);
  const other = await get({ 'crossdock-version': first });
  expect([other.headers['crossdock-version'], other.json()]).toEqual([first, { id: 7, title: 'Blue mug' }]);
  expect((await get({ 'crossdock-version': '2020-01-01' })).json()).toMatchObject({ status: 400, code: 'unknown_version' });
  expect((await get({ 'if-none-match': String(own.headers.etag) })).statusCode).toBe(304);
});

test('what a body was called before is taken from keys of that version alone', async () => {
  key = { ...key, version: first };
  expect((await patch({ title: 'Red mug' })).json()).toEqual({ id: 7, title: 'Red mug' });
  expect((await patch({ title: '' })).statusCode).toBe(422);
  key = { ...key, version: third };
  expect((await patch({ title: 'Green mug' })).statusCode).toBe(422);
  expect((await patch({ label: 'Green mug' })).json()).toEqual({ id: 7, label: 'Green mug' });
  expect((await get({ 'crossdock-version': first })).json()).toEqual({ id: 7, title: 'Green mug' });
});

test('a new key is pinned to the newest, and each version after the first says what it has otherwise', () => {
  expect([...versions]).toEqual([...versions].sort().reverse());
  expect(versions[0]).toBe(newestVersion);
  expect(versionChanges.map(({ version }) => version)).toEqual(versions.slice(0, -1));
});
