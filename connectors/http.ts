import type { IncomingMessage } from 'node:http';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { z } from 'zod';
import { isSandbox, refusedAddress } from './http/addresses.ts';
import type { SignIn } from './http/auth.ts';
import { decoded, encoded } from './http/body.ts';
import type { Headers } from './http/headers.ts';
import { linesOf } from './http/lines.ts';
import { type Reading, readReply } from './http/reading.ts';
import type { Redactor } from './http/redact.ts';
import type { ConnectorHttp, Hosts, HttpRequest, Judge, LinesRequest, Reply, TimedReply } from './http/request.ts';
import type { Failure, Result } from './http/result.ts';
import { type Consume, type Sent, send } from './http/transport.ts';
import { endTurn, type Granted, type Limits, learnFrom, takeTurn } from './http/turn.ts';

/** One request and its reply, with every secret taken out: a row of the connection's log. */
export type Exchange = {
  at: Date;
  operation: string;
  method: string;
  url: string;
  /** null when no reply came. */
  status: number | null;
  durationMs: number;
  failure: Failure | null;
  request: { headers: Headers; body: string | null };
  response: { headers: Headers; body: string } | null;
};

/** Called once for each exchange; must return at once and never throw. */
export type ExchangeSink = (exchange: Exchange) => void;

export type HttpOptions = {
  /** Who is asked, as people call it. */
  system: string;
  hosts: Hosts;
  sandboxOrigin: string | null;
  signIn: SignIn;
  /** Further credentials, by name, and the only origins that each is sent to. */
  credentials?: Record<string, { signIn: SignIn; api: string[] }>;
  redact: Redactor;
  limits: Limits;
  /** The connector's own look at every reply, where the request has none. */
  judge?: Judge | undefined;
  /** The bodies are sign-ins: none of them is logged. */
  confidential?: boolean;
  sink: ExchangeSink;
  /** How often the caller has tried this before; lengthens the back-off. */
  attempt: number;
  /** Called just before a request leaves, after it waited for the rate limit; when it returns false, nothing is sent. */
  mayStart?: (() => boolean) | undefined;
  now: () => Date;
  random?: (() => number) | undefined;
  wait?: ((ms: number) => Promise<unknown>) | undefined;
  timeoutMs?: number | undefined;
  /** A person waits for it: replies are short, and what is longer is not read. */
  trial?: boolean | undefined;
};

/**
 * The one way out to other systems. Checks the address, signs in, waits for the rate limits, sends, logs, learns the limits, and
 * returns the parsed body or a typed failure. It repeats a request by itself in one case: a token that was refused is renewed.
 */
export function connectorHttp(options: HttpOptions): ConnectorHttp {
  const reply = <T>(request: HttpRequest<T>) =>
    exchange<TimedReply<T>>(
      request,
      (sent, reading) => readReply(sent, { ...request, judge: request.judge ?? options.judge }, reading),
      options,
    );
  return {
    reply,
    async request(request) {
      const result = await reply(request);
      return result.ok ? { ok: true, value: result.value.body } : result;
    },
    async lines(request, take) {
      let value: Awaited<ReturnType<typeof take>> | undefined;
      const consume: Consume = async (response, headers) => {
        const kept = { text: '' };
        const bytes = unpacked(response, headers, request);
        const lines = linesOf(options.trial ? atMost(bytes, trialBounds.bytes) : bytes, charsetOf(headers, request));
        value = await take(keeping(lines, kept), headers);
        response.destroy();
        return kept.text;
      };
      const judge = request.judge ?? options.judge;
      const read = (sent: Sent, reading: Reading) => readReply(sent, { ...request, judge, as: 'text', reads: anything }, reading);
      const result = await exchange(request, read, options, consume);
      return result.ok ? { ok: true, value: value as Awaited<ReturnType<typeof take>> } : result;
    },
  };
}

// The token that this process knew, and one or two that others were granted in the meantime.
const mostRenewals = 3;

type Asked = Omit<HttpRequest<unknown>, 'reads' | 'as' | 'good'>;
type Read<T> = (sent: Sent, reading: Reading) => Result<T>;

async function exchange<T>(request: Asked, read: Read<T>, options: HttpOptions, consume?: Consume): Promise<Result<T>> {
  const url = addressOf(request);
  const { signIn, hosts } = signingOf(request, options);
  const refused = refusedAddress(url, hosts, options.sandboxOrigin, request.anonymous);
  if (refused) return { ok: false, failure: { kind: 'rejected', code: 'invalid', reason: refused } };
  for (let renewals = 0; ; renewals += 1) {
    const ready = request.anonymous ? null : await signIn.prepare();
    if (ready && !ready.ok) return ready;
    const timeoutMs = request.timeoutMs ?? options.timeoutMs ?? 30_000;
    const turn = await takeTurn(request, options.limits, { system: options.system, now: options.now, wait: options.wait, timeoutMs });
    if (!turn.ok) return turn;
    const { result, unauthorized } = await inTurn(request, url, read, turn.value, { ...options, signIn, timeoutMs }, consume);
    if (!unauthorized || request.anonymous || renewals === mostRenewals || !signIn.renew(renewals > 0)) return result;
  }
}

/** Which credential a request is signed in by, and where that may be sent. */
function signingOf({ operation, credential }: Asked, { signIn, hosts, credentials = {} }: HttpOptions) {
  if (credential === undefined) return { signIn, hosts };
  const further = credentials[credential];
  if (!further) throw new Error(`${operation} is to be signed in by ${credential}, which the connector does not declare.`);
  return { signIn: further.signIn, hosts: { api: further.api } };
}

