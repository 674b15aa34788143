import { type ClientRequest, type IncomingMessage, Agent as PlainAgent, request as plainRequest, type RequestOptions } from 'node:http';
import { Agent as SecureAgent, request as secureRequest } from 'node:https';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { PrivateAddress, publicLookup } from './addresses.ts';
import type { Headers } from './headers.ts';
import { inTurns, NotLookedUp } from './lookups.ts';
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
  /** To a host that somebody named: who did, so that its look-up holds up no other work, nor that of others who named one. */
  namedBy?: string;
  /** Without the time in which it waits for the look-ups of others. */
  timeoutMs: number;
  /** The largest body that is read, in bytes. */
  mostBytes?: number | undefined;
  /** Of a body only the beginning is read, so many bytes, whatever follows: nobody needs the rest. */
  cutBytes?: number | undefined;
};

/**
 * `replied` with any status; or `broken`: refused, timed out, cut off, or `untried` because of us. `reached` when the other side may have
 * read the request. `isRepeat`: it was sent once before, and may have arrived then.
 */
export type Sent = { isRepeat?: true } & (
  | { kind: 'replied'; status: number; headers: Headers; text: string }
  | { kind: 'broken'; reason: Reason; reached: boolean; refused: boolean; untried?: boolean }
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
    // What an agent is made with goes before what a request brings: its look-up, which is of who named the host.
    secureNamed: new SecureAgent(kept),
    secureInside: new SecureAgent(kept),
  };
}
const agents = openAgents();
const namedLookup = inTurns(publicLookup);

type Attempt = Sent & { stale?: boolean };

async function sendOnce(outgoing: Outgoing, consume?: Consume): Promise<Attempt> {
  const patience = patienceOf(outgoing.timeoutMs);
  const request = prepare(outgoing, patience);
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
    const { code = '' } = error as NodeJS.ErrnoException;
    const timedOut = patience.signal.aborted;
    const reason = timedOut ? ({ code: 'no_reply', seconds: outgoing.timeoutMs / 1000 } as const) : reasonOf(error as Error);
    const untried = error instanceof NotLookedUp;
    const stale = !replies && !timedOut && request.reusedSocket && (code === 'ECONNRESET' || code === 'EPIPE');
    return { kind: 'broken', reason, reached: connected, refused: error instanceof PrivateAddress, untried, stale };
  } finally {
    patience.pause();
  }
}

function reasonOf(error: Error): Reason {
  if (error instanceof PrivateAddress) return error.reason;
  return error instanceof NotLookedUp ? { code: 'many_names' } : { code: 'not_connected', error: error.message };
}

/** Ends a request that takes longer than this, unless it is paused; it begins anew when it goes on. */
function patienceOf(ms: number) {
  const over = new AbortController();
  let timer: NodeJS.Timeout;
  const goOn = () => {
    timer = setTimeout(() => over.abort(), ms);
  };
  goOn();
  return { signal: over.signal, pause: () => clearTimeout(timer), goOn };
}

function prepare(outgoing: Outgoing, { signal, pause, goOn }: ReturnType<typeof patienceOf>): ClientRequest {
  const { method, url, headers, body, inside, namedBy } = outgoing;
  const length: Headers = body === null ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const options: RequestOptions = { method, headers: { ...headers, ...length }, signal };
  if (url.protocol !== 'https:') return plainRequest(url, { ...options, agent: agents.plain });
  if (inside) return secureRequest(url, { ...options, agent: agents.secureInside });
  if (namedBy === undefined) return secureRequest(url, { ...options, agent: agents.secure });
  const lookup = namedLookup({ owner: namedBy, onWait: pause, onTurn: goOn });
  return secureRequest(url, { ...options, agent: agents.secureNamed, lookup });
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
