import { Agent, request } from 'node:http';
import type { HostileRequest } from './requests.ts';

/** A connection each: a request that is refused before its body is read ends the connection. */
const agent = new Agent({ keepAlive: false });
/** Longer than a reply may take. */
const patienceMs = 90_000;

/** Sends it as it is. Returns the status, 0 when the connection ended without one, and what it says. */
export function send(port: number, { method, path, headers, body }: HostileRequest): Promise<{ status: number; text: string }> {
  const { promise, resolve } = Promise.withResolvers<{ status: number; text: string }>();
  const failed = (error: Error) => resolve({ status: 0, text: String(error) });
  const length = body && { 'content-length': String(body.length) };
  const options = {
    method,
    path,
    headers: { host: `127.0.0.1:${port}`, ...headers, ...length },
    port,
    host: '127.0.0.1',
    agent,
    setHost: false,
  };
  const sent = request(options, (reply) => {
    let text = '';
    reply.setEncoding('utf8').on('data', (part: string) => {
      if (text.length < 500) text += part;
    });
    reply.on('end', () => resolve({ status: reply.statusCode ?? 0, text })).on('error', failed);
  });
  sent.setTimeout(patienceMs, () => sent.destroy(new Error('no reply')));
  sent.on('error', failed).end(body ?? undefined);
  return promise;
}
