import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { send } from './transport.ts';

test('a redirect is a reply, and is not followed', async () => {
  const asked: (string | undefined)[] = [];
  const server = createServer(({ url }, reply) => {
    asked.push(url);
    reply.writeHead(302, { location: '/elsewhere' }).end();
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/here`);
  const sent = await send({ method: 'GET', url, headers: {}, body: null, repeatable: true, inside: true, timeoutMs: 5_000 });
  expect([sent, asked]).toEqual([expect.objectContaining({ kind: 'replied', status: 302 }), ['/here']]);
});
