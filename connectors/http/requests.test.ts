import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { worded, wordedWith } from '../../test/worded.ts';
import { connectorHttp, type Exchange, type HttpOptions } from '../http.ts';
import { type Edge, type EdgeReply, startEdge } from '../scripted-edge.ts';
import { noSignIn } from './auth.ts';
import { ifUnchanged } from './headers.ts';
import type { Limit } from './limit-kinds.ts';
import { memoryLimits } from './limits.ts';
import { jsonLines, tabSeparated } from './lines.ts';
import { theirWords } from './reasons.ts';
import { redactor } from './redact.ts';
import type { HttpRequest } from './request.ts';

let edge: Edge;
let reply: EdgeReply;
const log: Exchange[] = [];
beforeEach(async () => {
  reply = { json: {} };
  log.length = 0;
  edge = await startEdge(() => reply);
});
afterEach(() => edge.stop());

const noon = new Date('2026-11-20T12:00:00Z');
const at = (seconds: number) => new Date(noon.getTime() + seconds * 1000);

function http(limits: Limit[] = [], over: Partial<HttpOptions> = {}) {
  return connectorHttp({
    ...{ system: 'ShipStation', hosts: { api: [] }, sandboxOrigin: edge.origin, attempt: 0, now: () => noon, random: () => 0.5 },
    signIn: { ...noSignIn, headers: () => ({ authorization: 'Bearer s3cret-key' }) },
    redact: redactor(['s3cret-key']),
    limits: { limits, keys: { credential: 'c', store: 's', application: 'a' }, store: memoryLimits() },
    sink: (exchange) => log.push(exchange),
    ...over,
  });
}

const asking = (over: Partial<HttpRequest<unknown>> = {}): HttpRequest<unknown> => ({
  ...{ method: 'POST', effect: 'read', url: `${edge.origin}/query`, operation: 'query', reads: z.looseObject({}) },
  ...over,
});

async function listed(lines: AsyncIterable<string>): Promise<string[]> {
  const all: string[] = [];
  for await (const line of lines) all.push(line);
  return all;
}

test('a read by POST that fails is never maybe done, a write is', async () => {
  reply = { status: 500, json: {} };
  expect(await http().request(asking())).toMatchObject({ ok: false, failure: { kind: 'retry', maybeDone: false } });
  expect(await http().request(asking({ effect: 'idempotent' }))).toMatchObject({ ok: false, failure: { maybeDone: true } });
  edge.fault('drop');
  expect(await http().request(asking())).toMatchObject({ ok: false, failure: { kind: 'retry', maybeDone: false } });
});

