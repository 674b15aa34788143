import { EventEmitter } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { Door } from './door.ts';
import { serverBehind } from './front-door.ts';
import { watchBody } from './slow-bodies.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** Watches a request with these headers, of which so many kilobytes a second arrive. Returns after how many seconds it was too slow. */
function endOf(headers: IncomingMessage['headers'], kilobytes: number, endsAfter = 3_600): number | null {
  const socket = { bytesRead: 0 };
  const incoming = Object.assign(new EventEmitter(), { headers, socket }) as unknown as IncomingMessage & EventEmitter;
  let [second, tooSlowAt]: [number, number | null] = [0, null];
  watchBody(incoming, () => {
    tooSlowAt = second;
  });
  for (second = 1; second <= 3_600 && tooSlowAt === null; second++) {
    socket.bytesRead += kilobytes * 1024;
    if (second === endsAfter) incoming.emit('end');
    vi.advanceTimersByTime(1_000);
  }
  return tooSlowAt;
}

test.each([
  ['a file that arrives steadily may take as long as it needs', { 'content-length': '209715200' }, 65, null],
  ['one that trickles is ended after two minutes', { 'content-length': '209715200' }, 1, 120],
  ['so is a body that does not say how long it is', { 'transfer-encoding': 'chunked' }, 1, 120],
  ['a request without a body is not watched', {}, 0, null],
  ['nor one whose body is empty', { 'content-length': '0' }, 0, null],
])('%s', (_, headers, kilobytes, expected) => {
  expect(endOf(headers, kilobytes)).toBe(expected);
});

test('what has arrived is watched no longer, though its reply may take its time', () => {
  expect(endOf({ 'content-length': '1024' }, 1, 5)).toBe(null);
});

test('whoever sends too slowly is told so, and the connection ends', async () => {
  const place = { end: () => undefined, belongsTo: () => undefined };
  const door: Door = {
    enter(_account, { start }) {
      start(place);
      return place;
    },
  };
  const server = serverBehind(door, () => null)(() => vi.advanceTimersByTime(120_000), {});
  const refused = new Promise<{ code?: string }>((resolve) => {
    server.once('clientError', (error, socket) => {
      socket.destroy();
      resolve(error as { code?: string });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const sending = request({ port, method: 'POST', headers: { 'content-length': '1000' } });
  sending.on('error', () => undefined);
  sending.write('a');
  expect((await refused).code).toBe('ERR_HTTP_REQUEST_TIMEOUT');
});
