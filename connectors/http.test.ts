import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { worded } from '../test/worded.ts';
import { noSignIn } from './http/auth.ts';
import type { Limit } from './http/limit-kinds.ts';
import { memoryLimits } from './http/limits.ts';
import { redactor } from './http/redact.ts';
import type { HttpRequest } from './http/request.ts';
import { connectorHttp, type Exchange, type HttpOptions } from './http.ts';
import { type Edge, type EdgeReply, startEdge } from './scripted-edge.ts';

let edge: Edge;
let reply: EdgeReply;
const log: Exchange[] = [];

beforeEach(async () => {
  reply = { json: { ok: true } };
  log.length = 0;
  edge = await startEdge(() => reply);
});
afterEach(() => edge.stop());

const noon = new Date('2026-11-20T12:00:00Z');
const at = (seconds: number) => new Date(noon.getTime() + seconds * 1000);

function http(options: Partial<HttpOptions> = {}) {
  return connectorHttp({
    system: 'ShipStation',
    hosts: { api: [] },
    sandboxOrigin: edge.origin,
    signIn: { ...noSignIn, headers: () => ({ authorization: 'Bearer s3cret-key' }) },
    redact: redactor(['s3cret-key']),
    limits: limitsOf({ kind: 'window', requests: 100, perMs: 60_000 }),
    sink: (exchange) => log.push(exchange),
    attempt: 0,
    now: () => noon,
    random: () => 0.5,
    ...options,
  });
}

const limitsOf = (...limits: Limit[]) => ({ limits, keys: { credential: 'c', store: 's', application: 'a' }, store: memoryLimits() });

const get = (over: Partial<HttpRequest<unknown>> = {}): HttpRequest<unknown> => ({
  ...{ method: 'GET', effect: 'read', url: `${edge.origin}/things`, operation: 'get_things', reads: z.looseObject({}) },
  ...over,
});
const post = () => get({ method: 'POST', effect: 'once', body: { json: { name: 'x' } } });

test('a good reply returns its body; keys, query and body are sent', async () => {
  const result = await http().request({ ...post(), query: { page: 2, none: null } });
  expect(result).toEqual({ ok: true, value: { ok: true } });
  expect(edge.requests[0]).toMatchObject({ method: 'POST', path: '/things', body: '{"name":"x"}' });
  expect(edge.requests[0]?.query.toString()).toBe('page=2');
  expect(edge.requests[0]?.headers.authorization).toBe('Bearer s3cret-key');
});

test('connections are kept between requests', async () => {
  const { request } = http();
  await request(get());
  await request(get());
  expect(edge.requests[1]?.port).toBe(edge.requests[0]?.port);
});

test.each([
  ['whole seconds', { 'retry-after': '7' }, at(7)],
  ['an HTTP date', { 'retry-after': 'Fri, 20 Nov 2026 12:01:30 GMT' }, at(90)],
  ['the reset of the window, in whole seconds, and one for its rounding', { 'x-rate-limit-reset': '42' }, at(43)],
  ['the reset of the window, in milliseconds', { 'x-rate-limit-time-reset-ms': '1500' }, at(1.5)],
  ['Retry-After before the window', { 'retry-after': '3', 'x-rate-limit-reset': '42' }, at(3)],
  ['an hour at most', { 'retry-after': '999999999' }, at(3600)],
  ['nothing: jitter up to the ceiling', {}, at(0.5)],
  ['nonsense: jitter', { 'retry-after': 'soon' }, at(0.5)],
])('429 is tried again when told: %s', async (_, headers, expected) => {
  reply = { status: 429, headers, json: {} };
  const result = await http().request(post());
  expect(result).toEqual({
    ok: false,
    failure: {
      kind: 'retry',
      at: expected,
      reason: worded('ShipStation allows no further requests just now (error 429).'),
      maybeDone: false,
      limited: true,
    },
  });
});

test('the back-off doubles with every attempt, up to five minutes', async () => {
  reply = { status: 500, json: {} };
  const after = async (attempt: number) => {
    const result = await http({ attempt }).request(get());
    return result.ok || result.failure.kind !== 'retry' ? null : result.failure.at;
  };
  expect([await after(0), await after(1), await after(3), await after(50)]).toEqual([at(0.5), at(1), at(4), at(150)]);
});