test('a write that was sent twice, over a kept connection that was closed, may be done though the second is turned away', async () => {
  const { createServer } = await import('node:http');
  let replies: (number | null)[] = [];
  const server = createServer((incoming, response) => {
    const status = replies.shift() ?? null;
    if (status === null) incoming.socket.destroy();
    else response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const origin = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  const { request } = http([], { sandboxOrigin: origin });
  const ask = (effect: HttpRequest<unknown>['effect']) => request(asking({ url: `${origin}/order`, effect }));
  for (const status of [429, 412, 503]) {
    replies = [200, null, status];
    expect(await ask('idempotent')).toMatchObject({ ok: true });
    expect(await ask('idempotent')).toMatchObject({ failure: { kind: 'retry', maybeDone: true } });
    replies = [200, null, status];
    expect(await ask('read')).toMatchObject({ ok: true });
    expect(await ask('read')).toMatchObject({ failure: { kind: 'retry', maybeDone: false } });
  }
  replies = [429];
  expect(await ask('idempotent')).toMatchObject({ failure: { limited: true, maybeDone: false } });
  server.close();
});

test('PATCH with JSON, a form, and text go out as what they are', async () => {
  await http().request(asking({ method: 'PATCH', effect: 'idempotent', body: { json: { a: 1 } } }));
  await http().request(asking({ body: { form: { grant: 'a b', none: null, n: 2 } } }));
  await http().request(asking({ body: { text: 'a\tb', type: 'text/tab-separated-values' } }));
  expect(edge.requests.map(({ method, headers, body }) => [method, headers['content-type'], body])).toEqual([
    ['PATCH', 'application/json', '{"a":1}'],
    ['POST', 'application/x-www-form-urlencoded', 'grant=a+b&n=2'],
    ['POST', 'text/tab-separated-values', 'a\tb'],
  ]);
});

test('headers of a reply can be read, and 304 when it is wanted', async () => {
  reply = { status: 204, headers: { location: '/orders/7', etag: '"v2"', 'x-wp-totalpages': '3' }, text: '' };
  expect(await http().reply(asking({ reads: z.null() }))).toMatchObject({
    ok: true,
    value: { status: 204, body: null, headers: { location: '/orders/7', etag: '"v2"', 'x-wp-totalpages': '3' } },
  });
  reply = { status: 304, text: '' };
  expect(await http().reply(asking({ reads: z.null(), good: [304] }))).toMatchObject({ ok: true, value: { status: 304 } });
});

test('text is read as text', async () => {
  reply = { headers: { 'content-type': 'text/plain' }, text: 'Order 7' };
  expect(await http().request(asking({ as: 'text', reads: z.string() }))).toEqual({ ok: true, value: 'Order 7' });
});

test('a report of tab-separated values is read while it arrives; quotes are data, and rows may be short', async () => {
  reply = { headers: { 'content-type': 'text/plain; charset=shift_jis' }, text: 'Seller-SKU\tqty\r\n"A"\t2\r\nB\r\n\r\n' };
  const rows: unknown[] = [];
  const result = await http().lines(asking(), async (lines) => {
    for await (const row of tabSeparated(lines)) rows.push(row);
    return rows.length;
  });
  expect(result).toEqual({ ok: true, value: 2 });
  expect(rows).toEqual([
    { 'seller-sku': '"A"', qty: '2' },
    { 'seller-sku': 'B', qty: '' },
  ]);
});

test('JSON lines keep long ids, a broken line stands for itself, and the log keeps the beginning alone', async () => {
  const text = `{"id":9223372036854775807}\n{"half":\n${'{"id":1}\n'.repeat(20_000)}`;
  reply = { headers: { 'content-type': 'application/jsonl' }, text };
  const seen: unknown[] = [];
  await http().lines(asking(), async (lines) => {
    for await (const line of jsonLines(lines)) seen.push(line);
  });
  expect(seen).toHaveLength(20_002);
  expect(seen.slice(0, 2)).toEqual([{ record: { id: '9223372036854775807' } }, { broken: '{"half":' }]);
  expect(log[0]?.response?.body.length).toBeLessThan(66_000);
});

test('who has enough of a body stops it; one that breaks off is a failure, whatever was taken', async () => {
  reply = { text: 'one\ntwo\nthree\n' };
  const first = (lines: AsyncIterable<string>) => lines[Symbol.asyncIterator]().next();
  expect(await http().lines(asking(), first)).toMatchObject({ ok: true, value: { value: 'one' } });
  edge.fault('truncated');
  const every = async (lines: AsyncIterable<string>) => (await listed(lines)).length;
  expect(await http().lines(asking(), every)).toMatchObject({ ok: false, failure: { kind: 'retry', maybeDone: false } });
});

test('a compressed file is unpacked as it arrives', async () => {
  const packed = gzipSync('a\nb\n');
  const { createServer } = await import('node:http');
  const server = createServer((_, response) => response.end(packed));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const origin = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  const { lines } = http([], { sandboxOrigin: origin });
  expect(await lines({ ...asking({ url: `${origin}/file` }), unpack: 'gzip' }, listed)).toEqual({
    ok: true,
    value: ['a', 'b'],
  });
  server.close();
});

test('a presigned address on the vendor’s hosts is read without our sign-in, and only so', async () => {
  const hosts = { api: ['https://api.example.com'], downloads: ['*.files.example.com'] };
  const refusalOf = async (url: string, anonymous?: true) => {
    // The name does not exist: what may be asked for fails at the network, and not before.
    const result = await http([], { hosts, sandboxOrigin: null, timeoutMs: 500 }).request(
      asking({ url, ...(anonymous ? { anonymous } : {}) }),
    );
    return result.ok ? null : result.failure.kind;
  };
  expect(await refusalOf('https://a.files.example.com/report?X-Amz-Signature=abc')).toBe('rejected');
  expect(await refusalOf('https://a.files.example.com/report?X-Amz-Signature=abc', true)).toBe('retry');
  for (const url of ['https://files.example.com/r', 'https://files.example.com.evil.org/r', 'http://a.files.example.com/r'])
    expect(await refusalOf(url, true)).toBe('rejected');
  await http().request(asking({ anonymous: true }));
  expect(edge.requests.at(-1)?.headers.authorization).toBeUndefined();
  expect(JSON.stringify(log)).not.toContain('abc');
});

test('403 is of this capability, 402 of the plan, and a connector may judge before the status does', async () => {
  reply = { status: 403, json: { message: 'No inventory scope.' } };
  expect(await http().request(asking())).toMatchObject({
    failure: { kind: 'forbidden', reason: wordedWith('No inventory scope') },
  });
  reply = { status: 402, json: { message: 'Your plan has ended.' } };
  expect(await http().request(asking())).toMatchObject({
    failure: { kind: 'reconnect', reason: wordedWith('Your plan has ended') },
  });
  reply = { status: 400, json: { code: 'CURSOR_TOO_OLD' } };
  const judge: HttpOptions['judge'] = ({ status, body }) =>
    status === 400 && JSON.stringify(body).includes('TOO_OLD')
      ? { kind: 'cursor_expired', reason: theirWords('s3cret-key is too old') }
      : undefined;
  expect(await http([], { judge }).request(asking())).toEqual({
    ok: false,
    failure: { kind: 'cursor_expired', reason: worded('[redacted] is too old') },
  });
  expect(await http([], { judge }).request(asking({ judge: () => undefined }))).toMatchObject({ failure: { kind: 'rejected' } });
});

test('a 200 that means "slow down" keeps the next request away, and what a body says of a limit is learned', async () => {
  const limit: Limit = {
    ...{ kind: 'bucket', perSecond: 50, burst: 1000 },
    learn: ({ body }) => ({ remaining: (body as { left?: number }).left ?? 1000 }),
  };
  const judge: HttpOptions['judge'] = ({ body }) =>
    (body as { errors?: string }).errors === 'THROTTLED'
      ? { kind: 'retry', reason: theirWords('Too fast.'), at: at(20), limited: true }
      : undefined;
  const { request } = http([limit], { judge });
  reply = { json: { errors: 'THROTTLED' } };
  expect(await request(asking({ effect: 'once' }))).toMatchObject({
    failure: { kind: 'retry', limited: true, maybeDone: false, at: at(20) },
  });
  reply = { json: { left: 10 } };
  expect(await request(asking())).toMatchObject({ ok: false, failure: { limited: true, at: at(20) } });
  expect(edge.requests).toHaveLength(1);
  const fresh = http([limit]);
  await fresh.request(asking());
  expect(await fresh.request(asking({ cost: 510 }))).toMatchObject({
    ok: false,
    failure: { limited: true, at: at(10), reason: worded('ShipStation allows no further requests just now.') },
  });
});

test('412 is a record that somebody changed: nothing was done, and it is soon read again', async () => {
  reply = { status: 200, headers: { etag: '"7"' }, json: {} };
  const read = await http().reply(asking());
  if (!read.ok) throw new Error('It was not read.');
  reply = { status: 412, json: { message: 'no' } };
  const write = asking({ method: 'PUT', effect: 'once', headers: ifUnchanged(read.value.headers) });
  const failure = { kind: 'retry', changed: true, maybeDone: false };
  expect(await http([], { attempt: 14 }).request(write)).toMatchObject({
    failure: {
      ...failure,
      at: at(4),
      reason: worded('It was changed in ShipStation in the meantime. It is read again, and decided anew.'),
    },
  });
  expect(edge.requests.at(-1)?.headers['if-match']).toBe('"7"');
  expect(ifUnchanged({})).toEqual({});
  reply = { status: 409, json: {} };
  const judge: HttpOptions['judge'] = ({ status }) =>
    status === 409 ? { kind: 'retry', reason: theirWords('Stale.'), changed: true } : undefined;
  expect(await http([], { judge }).request(write)).toMatchObject({ failure });
});

test('a slot is given back however the request ends', async () => {
  const limits: HttpOptions['limits'] = {
    limits: [{ kind: 'concurrent', max: 1 }],
    keys: { credential: 'c', store: 's', application: 'a' },
    store: memoryLimits(),
  };
  const wait = async () => undefined;
  const { request } = http([], { limits, wait });
  // Of the others none may be over by chance before it was sent.
  const hasty = http([], { limits, wait, timeoutMs: 200 });
  for (const fault of ['server_error', 'hang', 'drop'] as const) {
    edge.fault(fault);
    await (fault === 'hang' ? hasty.request : request)(asking());
  }
  edge.fault(null);
  expect(await request(asking())).toMatchObject({ ok: true });
});
