import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { type EventStream, openStream } from './event-stream.ts';

/** A stream whose reader reads nothing, when so much was sent that some of it waits in this process. */
async function unreadStream(lastWordsMs: number) {
  const app = Fastify();
  const opened = Promise.withResolvers<{ stream: EventStream; lags: () => boolean }>();
  const closed = Promise.withResolvers<void>();
  app.get('/', (request, reply) => {
    const stream = openStream(request, reply, { welcomeUntil: async () => Number.POSITIVE_INFINITY, closed: closed.resolve, lastWordsMs });
    opened.resolve({ stream, lags: () => reply.raw.writableLength > 64_000 });
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  socket.pause();
  socket.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n');
  const { stream, lags } = await opened.promise;
  while (!lags()) {
    stream.send('x'.repeat(8_000));
    await turn();
  }
  return { app, socket, stream, closed: closed.promise };
}

test('news for a stream that has ended and was not read to its end are nobody’s, and harm nobody', async () => {
  const { app, socket, stream, closed } = await unreadStream(60_000);
  stream.close();
  stream.send('too late');
  stream.send('too late');
  socket.destroy();
  await expect(closed).resolves.toBe(undefined);
  await app.close();
});

test('a reader that does not read the end of its stream is disconnected', async () => {
  const { app, stream, closed } = await unreadStream(1);
  stream.close();
  await expect(closed).resolves.toBe(undefined);
  await app.close();
});

test('the place of a reader who left before the stream was opened is given back', async () => {
  const app = Fastify();
  const [asked, closed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  app.get('/', async (request, reply) => {
    const left = once(reply.raw, 'close');
    asked.resolve();
    await left;
    openStream(request, reply, { welcomeUntil: async () => Number.POSITIVE_INFINITY, closed: closed.resolve, lastWordsMs: 1 });
    return reply;
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n');
  await asked.promise;
  socket.destroy();
  await expect(closed.promise).resolves.toBe(undefined);
  await app.close();
});
