import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { wordOf } from '../../app/people/audit/words/words.ts';
import { examples } from '../../app/screens/demo/examples.ts';
import type { Endpoint } from '../../platform/endpoint.ts';
import { testWeb } from '../web.ts';
import { records } from './records/all.ts';
import { type Operation, requestOf } from './request.ts';
import { openShop, type Shop } from './shop.ts';

const own = testWeb({ demo: true, longestWaitMs: 20_000 });
let shop: Shop;
let paths: Record<string, Record<string, Operation>>;
beforeAll(async () => {
  shop = await openShop(own);
  paths = (await own.as(shop.ann, { url: '/api/openapi.json' })).json().paths;
});
afterAll(() => shop?.close());

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;
const operationOf = ({ method, path }: Endpoint): Operation =>
  paths[path.replace(/:(\w+)/g, '{$1}').replace('*', '{path}')]?.[method.toLowerCase()] as Operation;
const successOf = ({ replies }: Endpoint) => Math.min(...Object.keys(replies).map(Number));
/** What the others need is deleted at the end. */
const last = ['DELETE /api/connectors/:name/products', 'DELETE /api/connectors/:name'];
const inOrder = () => own.web.web.endpoints.toSorted((a, b) => last.indexOf(nameOf(a)) - last.indexOf(nameOf(b)));
/** Its reply has no end. */
const isStream = ({ path }: Endpoint) => path === '/api/events';

test('each call is done as its example says, and replies as that says', async () => {
  const wrong: string[] = [];
  for (const endpoint of inOrder().filter((each) => !isStream(each))) {
    const problem = await triedOut(endpoint).catch(String);
    if (problem) wrong.push(`${nameOf(endpoint)}: ${problem}`);
  }
  expect(wrong).toEqual([]);
  // Hundreds of calls, some of which wait for a process of their own.
}, 300_000);

/** Sends the example; undefined when the reply is what the document promises. */
async function triedOut(endpoint: Endpoint): Promise<string | undefined> {
  shop.reach();
  const { as, headers, ...values } = (await records[nameOf(endpoint)]?.(shop)) ?? {};
  const request = await requestOf(endpoint, operationOf(endpoint), values);
  Object.assign(request.headers ?? {}, headers?.(String(request.payload)));
  const anyone = endpoint.may === 'anyone' ? null : await shop.anew(shop.ann);
  await own.sql('delete from sign_in_attempts; delete from rate_buckets');
  const sent = own.as(as === undefined ? anyone : as, request);
  const reply = await (waits(endpoint) ? shop.working(sent) : sent);
  const status = successOf(endpoint);
  if (reply.statusCode !== status) return `${reply.statusCode} in place of ${status}: ${reply.body.slice(0, 300)}`;
  const schema = endpoint.replies[status];
  const isJson = String(reply.headers['content-type']).startsWith('application/json');
  const fits = schema?.safeParse(isJson ? reply.json() : reply.body === '' ? null : reply.body);
  return fits?.success ? undefined : `its reply does not fit: ${JSON.stringify(fits?.error.issues.slice(0, 3))}`;
}

/** Replies once a worker has done its part. */
const waits = ({ replies }: Endpoint) => '504' in replies || '500' in replies;

test('every field that these calls leave in the audit has words, as the screens have', async () => {
  const found = await own.sql<{ noun: string; field: string | null }>(
    'select distinct noun, c.key as field from audit_entries left join lateral jsonb_each(changes) as c on true order by 1, 2',
  );
  expect(new Set(found.map(({ noun }) => noun)).size).toBeGreaterThan(40);
  expect(found.filter(({ noun, field }) => field !== null && wordOf(noun, field) === undefined)).toEqual([]);
});

test('each example of a reply fits what its call declares, and says something by each name', () => {
  const wrong: string[] = [];
  for (const endpoint of own.web.web.endpoints) {
    for (const [status, { content = {} }] of Object.entries(operationOf(endpoint).responses).filter(([each]) => Number(each) < 300)) {
      for (const [type, { example }] of Object.entries(content)) {
        const schema = endpoint.replies[Number(status)];
        const isRight = type === 'application/json' ? schema?.safeParse(example).success : typeof example === 'string';
        const isBinary = !type.startsWith('text/') && type !== 'application/json';
        if (isBinary ? example !== undefined : !isRight)
          wrong.push(`${nameOf(endpoint)} ${status}: ${JSON.stringify(example)} does not fit`);
        const unnamed = JSON.stringify(example ?? '').match(/"\(\w+\)"/g);
        if (unnamed) wrong.push(`${nameOf(endpoint)} ${status}: no sample for ${unnamed.join(' ')} in app/screens/demo/samples.ts`);
      }
    }
  }
  expect(wrong).toEqual([]);
});

test('the stream of events opens as its example says', async () => {
  const endpoint = own.web.web.endpoints.find(isStream) as Endpoint;
  const { url } = await requestOf(endpoint, operationOf(endpoint), {});
  await own.web.listen({ port: 0, host: '127.0.0.1' });
  const { port } = own.web.server.address() as AddressInfo;
  const { cookie } = await shop.anew(shop.ann);
  const ending = new AbortController();
  const reply = await fetch(`http://127.0.0.1:${port}${url}`, { headers: { cookie }, signal: ending.signal });
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, expect.stringMatching(/^text\/event-stream/)]);
  ending.abort();
});

test('no example is of a call that is no longer there', () => {
  const names = own.web.web.endpoints.map(nameOf);
  expect([...Object.keys(records), ...Object.keys(examples)].filter((name) => !names.includes(name))).toEqual([]);
});
