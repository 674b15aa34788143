import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { createSessionFor } from '../app/people/accounts/people.ts';
import type { Endpoint } from '../platform/endpoint.ts';
import { fillAccount } from './fill-account.ts';
import { hostile, hostileJson } from './hostile.ts';
import { type Person, testWeb } from './web.ts';

const own = testWeb({ demo: true });
const people: (Person | null)[] = [null];
beforeAll(async () => {
  const accountId = await own.account();
  for (const role of ['super', 'account_admin', 'user'] as const) people.push(await own.person(accountId, role));
  // With records behind the small ids, input gets further than "not found".
  await fillAccount(own, accountId, people[1]?.userId ?? 0, 'a text');
});

/** Every mounted endpoint. */
const endpoints = () => own.web.web.endpoints.filter(({ path }) => path !== '/api/events');
/** These end the caller's session, or others of that person, so each call gets its own. */
const ending = ['/api/auth/sign-out', '/api/accounts/act-as', '/api/profile/sessions', '/api/profile/sessions/:id'];

/** Everybody, signed in anew. */
const signedInAnew = () => Promise.all(people.map((person) => person && withOwnSession(person)));

async function withOwnSession(person: Person): Promise<Person> {
  const { directory, sessions } = own.web.parts;
  return { ...person, cookie: await createSessionFor(directory, sessions.cookie, person.userId) };
}

async function signedInFor({ path }: Endpoint, person: Person | null): Promise<Person | null> {
  return person && ending.includes(path) ? withOwnSession(person) : person;
}

/** A sentence for the person who filled in the field, not zod's message for developers. */
const plain = /^(?!Invalid|Too (big|small)|Unrecognized)[\p{Lu}“]/u;

const somebody = fc.nat().map((n) => people[n % people.length] ?? null);

const urlOf = ({ path }: Endpoint, params: string[], query: [string, string][]) => {
  let next = 0;
  const filled = path.replace(/:\w+/g, () => encodeURIComponent((params[next++ % params.length] ?? '').toWellFormed()) || '0');
  return query.length > 0 ? `${filled}?${new URLSearchParams(query)}` : filled;
};

/** Bodies with the declared fields, so that hostile values get past the first check. */
function bodyFor({ body }: Endpoint): fc.Arbitrary<unknown> {
  const shape = body && 'shape' in body ? Object.keys(body.shape as object) : [];
  return fc.oneof(hostileJson, fc.record(Object.fromEntries(shape.map((field) => [field, hostileJson])), { requiredKeys: [] }));
}
function queryFor({ query }: Endpoint): fc.Arbitrary<[string, string][]> {
  const shape = query && 'shape' in query ? Object.keys(query.shape as object) : ['q'];
  return fc.array(fc.tuple(fc.constantFrom(...shape, '__proto__'), hostile), { maxLength: 6 });
}

test('no input by anyone gets a 5xx, and messages about fields are plain sentences', async () => {
  const failures: string[] = [];
  for (const endpoint of endpoints()) {
    people.splice(0, people.length, ...(await signedInAnew()));
    const params = fc.array(hostile, { minLength: 1, maxLength: 3 });
    const property = fc.asyncProperty(somebody, params, queryFor(endpoint), bodyFor(endpoint), async (person, ...parts) => {
      const caller = await signedInFor(endpoint, person);
      const reply = await own.as(caller, requestOf(endpoint, ...parts));
      expectNoSurprise(endpoint, reply);
      if (reply.statusCode >= 400) expect(reply.json()).toBeTypeOf('object');
      if (reply.statusCode === 422) for (const sentence of Object.values(reply.json()).flat()) expect(sentence).toMatch(plain);
    });
    failures.push(...(await failureOf(endpoint, property, 60)));
  }
  expect(failures).toEqual([]);
  // Sixty requests to each of hundreds of calls.
}, 180_000);

/** A declared 5xx is allowed, such as the one for work that takes longer than the caller waits. */
function expectNoSurprise({ replies }: Endpoint, { statusCode, body }: { statusCode: number; body: string }): void {
  if (!(statusCode in replies)) expect(statusCode, body).toBeLessThan(500);
}

function requestOf(endpoint: Endpoint, params: string[], query: [string, string][], body: unknown) {
  const url = urlOf(endpoint, params, query);
  if (endpoint.method === 'GET') return { method: endpoint.method, url };
  return { method: endpoint.method, url, payload: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
}

/** One line about the endpoint when the property fails, none when it holds. */
async function failureOf<T>({ method, path }: Endpoint, property: fc.IAsyncProperty<T>, numRuns: number): Promise<string[]> {
  const { failed, seed, counterexample, errorInstance } = await fc.check(property, { numRuns });
  return failed ? [`${method} ${path} with ${JSON.stringify(counterexample)} (seed ${seed}): ${errorInstance}`] : [];
}

const headerNames =
  'host cookie accept content-type origin referer sec-fetch-site x-forwarded-for x-forwarded-host x-forwarded-proto x-requested-with if-none-match range'.split(
    ' ',
  );

test('no headers get a 5xx', async () => {
  const headers = fc.dictionary(
    fc.constantFrom(...headerNames),
    fc.string({ unit: 'binary-ascii' }).map((text) => text.replace(/[^\x20-\x7e]/g, '')),
  );
  const failures: string[] = [];
  for (const endpoint of endpoints()) {
    people.splice(0, people.length, ...(await signedInAnew()));
    const property = fc.asyncProperty(somebody, headers, async (person, given) => {
      const caller = await signedInFor(endpoint, person);
      const reply = await own.as(caller, { method: endpoint.method, url: urlOf(endpoint, ['1'], []), headers: given });
      expectNoSurprise(endpoint, reply);
    });
    failures.push(...(await failureOf(endpoint, property, 15)));
  }
  expect(failures).toEqual([]);
});

test('without a session or permission, a request is refused before anything else is checked', async () => {
  for (const endpoint of endpoints().filter(({ may }) => may !== 'anyone')) {
    const request = { method: endpoint.method, url: urlOf(endpoint, ['1'], []) };
    expect((await own.as(null, request)).statusCode, endpoint.path).toBe(401);
    if (endpoint.may !== 'work' && endpoint.may !== 'signed_in')
      expect((await own.as(people[3] ?? null, request)).statusCode, endpoint.path).toBe(403);
  }
});

test('a GET that changes something is never reached by a link', async () => {
  for (const { path } of endpoints().filter(({ viaXhr }) => viaXhr)) {
    const reply = await own.as(people[1] ?? null, { url: path.replace(/:\w+/g, '1'), headers: { 'x-requested-with': '' } });
    expect(reply.statusCode, path).toBe(405);
  }
});

test('every change from another site is refused, unless it is a webhook', async () => {
  for (const endpoint of endpoints().filter(({ method, webhook }) => method !== 'GET' && !webhook)) {
    const headers = { 'sec-fetch-site': 'cross-site' };
    const reply = await own.as(people[1] ?? null, { method: endpoint.method, url: urlOf(endpoint, ['1'], []), headers });
    expect(reply.statusCode, endpoint.path).toBe(403);
  }
});

test('the API’s document describes every endpoint, to people who are signed in', async () => {
  for (const url of ['/api/openapi.json', '/api/docs']) expect((await own.as(null, { url })).statusCode, url).toBe(401);
  const { paths } = (await own.as(people[1] ?? null, { url: '/api/openapi.json' })).json();
  for (const { path, method, summary } of endpoints()) {
    expect(paths[path.replace(/:(\w+)/g, '{$1}').replace('*', '{path}')][method.toLowerCase()].summary).toBe(summary);
  }
});
