import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { testDatabase } from '../../test/database.ts';
import { endpoint } from '../endpoint.ts';
import { createLog } from '../log.ts';
import { route } from './route.ts';
import { createServer } from './server.ts';

const own = testDatabase();
const slow = endpoint('GET /api/slow', { may: 'anyone', summary: 'For this test', replies: { 200: z.object({ turn: z.number() }) } });

test('a request that waits for its turn when the process is stopped is worked on like the open ones', async () => {
  const app = await createServer({
    env: { baseUrl: 'https://crossdock.example', trustProxy: 1, accountLimits: { requests: 1, busyMs: 0 } },
    accountOf: () => 1,
    log: createLog({ logLevel: 'fatal' }, { write: () => undefined }),
    database: own.database,
    migrationsFolder: `${import.meta.dirname}/../../db/migrations`,
    mayDo: () => true,
    isConfirmed: async () => false,
    signInAddress: () => '/sign-in',
    sessionOf: async () => null,
  });
  const [gate, begun] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let turn = 0;
  route(app, slow, async () => {
    turn += 1;
    begun.resolve();
    await gate.promise;
    return { turn };
  });
  const closing = Promise.withResolvers<void>();
  app.addHook('preClose', async () => closing.resolve());
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const ask = () => fetch(`http://127.0.0.1:${port}/api/slow`, { headers: { 'x-forwarded-host': 'crossdock.example' } });
  const open = ask();
  await begun.promise;
  const cameAlso = once(app.server, 'request');
  const waiting = ask();
  await cameAlso;
  const closed = app.close();
  await closing.promise;
  gate.resolve();
  const replies = await Promise.all([open, waiting]);
  // A connection that is kept after its reply would keep the process from ending.
  const seen = replies.map(async (reply) => [reply.status, reply.headers.get('connection'), await reply.json()]);
  expect(await Promise.all(seen)).toEqual([
    [200, 'close', { turn: 1 }],
    [200, 'close', { turn: 2 }],
  ]);
  await closed;
});
