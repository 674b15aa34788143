import { expect, onTestFinished, test } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import type { Environment } from '../env.ts';
import { createLog } from '../log.ts';
import { createServer } from './server.ts';

const own = testDatabase();

type Proxies = Environment['trustProxy'];

/** Whether a sender gets past a limit of three requests a minute by naming another address in each. */
async function escapesLimit(trustProxy: Proxies, remoteAddress: string, forwardedFor: (n: number) => string): Promise<boolean> {
  const app = await createServer({
    env: { baseUrl: 'https://crossdock.example', trustProxy, accountLimits: { requests: 8, busyMs: 0 } },
    log: createLog({ logLevel: 'silent' }),
    database: own.database,
    migrationsFolder: '',
    requestsPerMinute: 3,
    longestLagMs: 0,
    mayDo: () => false,
    sessionOf: async () => null,
    isConfirmed: async () => false,
    signInAddress: () => '/sign-in',
  });
  onTestFinished(() => app.close());
  const statuses: number[] = [];
  for (let n = 1; n <= 4; n += 1) {
    const headers = { 'x-forwarded-for': forwardedFor(n) };
    statuses.push((await app.inject({ url: '/api/nowhere', remoteAddress, headers })).statusCode);
  }
  return statuses.at(-1) !== 429;
}

test.each<[string, Proxies, string, (n: number) => string]>([
  ['no proxy', false, '203.0.113.7', (n) => `198.51.100.${n}`],
  ['one proxy', 1, '10.0.0.5', (n) => `198.51.100.${n}, 203.0.113.7`],
  ['two proxies', 2, '10.0.0.5', (n) => `198.51.100.${n}, 203.0.113.7, 10.0.0.6`],
  ['a network of proxies', ['10.0.0.0/8'], '10.0.0.5', (n) => `198.51.100.${n}, 203.0.113.7, 10.0.0.6`],
  ['a network of proxies, called past them', ['10.0.0.0/8'], '203.0.113.7', (n) => `198.51.100.${n}`],
])('with %s, no sender chooses its address', async (_, proxies, from, forwardedFor) => {
  expect(await escapesLimit(proxies, from, forwardedFor)).toBe(false);
});

test.each<[string, Proxies, (n: number) => string]>([
  ['one proxy', 1, (n) => `198.51.100.${n}`],
  ['two proxies', 2, (n) => `198.51.100.${n}, 10.0.0.6`],
  ['a network of proxies', ['10.0.0.0/8'], (n) => `198.51.100.${n}, 10.0.0.6`],
])('with %s, each sender has a limit of its own', async (_, proxies, forwardedFor) => {
  expect(await escapesLimit(proxies, '10.0.0.5', forwardedFor)).toBe(true);
});
