import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

export type Received = { path: string; headers: Record<string, string>; body: string };
type Reply = (request: Received, response: ServerResponse) => void;

const fine: Reply = (_, response) => response.writeHead(204).end();

/** A receiver of events on loopback, for one test. `reply` may be exchanged at any time. */
export async function startReceiver(reply: Reply = fine) {
  const received: Received[] = [];
  const receiver = { reply, received, origin: '' };
  const server = createServer(async (request: IncomingMessage, response) => {
    const one = { path: request.url ?? '', headers: request.headers as Record<string, string>, body: await text(request) };
    received.push(one);
    receiver.reply(one, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  receiver.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return receiver;
}
