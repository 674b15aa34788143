import { type ClientRequest, type IncomingMessage, Agent as PlainAgent, request as plainRequest, type RequestOptions } from 'node:http';
import { Agent as SecureAgent, request as secureRequest } from 'node:https';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { PrivateAddress, publicLookup } from './addresses.ts';
import type { Headers } from './headers.ts';
import { inTurn } from './lookups.ts';
import type { Reason } from './reasons.ts';

export type Outgoing = {
  method: string;
  url: URL;
  headers: Headers;
  body: string | null;
  /** Sent again at once, one time, when a kept connection turns out to have been closed by the other side. */
  repeatable: boolean;
  /** True for the sandbox alone: its name may lead to a private address. */
  inside: boolean;
  /** To a host that somebody named: looked up without holding up other work. */
  named?: boolean;
  timeoutMs: number;
  /** The largest body that is read, in bytes. */
  mostBytes?: number | undefined;
  /** Of a body only the beginning is read, so many bytes, whatever follows: nobody needs the rest. */
  cutBytes?: number | undefined;
};

/**
 * `replied` with any status; or `broken`: refused, timed out, cut off. `reached` when the other side may have read the request. `isRepeat`:
 * it was sent once before, and may have arrived then.
 */
export type Sent = { isRepeat?: true } & (
  | { kind: 'replied'; status: number; headers: Headers; text: string }
  | { kind: 'broken'; reason: Reason; reached: boolean; refused: boolean }
);

/** Reads a body while it arrives. Called for 2xx alone; returns as much of it as the log keeps. */
export type Consume = (response: IncomingMessage, headers: Headers) => Promise<string>;

/** One request over kept-alive connections. Follows no redirect. Never throws for what the network does. */
export async function send(outgoing: Outgoing, consume?: Consume): Promise<Sent> {
  const first = await sendOnce(outgoing, consume);
  if (first.kind !== 'broken' || !first.stale || !outgoing.repeatable) return first;
  return { ...(await sendOnce(outgoing, consume)), isRepeat: true };
}

// 500 orders with all their lines come to 2 or 3 MB.
export const largestBody = 32 * 1024 * 1024;

/** How long a connection is kept that nobody uses. */
const idleMs = 30_000;

/** Kept connections, by where they may lead. `secureNamed`: to hosts that somebody named, whose name servers nobody knows. */
export function openAgents(timeout = idleMs) {
  const kept = { keepAlive: true, maxSockets: 128, maxFreeSockets: 128, timeout };
  return {
    plain: new PlainAgent(kept),
    secure: new SecureAgent({ ...kept, lookup: publicLookup }),
    secureNamed: new SecureAgent({ ...kept, lookup: inTurn(publicLookup) }),
    secureInside: new SecureAgent(kept),
  };
}
const agents = openAgents();

type Attempt = Sent & { stale?: boolean };

async function sendOnce(outgoing: Outgoing, consume?: Consume): Promise<Attempt> {
  const timeout = AbortSignal.timeout(outgoing.timeoutMs);
  const request = prepare(outgoing, timeout);
  let [connected, replies] = [false, false];
  request.once('socket', (socket) => {
    connected = !socket.connecting;
    if (socket.connecting) socket.once('connect', () => (connected = true));
  });
  try {
    const response = await responseTo(request, outgoing.body);
    replies = true;
    const [status, headers] = [response.statusCode ?? 0, flat(response)];
    const text = await bodyOf(response, headers, outgoing, consume);
    return { kind: 'replied', status, headers, text };
  } catch (error) {
    request.destroy();
    const { code = '', message } = error as NodeJS.ErrnoException;
    const reason: Reason =
      error instanceof PrivateAddress
        ? error.reason
        : timeout.aborted
          ? { code: 'no_reply', seconds: outgoing.timeoutMs / 1000 }
          : { code: 'not_connected', error: message };
    const stale = !replies && !timeout.aborted && request.reusedSocket && (code === 'ECONNRESET' || code === 'EPIPE');
    return { kind: 'broken', reason, reached: connected, refused: error instanceof PrivateAddress, stale };
  }
}

function prepare({ method, url, headers, body, inside, named }: Outgoing, signal: AbortSignal): ClientRequest {
  const secure = url.protocol === 'https:';
  const length: Headers = body === null ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const options: RequestOptions = { method, headers: { ...headers, ...length }, signal };
  if (!secure) return plainRequest(url, { ...options, agent: agents.plain });
  return secureRequest(url, { ...options, agent: inside ? agents.secureInside : named ? agents.secureNamed : agents.secure });
}

function responseTo(request: ClientRequest, body: string | null): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.once('response', resolve);
    // Stays after the reply: a late error of the socket needs a listener, or the process would end.
    request.on('error', reject);
    request.end(body ?? undefined);
  });
}

function bodyOf(response: IncomingMessage, headers: Headers, { mostBytes, cutBytes }: Outgoing, consume?: Consume): Promise<string> {
  const status = response.statusCode ?? 0;
  if (consume && status >= 200 && status < 300) return consume(response, headers);
  return cutBytes === undefined ? textOf(response, mostBytes) : beginningOf(response, cutBytes);
}

/** Ends the connection where there is more. */
async function beginningOf(response: IncomingMessage, most: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    chunks.push(chunk);
    if (size > most) break;
  }
  return withoutNul(Buffer.concat(chunks).subarray(0, most));
}

async function textOf(response: IncomingMessage, mostBytes = largestBody): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > mostBytes) throw new Error('the reply is too large');
    chunks.push(chunk);
  }
  const bytes = Buffer.concat(chunks);
  const plain = response.headers['content-encoding'] === 'gzip' ? await promisify(gunzip)(bytes, { maxOutputLength: mostBytes }) : bytes;
  return withoutNul(plain);
}

/** PostgreSQL text cannot hold NUL, so the log could not store it. */
const withoutNul = (bytes: Buffer) => bytes.toString('utf8').replaceAll('\0', '\ufffd');

const flat = (response: IncomingMessage): Headers =>
  Object.fromEntries(
    Object.entries(response.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  );
