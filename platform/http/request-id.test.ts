import { expect, onTestFinished, test } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import type { Environment } from '../env.ts';
import { createLog } from '../log.ts';
import { createServer } from './server.ts';

const own = testDatabase();

/** The id that a request gets whose sender says that it is `sent`. */
async function idOf(env: Partial<Environment>, sent: string, remoteAddress = '10.0.0.5'): Promise<unknown> {
  const app = await createServer({
    env: { baseUrl: 'https://crossdock.example', trustProxy: false, accountLimits: { requests: 8, busyMs: 0 }, ...env },
    log: createLog({ logLevel: 'silent' }),
    database: own.database,
    migrationsFolder: '',
    longestLagMs: 0,
    mayDo: () => false,
    sessionOf: async () => null,
    isConfirmed: async () => false,
    signInAddress: () => '/sign-in',
  });
  onTestFinished(() => app.close());
  const { headers } = await app.inject({ url: '/api/nowhere', remoteAddress, headers: { 'x-request-id': sent } });
  return headers['x-request-id'];
}

const requestIdHeader = 'x-request-id';
const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/);
const ofNetwork = { trustProxy: ['10.0.0.0/8', 'fd00::/8'], requestIdHeader };

test('a request has the id that a trusted proxy gave it', async () => {
  expect(await idOf({ trustProxy: 1, requestIdHeader }, 'Root=1-67891233-abc')).toBe('Root=1-67891233-abc');
  for (const address of ['10.0.0.5', '::ffff:10.0.0.5', 'fd00::1']) expect(await idOf(ofNetwork, 'edge-1', address)).toBe('edge-1');
});

test.each<[string, Partial<Environment>, string, string?]>([
  ['no header was agreed on', { trustProxy: 1 }, 'edge-1'],
  ['nobody is trusted', { requestIdHeader }, 'edge-1'],
  ['its sender is no proxy', ofNetwork, 'edge-1', '203.0.113.7'],
  ['it is too long', { trustProxy: 1, requestIdHeader }, 'x'.repeat(101)],
  ['it is no plain text', { trustProxy: 1, requestIdHeader }, '<b>1</b>'],
])('it gets one of our own where %s', async (_, env, sent, address) => {
  expect(await idOf(env, sent, address)).toEqual(uuid);
});
