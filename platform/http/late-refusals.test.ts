import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { refuseLate } from './late-refusals.ts';

/** A server that refuses everybody at `/`; the cookie is the account. */
async function refusing(mostAMinute: number) {
  const app = Fastify();
  refuseLate(app, { mostAMinute, accountOf: (cookie) => (cookie ? Number(cookie) : null) });
  app.get('/', (_, reply) => reply.code(401).send('Sign in.'));
  app.get('/open', async () => 'yes');
  const ask = async (url: string, cookie: string) => {
    const before = performance.now();
    const { statusCode } = await app.inject({ url, headers: { cookie } });
    return { statusCode, isLate: performance.now() - before > 900 };
  };
  return { ask };
}

test('refusals beyond those of a minute come late, to whoever had so many, and nothing else does', async () => {
  const { ask } = await refusing(3);
  const replies = await Promise.all(['7', '7', '7', '7', '7'].map((cookie) => ask('/', cookie)));
  expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([401]));
  expect(replies.filter(({ isLate }) => isLate).length).toBe(2);
  expect(await Promise.all([ask('/', '8'), ask('/open', '7')])).toMatchObject([{ isLate: false }, { statusCode: 200, isLate: false }]);
});
