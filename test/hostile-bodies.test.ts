import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { beforeAll, expect, test } from 'vitest';
import { computedFor, slowness } from './thread-time.ts';
import { type Person, testWeb } from './web.ts';

const own = testWeb();
let ann: Person;
let port = 0;
let productId = 0;

beforeAll(async () => {
  ann = await own.person(await own.account(), 'account_admin');
  const [product] = await own.sql<{ id: string }>("insert into products (account_id, sku, name) values ($1, 'MUG', 'A mug') returning id", [
    ann.accountId,
  ]);
  productId = Number(product?.id);
  await own.web.listen({ port: 0, host: '127.0.0.1' });
  port = (own.web.server.address() as AddressInfo).port;
});

/** Sends a body as fast as the server takes it. Returns the status. */
function send(call: string, type: string, body: Buffer, person: Person | null): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const socket = connect(port, '127.0.0.1');
  const headers = { host: 'localhost', 'sec-fetch-site': 'same-origin', 'content-type': type, 'content-length': body.length };
  const lines = Object.entries({ ...headers, ...(person && { cookie: person.cookie }) }).map(([name, value]) => `${name}: ${value}`);
  socket.once('data', (reply) => {
    resolve(String(reply).split(' ')[1] ?? '');
    socket.destroy();
  });
  socket.on('error', reject);
  socket.write(`${call} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
  socket.write(body);
  return promise;
}

/** Of health checks one after the other, until this is done. */
async function longestHealthMs(meanwhile: Promise<unknown>): Promise<number> {
  let isDone = false;
  let longest = 0;
  meanwhile.finally(() => {
    isDone = true;
  });
  while (!isDone) longest = Math.max(longest, await healthMs());
  return longest;
}

/** The health check and the server run in this thread. */
const healthMs = async (): Promise<number> => (await computedFor(async () => (await fetch(`http://127.0.0.1:${port}/healthz`)).text())).ms;

const json = 'application/json';
const form = 'multipart/form-data; boundary=x';
const emptyParts = () => Buffer.from('--x\r\n\r\n'.repeat(740_000));
const deep = () => Buffer.from('['.repeat(500_000) + ']'.repeat(500_000));
const wide = () => Buffer.from(`[${'[],'.repeat(340_000)}[]]`);
const image = 'PUT /api/products/:id/image';
const department = 'POST /api/departments';

test.each([
  ['a form of empty parts', 'without a session', image, form, emptyParts, '401'],
  ['a form of empty parts', 'of somebody', image, form, emptyParts, '413'],
  ['a form of empty parts', 'to nowhere', 'PUT /api/nowhere', form, emptyParts, '404'],
  ['nested JSON', 'without a session', department, json, deep, '401'],
  ['nested JSON', 'of somebody', department, json, deep, '400'],
  ['nested JSON', 'to nowhere', 'POST /api/nowhere', json, deep, '404'],
  ['nested JSON', 'to sign in', 'POST /api/auth/sign-in/email', json, deep, '413'],
  ['endless JSON', 'of somebody', department, json, wide, '400'],
] as const)('%s %s is refused, and health checks in the meantime take less than 100 ms', async (_, from, call, type, body, status) => {
  await healthMs();
  const before = slowness();
  const bytes = body();
  const sent = Array.from({ length: 4 }, () =>
    send(call.replace(':id', String(productId)), type, bytes, from === 'of somebody' ? ann : null),
  );
  const statuses = Promise.all(sent);
  const longest = await longestHealthMs(statuses);
  expect(longest / Math.max(before, slowness())).toBeLessThan(100);
  expect(new Set(await statuses)).toEqual(new Set([status]));
});
