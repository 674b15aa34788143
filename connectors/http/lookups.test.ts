import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { inTurn } from './lookups.ts';
import { openAgents } from './transport.ts';

type Reply = (error: NodeJS.ErrnoException | null, address: string) => void;

test('two names at most are looked up at once, each once for all who ask, in the order in which they are asked for', () => {
  const begun: { host: string; done: Reply }[] = [];
  const lookup = inTurn((host, _options, done) => void begun.push({ host, done }));
  const found: string[] = [];
  const ask = (host: string) => lookup(host, {}, (error, address) => found.push(`${host} ${error?.code ?? address}`));
  for (const host of ['slow', 'dead', 'quick', 'slow', 'last']) ask(host);
  const hosts = () => begun.map(({ host }) => host);
  expect(hosts()).toEqual(['slow', 'dead']);
  begun[1]?.done(Object.assign(new Error('none'), { code: 'ENOTFOUND' }), '');
  expect([hosts(), found]).toEqual([['slow', 'dead', 'quick'], ['dead ENOTFOUND']]);
  begun[2]?.done(null, '1.1.1.1');
  expect([hosts().at(-1), found.at(-1)]).toEqual(['last', 'quick 1.1.1.1']);
  begun[0]?.done(null, '2.2.2.2');
  expect(found.slice(2)).toEqual(['slow 2.2.2.2', 'slow 2.2.2.2']);
  ask('slow');
  expect(hosts().at(-1)).toBe('slow');
});

test('a connection that nobody uses is closed after a while, though the other side would keep it', async () => {
  const server = createServer({ keepAliveTimeout: 0 }, (_, response) => response.end('fine'));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const connected = once(server, 'connection');
  const { plain } = openAgents(50);
  const sent = request({ agent: plain, host: '127.0.0.1', port: (server.address() as AddressInfo).port }, (response) => response.resume());
  sent.end();
  const [socket] = (await connected) as [Socket];
  await once(socket, 'close');
});
