import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { refuseLate } from './late-refusals.ts';

/** A server that refuses everybody at `/`; the cookie is the account. Returns the requests in the order in which they got a reply. */
async function repliesOf(requests: [url: string, cookie: string][], mostAMinute: number): Promise<string[]> {
  const app = Fastify();
  refuseLate(app, { mostAMinute, accountOf: (cookie) => (cookie ? Number(cookie) : null) });
  app.get('/', (_, reply) => reply.code(401).send('Sign in.'));
  app.get('/open', async () => 'yes');
  const replies: string[] = [];
  const ask = async ([url, cookie]: [string, string]) => {
    const { statusCode } = await app.inject({ url, headers: { cookie } });
    replies.push(`${cookie}: ${statusCode}`);
  };
  await Promise.all(requests.map(ask));
  return replies;
}

test('refusals beyond those of a minute come late, to whoever had so many, and nothing else does', async () => {
  const seven: [string, string] = ['/', '7'];
  const replies = await repliesOf([seven, seven, seven, seven, seven, ['/', '8'], ['/open', '7']], 3);
  expect(replies.slice(0, 5).sort()).toEqual(['7: 200', '7: 401', '7: 401', '7: 401', '8: 401']);
  expect(replies.slice(5)).toEqual(['7: 401', '7: 401']);
});
