import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSessionFor } from '../app/people/accounts/people.ts';
import { fillAccount } from './fill-account.ts';
import { freePort } from './free-port.ts';
import { type HostileRequest, requestsTo } from './fuzz/requests.ts';
import { send } from './fuzz/send.ts';
import { callTargets, otherTargets, pageTargets, type Target } from './fuzz/targets.ts';
import { type Part, startPart } from './part.ts';
import { type Person, testWeb } from './web.ts';

/** In all: few with the other tests, and a hundred thousand by `npm run fuzz`. */
const wanted = Number(process.env.FUZZ_REQUESTS ?? 1_000);
const seed = Number(process.env.FUZZ_SEED ?? 1);
const atATime = 8;

const own = testWeb({ demo: true });
const people: (Person | null)[] = [null];
const parts: Part[] = [];
let port = 0;

beforeAll(async () => {
  const accountId = await own.account();
  for (const role of ['super', 'account_admin', 'user'] as const) people.push(await own.person(accountId, role));
  await fillAccount(own, accountId, people[1]?.userId ?? 0, 'a text');
  port = await freePort();
  const { env } = own.web.parts;
  const variables = {
    ...{ DATABASE_URL: own.url, SECRET_KEY: env.secretKeys[0], FILES_DIR: env.filesDir, DEMO: '1', NODE_ENV: 'production' },
    // Each request has an address of its own, as behind a proxy: the limits by address are not what this is about.
    ...{ HOST: '127.0.0.1', PORT: String(port), BASE_URL: `http://127.0.0.1:${port}`, TRUST_PROXY: '1', LOG_LEVEL: 'error' },
  };
  // The worker is there for the calls that wait for one.
  parts.push(...(await Promise.all([startPart('web', variables), startPart('worker', variables)])));
});
afterAll(async () => {
  await Promise.all(parts.map((part) => part.stop()));
});

test.each([
  ['GET', '/orders?shipping=__proto__&q=constructor'],
  ['GET', '/products?__proto__=1&constructor=2'],
  ['HEAD', '/settings/views.data'],
  ['GET', '/%'],
  ['GET', '/api/%zz'],
])('%s %s gets a reply of ours', async (method, path) => {
  const cookie = people[1] ? await signIn(people[1]) : '';
  const { status, text } = await send(port, { who: 1, method, path, headers: { cookie, accept: 'text/html' }, body: null });
  expect([200, 404], text).toContain(status);
});

test('no request that anybody can make to any call or page gets a 5xx, or no reply', async () => {
  const calls = callTargets(own.web.web.endpoints);
  const targets = [...calls, ...pageTargets(calls), ...otherTargets];
  const each = Math.ceil(wanted / targets.length);
  const statuses = new Map<number, number>();
  const failures: string[] = [];
  for (const [index, target] of targets.entries()) {
    // What came before may have ended sessions.
    const cookies = await Promise.all(people.map((person) => person && signIn(person)));
    const sample = fc.sample(requestsTo(target, people.length), { numRuns: each, seed: seed + index });
    for (let from = 0; from < sample.length; from += atATime) {
      const batch = sample.slice(from, from + atATime).map((hostile, at) => asSent(hostile, cookies, index * each + from + at));
      const replies = await Promise.all(batch.map((sent) => send(port, sent)));
      for (const [at, { status, text }] of replies.entries()) {
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        if (isFailure(status, target)) failures.push(described(batch[at], status, text));
      }
    }
  }
  const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`);
  console.log(`${targets.length} addresses, ${each} requests each, seed ${seed}. Replies: ${counts.join(', ')}.`);
  if (failures.length > 0) console.log(parts.map((part) => part.output()).join('\n'));
  expect(failures).toEqual([]);
  // A hundred thousand requests take an hour.
}, 7_200_000);

const isFailure = (status: number, { declared }: Target) => status === 0 || (status >= 500 && !declared.includes(status));

/** As this person, from an address of its own, unless the request says otherwise. */
function asSent({ who, headers, ...request }: HostileRequest, cookies: (string | null)[], number: number): HostileRequest {
  const cookie = [cookies[who], headers.cookie].filter(Boolean).join('; ');
  const sender = `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;
  const usual = { 'sec-fetch-site': 'same-origin', 'x-requested-with': 'XMLHttpRequest', 'x-forwarded-for': sender };
  return { ...request, who, headers: { ...usual, ...headers, ...(cookie && { cookie }) } };
}

function described(request: HostileRequest | undefined, status: number, text: string): string {
  return `${status} for ${JSON.stringify({ ...request, body: request?.body?.toString('latin1') })}: ${text.slice(0, 300)}`;
}

const signIn = (person: Person) => createSessionFor(own.web.parts.directory, own.web.parts.sessions.cookie, person.userId);
