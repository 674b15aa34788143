import { setTimeout as sleep } from 'node:timers/promises';
import { isSandbox, refusedAddress } from './http/addresses.ts';
import { brokenReply, type Circumstances, failureOf, plainRejection } from './http/failure.ts';
import { type Headers, learnedFrom } from './http/headers.ts';
import { parseJson } from './http/json.ts';
import { type Bucket, isNews, type LimitStore } from './http/limits.ts';
import { type Redactor, redactor } from './http/redact.ts';
import type { ConnectorHttp, HttpLimits, HttpRequest } from './http/request.ts';
import type { Failure, Result } from './http/result.ts';
import { type Sent, send } from './http/transport.ts';

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
  origins: string[];
  sandboxOrigin: string | null;
  /** Sent with every request: sign-in, user agent. */
  headers: Headers;
  /** Values that must not reach a log. */
  secrets: string[];
  limits: HttpLimits;
  limitStore: LimitStore;
  /** Names the credential in the limit store. */
  bucket: string;
  sink: ExchangeSink;
  /** How often the caller has tried this before; lengthens the back-off. */
  attempt: number;
  /** Called just before a request leaves, after it waited for the rate limit; when it returns false, nothing is sent. */
  mayStart?: () => boolean;
  now: () => Date;
  random?: () => number;
  wait?: (ms: number) => Promise<unknown>;
  timeoutMs?: number;
};

/**
 * The one way out to other systems. Checks the address, waits for the rate limit, sends, logs, learns the limits, and returns
 * the parsed body or one of the four typed failures. It never repeats a request by itself.
 */
export function connectorHttp(options: HttpOptions): ConnectorHttp {
  const redact = redactor(options.secrets);
  return { request: (request) => exchange(request, options, redact) };
}

async function exchange<T>(request: HttpRequest<T>, options: HttpOptions, redact: Redactor): Promise<Result<T>> {
  const url = addressOf(request);
  const refused = refusedAddress(url, options.origins, options.sandboxOrigin);
  if (refused) return { ok: false, failure: { kind: 'rejected', code: 'invalid', reason: refused } };
  const turn = await takeTurn(request.operation, options);
  if (!turn.ok) return turn;
  if (options.mayStart?.() === false) return { ok: false, failure: { ...tooLate, at: options.now() } };

  const body = request.json === undefined ? null : JSON.stringify(request.json);
  const headers = { ...standing, ...(body === null ? {} : jsonBody), ...options.headers, ...request.headers };
  const [at, started] = [options.now(), performance.now()];
  const sent = await send({
    ...{ method: request.method, url, headers, body, timeoutMs: options.timeoutMs ?? 30_000 },
    repeatable: request.method === 'GET' || request.repeatable === true,
    inside: isSandbox(url, options.sandboxOrigin),
  });
  const result = read(sent, request, options, redact);
  options.sink({
    ...{ at, operation: request.operation, method: request.method, url: redact.url(url) },
    ...{ status: sent.kind === 'replied' ? sent.status : null, durationMs: Math.round(performance.now() - started) },
    failure: result.ok ? null : result.failure,
    request: { headers: redact.headers(headers), body: body === null ? null : redact.text(body) },
    response: sent.kind === 'replied' ? { headers: redact.headers(sent.headers), body: redact.text(sent.text) } : null,
  });
  await learn(sent, result, turn.value, request.operation, options);
  return result;
}

const standing = { accept: 'application/json', 'accept-encoding': 'gzip', 'user-agent': 'Crossdock/1' };
const jsonBody = { 'content-type': 'application/json' };

// Longer waits go back to the engine, so that a worker is free for others meanwhile.
const longestWait = 2000;
const tooLate = { kind: 'retry', reason: 'Its time to be sent was over.', maybeDone: false, limited: true } as const;
const usedUp = { kind: 'retry', reason: 'The allowance of requests is used up for now.', maybeDone: false, limited: true } as const;

function addressOf({ url, query = {} }: HttpRequest<unknown>): URL {
  const address = new URL(url);
  for (const [name, value] of Object.entries(query))
    if (value !== null && value !== undefined) address.searchParams.set(name, String(value));
  return address;
}

async function takeTurn(operation: string, options: HttpOptions): Promise<Result<Bucket>> {
  const { now, limitStore, wait = sleep } = options;
  const { key, limit } = counted(operation, options);
  const giveUp = now().getTime() + longestWait;
  for (;;) {
    const turn = await limitStore.take(key, limit, now());
    if (turn.granted) return { ok: true, value: turn.bucket };
    if (turn.at.getTime() > giveUp) return { ok: false, failure: { ...usedUp, at: turn.at } };
    await wait(Math.max(1, turn.at.getTime() - now().getTime()));
  }
}

/** The bucket of an operation: its own when the connector gives it a limit, else the one that all others share. */
function counted(operation: string, { bucket, limits }: HttpOptions) {
  const own = limits[operation];
  return { key: `${bucket}:${own ? operation : '*'}`, limit: own ?? limits['*'] };
}

async function learn(sent: Sent, result: Result<unknown>, bucket: Bucket, operation: string, options: HttpOptions): Promise<void> {
  if (sent.kind !== 'replied') return;
  const now = options.now();
  const stated = learnedFrom(sent.headers, now);
  const blocked = sent.status === 429 && !result.ok && result.failure.kind === 'retry' ? { blockedUntil: result.failure.at } : {};
  const learned = { ...stated, ...blocked };
  const { key, limit } = counted(operation, options);
  if (isNews(bucket, learned)) await options.limitStore.learn(key, limit, learned, now);
}

function read<T>(sent: Sent, request: HttpRequest<T>, options: HttpOptions, redact: Redactor): Result<T> {
  const { attempt, now, random = Math.random } = options;
  const circumstances: Circumstances = { write: request.method !== 'GET', attempt, now: now(), random };
  const broken = (reason: string): Result<T> => ({ ok: false, failure: brokenReply(reason, circumstances) });
  if (sent.kind === 'broken') {
    if (sent.refused) return { ok: false, failure: { kind: 'rejected', code: 'invalid', reason: sent.reason } };
    return { ok: false, failure: brokenReply(sent.reason, { ...circumstances, write: circumstances.write && sent.reached }) };
  }
  const body = bodyOf(sent);
  if (sent.status < 200 || sent.status > 299) {
    const reject = () => {
      const { code, reason } = (request.rejection ?? plainRejection)(sent.status, body.ok ? body.value : null);
      return { code, reason: redact.text(reason) };
    };
    return { ok: false, failure: failureOf(sent.status, sent.headers, reject, circumstances) };
  }
  if (!body.ok) return broken(body.reason);
  const parsed = request.reads.safeParse(body.value);
  if (parsed.success) return { ok: true, value: parsed.data };
  const [issue] = parsed.error.issues;
  return broken(`The reply has an unexpected shape: ${issue?.path.join('.') || 'body'}: ${issue?.message}`);
}

function bodyOf({ headers, text }: { headers: Headers; text: string }): { ok: true; value: unknown } | { ok: false; reason: string } {
  if (text.trim() === '') return { ok: true, value: null };
  const type = headers['content-type'] ?? '';
  if (!/[/+]json\b/i.test(type)) return { ok: false, reason: `The reply is ${type || 'of no type'} instead of JSON.` };
  try {
    return { ok: true, value: parseJson(text) };
  } catch {
    return { ok: false, reason: 'The reply is not complete JSON.' };
  }
}
