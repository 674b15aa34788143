import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { notify } from '../../../platform/events.ts';
import { inTenant } from '../../../platform/tenant.ts';
import type { Topic } from '../../../platform/topics.ts';
import { type Person, testWeb } from '../../../test/web.ts';
import { createWeb } from '../../web.ts';

const own = testWeb();
let ann: Person;
let bea: Person;
let address: string;
const open: AbortController[] = [];

beforeAll(async () => {
  ann = await own.person(await own.account('A'));
  bea = await own.person(await own.account('B'));
  address = await own.web.listen({ port: 0, host: '127.0.0.1' });
  // Once the server listens to the database, whoever is there already hears that anything may have changed.
  const isKnown = () => expect(own.web.parts.news.since(ann.accountId, 0)).toEqual([]);
  await vi.waitFor(isKnown, { interval: 20, timeout: 45_000 });
});
afterEach(() => {
  for (const each of open.splice(0)) each.abort();
});

const tell = (person: Person, topic: Topic, id: number) => inTenant(own.database, person, async (tenant) => notify(tenant, topic, [id]));

/** Reads events until there are as many as wanted, or the stream ends. */
async function listen(person: Person, query = '') {
  const stop = new AbortController();
  open.push(stop);
  const response = await fetch(`${address}/api/events${query}`, { headers: { cookie: person.cookie }, signal: stop.signal });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  return {
    status: response.status,
    async events(count: number): Promise<unknown[]> {
      for (;;) {
        const found = [...text.matchAll(/^data: (.*)$/gm)].map(([, json]) => JSON.parse(json ?? ''));
        if (found.length >= count) return found;
        const { done, value } = (await reader?.read()) ?? { done: true };
        if (done) return found;
        text += value;
      }
    },
  };
}

test('an account gets its own events as soon as they are committed', async () => {
  const [anns, beas] = [await listen(ann), await listen(bea)];
  await tell(bea, 'orders', 2);
  await tell(ann, 'orders', 1);
  expect(await anns.events(1)).toEqual([{ topic: 'orders', ids: [1] }]);
  expect(await beas.events(1)).toEqual([{ topic: 'orders', ids: [2] }]);
});

test('a stream with topics gets no others', async () => {
  const stream = await listen(ann, '?topics=runs,issues');
  await tell(ann, 'orders', 1);
  await tell(ann, 'issues', 3);
  expect(await stream.events(1)).toEqual([{ topic: 'issues', ids: [3] }]);
});

test('a page gets events between its reading and its listening', async () => {
  const person = await own.person(await own.account('C'));
  const first = await listen(person);
  await tell(person, 'orders', 4);
  await first.events(1);
  const stream = await listen(person, '?age_ms=20000&topics=orders');
  // The second when the server itself has listened for no longer than that, which is long: whatever pauses, the event is no older.
  expect([[{ topic: 'orders' }], [{ topic: '*' }]]).toContainEqual(await stream.events(1));
});

test('a page that was read longer ago than is remembered is told that anything may have changed', async () => {
  const stream = await listen(ann, '?age_ms=60001&topics=orders');
  expect(await stream.events(1)).toEqual([{ topic: '*' }]);
});

test('signing out ends the stream', async () => {
  const person = await own.person(ann.accountId);
  const stream = await listen(person);
  await own.as(person, { method: 'POST', url: '/api/auth/sign-out' });
  expect(await stream.events(1)).toEqual([]);
});

test('signed out there is no stream', async () => {
  expect((await own.as(null, { url: '/api/events' })).statusCode).toBe(401);
});

test('one person may hold twenty streams open, and the next when one was closed', async () => {
  const person = await own.person(ann.accountId);
  for (let n = 0; n < 20; n += 1) expect((await listen(person)).status).toBe(200);
  expect((await own.as(person, { url: '/api/events' })).statusCode).toBe(429);
});

test('a stream ends with its session, also when that ends in another process', async () => {
  const person = await own.person(await own.account('E'));
  const stream = await listen(person);
  const { env, log } = own.web.parts;
  const other = await createWeb({ env, log, database: own.database });
  const headers = { 'sec-fetch-site': 'same-origin', cookie: person.cookie };
  await other.inject({ method: 'POST', url: '/api/auth/sign-out', headers });
  expect(await stream.events(1)).toEqual([]);
  expect((await own.as(person, { url: '/api/graphs/orders-aging' })).statusCode).toBe(401);
  await other.close();
});

test('a stream ends at the time when its session does', async () => {
  const person = await own.person(ann.accountId);
  await own.sql(`update sessions set created_at = now() - interval '30 days' + interval '1 second' where user_id = $1`, [person.userId]);
  const begun = Date.now();
  const stream = await listen(person);
  expect(await stream.events(1)).toEqual([]);
  expect(Date.now() - begun).toBeLessThan(60_000);
});