/** Sends within a turn that was granted, and ends the turn. */
async function inTurn<T>(
  request: Asked,
  url: URL,
  read: Read<T>,
  turn: Granted,
  options: HttpOptions & { timeoutMs: number },
  consume: Consume | undefined,
): Promise<{ result: Result<T>; unauthorized: boolean }> {
  try {
    if (options.mayStart?.() === false) return { result: { ok: false, failure: { ...tooLate, at: options.now() } }, unauthorized: false };
    const outgoing = await signed(request, url, options);
    const [at, started] = [options.now(), performance.now()];
    const sent = await send(outgoing, consume);
    const { system, attempt, now, random = Math.random, redact, limits } = options;
    const mostValues = options.trial ? trialBounds.values : undefined;
    const circumstances = { system, write: request.effect !== 'read', attempt, now: now(), random };
    const result = read(sent, { leftAt: at, circumstances, redact, mostValues });
    const failure = result.ok ? null : result.failure;
    options.sink(logged(request, outgoing, sent, failure, { at, durationMs: Math.round(performance.now() - started) }, options));
    if (sent.kind === 'replied') await learnFrom(replyOf(sent, mostValues), failure, turn, limits, now());
    return { result, unauthorized: sent.kind === 'replied' && isRefusedToken(sent.status, failure) };
  } finally {
    await endTurn(turn, options.limits);
  }
}

/** A 403 is a missing permission, unless the connector's judge knows that it is the token. */
const isRefusedToken = (status: number, failure: Failure | null) => status === 401 || (status === 403 && failure?.kind === 'reconnect');

async function signed(request: Asked, url: URL, options: HttpOptions & { timeoutMs: number }) {
  const { text: body, headers: ofBody } = encoded(request.body);
  const headers = { ...standing, ...ofBody, ...request.headers };
  const { method, effect } = request;
  const signature = request.anonymous ? {} : await options.signIn.headers({ method, url, headers, body, now: options.now() });
  requireUnsigned(request, signature);
  return {
    ...{ method, url, headers: { ...headers, ...signature }, body, timeoutMs: options.timeoutMs },
    ...{ repeatable: effect !== 'once', inside: isSandbox(url, options.sandboxOrigin) },
    mostBytes: options.trial ? trialBounds.bytes : undefined,
  };
}

/** What a request signs itself in with is never replaced without a word: it is meant to be another credential. */
function requireUnsigned({ operation, headers = {} }: Asked, signature: Headers): void {
  const own = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
  const twice = Object.keys(signature).find((name) => own.has(name.toLowerCase()));
  if (twice) throw new Error(`${operation} brings its own ${twice}, which its sign-in has too. Declare it as a credential of its own.`);
}

type Timing = { at: Date; durationMs: number };

function logged(
  { operation, method }: Asked,
  { url, headers, body }: { url: URL; headers: Headers; body: string | null },
  sent: Sent,
  failure: Failure | null,
  { at, durationMs }: Timing,
  { redact, confidential = false }: HttpOptions,
): Exchange {
  const forLog = (text: string) => (confidential ? '[redacted]' : redact.text(text));
  return {
    ...{ at, operation, method, url: redact.url(url) },
    ...{ status: sent.kind === 'replied' ? sent.status : null, durationMs, failure },
    request: { headers: redact.headers(headers), body: body === null ? null : forLog(body) },
    response: sent.kind === 'replied' ? { headers: redact.headers(sent.headers), body: forLog(sent.text) } : null,
  };
}

/** What a trial reads of a reply, in the web process, beside everybody's pages. */
const trialBounds = { bytes: 1024 * 1024, values: 50_000 };

const standing = { accept: 'application/json', 'accept-encoding': 'gzip', 'user-agent': 'Crossdock/1' };
const tooLate = { kind: 'retry', reason: { code: 'time_over' }, maybeDone: false, limited: true } as const;
const anything = z.unknown();

function addressOf({ url, query = {} }: Asked): URL {
  const address = new URL(url);
  for (const [name, value] of Object.entries(query))
    if (value !== null && value !== undefined) address.searchParams.set(name, String(value));
  return address;
}

/** For limits that learn. The body is parsed when one of them looks at it. */
function replyOf(sent: Extract<Sent, { kind: 'replied' }>, mostValues: number | undefined): Reply {
  return {
    ...{ status: sent.status, headers: sent.headers },
    get body() {
      const body = decoded(sent, 'json', mostValues);
      return body.ok ? body.value : sent.text;
    },
  };
}

function unpacked(response: IncomingMessage, headers: Headers, { unpack }: LinesRequest): Readable {
  const packed = unpack === 'gzip' || headers['content-encoding'] === 'gzip';
  return packed ? pipeline(response, createGunzip(), () => undefined) : response;
}

const charsetOf = (headers: Headers, { charset }: LinesRequest) =>
  charset ?? /charset="?([\w-]+)/i.exec(headers['content-type'] ?? '')?.[1] ?? 'utf-8';

const mostKept = 64 * 1024;

async function* atMost(bytes: AsyncIterable<Buffer>, most: number): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.length;
    if (size > most) throw new Error('the reply is too large');
    yield chunk;
  }
}

/** The lines, the first of them kept for the log. */
async function* keeping(lines: AsyncIterable<string>, kept: { text: string }): AsyncGenerator<string> {
  for await (const line of lines) {
    if (kept.text.length < mostKept) kept.text += `${line}\n`;
    yield line;
  }
}
