import { expect, test } from 'vitest';
import { testWeb } from '../../test/web.ts';

const own = testWeb({ pages: async (request) => new Response(new URL(request.url).host) });
const open = (host: string) => own.as(null, { url: '/sign-in', headers: { host, accept: 'text/html' } });

test.each(['a b', 'a/b', 'a@b', 'a:99999', '[::1', '%zz', 'a#b', 'a,b', 'a:b:c'])(
  'a page of the host %j is refused with 400',
  async (host) => {
    const answer = await open(host);
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'bad_host']);
  },
);

test.each(['crossdock.example', 'localhost:3000', '127.0.0.1:80', '[::1]:3000', 'my_host'])(
  'one of the host %s is served',
  async (host) => {
    expect((await open(host)).statusCode).toBe(200);
  },
);

test('a health check may name any host', async () => {
  expect((await own.as(null, { url: '/healthz', headers: { host: 'a b' } })).statusCode).toBe(200);
});