test('a 429 without a time holds nothing up for more than half a minute, however often this was tried', async () => {
  reply = { status: 429, json: {} };
  expect(await http({ attempt: 12 }).request(post())).toMatchObject({ ok: false, failure: { kind: 'retry', at: at(16) } });
});

test('a 429 keeps the next request away until its time, without asking', async () => {
  const { request } = http();
  reply = { status: 429, headers: { 'retry-after': '9' }, json: {} };
  await request(get());
  reply = { json: {} };
  expect(await request(get())).toMatchObject({ ok: false, failure: { kind: 'retry', at: at(9), maybeDone: false } });
  expect(edge.requests).toHaveLength(1);
});

test('a short wait for the allowance is waited, a long one handed back', async () => {
  let now = noon;
  const waited: number[] = [];
  const wait = async (ms: number) => {
    waited.push(ms);
    now = new Date(now.getTime() + ms);
  };
  const limits = limitsOf(
    { kind: 'window', requests: 1, perMs: 1500, operations: ['get_things'] },
    { kind: 'window', requests: 1, perMs: 5000, operations: ['slow'] },
  );
  const { request } = http({ limits, now: () => now, wait });
  for (const operation of ['get_things', 'get_things', 'slow']) expect(await request(get({ operation }))).toMatchObject({ ok: true });
  expect(waited).toEqual([1500]);
  expect(await request(get({ operation: 'slow' }))).toMatchObject({ ok: false, failure: { kind: 'retry', maybeDone: false } });
  expect(edge.requests).toHaveLength(3);
});

test('an id beyond 2^53 keeps its digits', async () => {
  reply = { text: '{"id":9223372036854775807,"n":1234567890123456.5,"s":"1234567890123456789"}' };
  expect(await http().request(get())).toEqual({
    ok: true,
    value: { id: '9223372036854775807', n: 1234567890123456.5, s: '1234567890123456789' },
  });
});

test('a connection refused was not carried out; one dropped midway may have been', async () => {
  edge.fault('drop');
  expect(await http().request(post())).toMatchObject({ ok: false, failure: { kind: 'retry', maybeDone: true } });
  await edge.stop();
  expect(await http().request(post())).toMatchObject({ ok: false, failure: { kind: 'retry', maybeDone: false } });
});

test.each([
  ['https://127.0.0.1', 'https://127.0.0.1/'],
  ['https://[::1]', 'https://[::1]/'],
  ['https://2130706433', 'https://127.0.0.1/'],
  ['https://[::ffff:169.254.169.254]', 'https://[::ffff:169.254.169.254]/latest'],
  ['https://localhost', 'https://localhost:1/'],
  ['http://example.com', 'http://example.com/'],
  ['https://example.com', 'https://example.org/'],
  ['https://example.com', 'https://user:pass@example.com/'],
])('%s may not be asked for %s', async (origin, url) => {
  const result = await http({ hosts: { api: [new URL(origin).origin] } }).request(get({ url }));
  expect(result).toMatchObject({ ok: false, failure: { kind: 'rejected', code: 'invalid' } });
});

test('no secret is in the log, wherever it was', async () => {
  reply = { status: 422, headers: { 'set-cookie': 'a=b' }, json: { message: 'Key s3cret-key is odd', access_token: 'other' } };
  const result = await http().request({
    ...post(),
    query: { token: 'query-token' },
    body: { json: { echo: 's3cret-key', password: 'hunter2' } },
  });
  const [entry] = log;
  expect(JSON.stringify({ entry, result })).not.toMatch(/s3cret-key|query-token|hunter2|other|a=b/);
  expect(entry).toMatchObject({ operation: 'get_things', method: 'POST', status: 422, at: noon });
  expect(entry?.failure).toMatchObject({ kind: 'rejected', reason: worded('Key [redacted] is odd (422).') });
});

test('a long body is cut in the log', async () => {
  reply = { json: { text: 'x'.repeat(100_000) } };
  await http().request(get());
  expect(log[0]?.response?.body.length).toBeLessThan(66_000);
});
