import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { inTurns, NotLookedUp } from './lookups.ts';
import { openAgents } from './transport.ts';

type Reply = (error: NodeJS.ErrnoException | null, address: string) => void;

/** Names that are looked up when a test says so. */
function names(waitMs = 60_000) {
  const begun: { host: string; done: Reply }[] = [];
  const lookupFor = inTurns((host, _options, done) => void begun.push({ host, done }), 2, waitMs);
  const told: string[] = [];
  const ask = (owner: string, host: string) => {
    const asker = { owner, onWait: () => told.push(`${host} waits`), onTurn: () => told.push(`${host} begins`) };
    lookupFor(asker)(host, {}, (error, address) => told.push(`${host} ${error instanceof NotLookedUp ? 'untried' : address}`));
  };
  const hosts = () => begun.map(({ host }) => host);
  const end = (host: string) => begun.findLast((each) => each.host === host)?.done(null, '1.1.1.1');
  return { ask, told, hosts, end };
}

test('of an account one name at a time is looked up, so that many slow ones of it delay no other account', () => {
  const { ask, hosts } = names();
  for (const host of ['slow-1', 'slow-2', 'slow-3']) ask('one', host);
  expect(hosts()).toEqual(['slow-1']);
  ask('another', 'quick');
  expect(hosts()).toEqual(['slow-1', 'quick']);
});

test('two names at most are looked up at once, and the accounts come one after the other', () => {
  const { ask, hosts, end } = names();
  for (const number of [1, 2, 3]) for (const owner of ['a', 'b']) ask(owner, `${owner}-${number}`);
  ask('c', 'c-1');
  expect(hosts()).toEqual(['a-1', 'b-1']);
  end('a-1');
  expect(hosts().at(-1)).toBe('c-1');
  end('b-1');
  end('c-1');
  expect(hosts().slice(3)).toEqual(['a-2', 'b-2']);
});

test('a name is looked up once for all who ask, whoever they are', () => {
  const { ask, hosts, told, end } = names();
  for (const owner of ['a', 'a', 'b']) ask(owner, 'same');
  end('same');
  expect([hosts(), told.filter((line) => line === 'same 1.1.1.1')]).toEqual([['same'], Array(3).fill('same 1.1.1.1')]);
});

test('a name whose turn does not come is given up as untried, and is no longer looked up', async () => {
  const { ask, hosts, told, end } = names(20);
  ask('a', 'slow');
  ask('a', 'next');
  expect(told).toEqual(['slow waits', 'slow begins', 'next waits']);
  await expect.poll(() => told.at(-1)).toBe('next untried');
  end('slow');
  expect(hosts()).toEqual(['slow']);
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
