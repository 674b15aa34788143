import { expect, test } from 'vitest';
import type { Limit } from './limit-kinds.ts';
import { type Claim, isNews, learnInto, memoryLimits, takeAll } from './limits.ts';

const noon = new Date('2026-11-20T12:00:00Z');
const at = (seconds: number) => new Date(noon.getTime() + seconds * 1000);
const slot = (id: string, until = at(30)) => ({ id, until });
const claims = (limit: Limit, cost = 1): Claim[] => [{ key: 'k', limit, cost }];

test('a bucket of 0.0056 a second and a burst of 20 lets 20 go at once, and the 21st after 179 s', async () => {
  const store = memoryLimits();
  const orders = claims({ kind: 'bucket', perSecond: 0.0056, burst: 20 });
  for (let n = 0; n < 20; n++) expect(await store.take(orders, noon, slot('r'))).toMatchObject({ granted: true });
  const refused = await store.take(orders, noon, slot('r'));
  expect(refused).toEqual({ granted: false, at: new Date(noon.getTime() + Math.ceil(1000 / 0.0056)) });
  expect(await store.take(orders, refused.granted ? noon : refused.at, slot('r'))).toMatchObject({ granted: true });
  expect(await store.take(orders, at(179), slot('r'))).toMatchObject({ granted: false });
});

test('a request takes what it costs, and one that costs more than there ever is waits for a full bucket', async () => {
  const store = memoryLimits();
  const points = (cost: number) => claims({ kind: 'bucket', perSecond: 50, burst: 1000 }, cost);
  expect(await store.take(points(900), noon, slot('r'))).toMatchObject({ granted: true, buckets: [{ tokens: 100 }] });
  expect(await store.take(points(200), noon, slot('r'))).toEqual({ granted: false, at: at(2) });
  expect(await store.take(points(5000), at(18), slot('r'))).toMatchObject({ granted: true, buckets: [{ tokens: 0 }] });
});

test('a bucket learns its rate and what is left of it', () => {
  const limit: Limit = { kind: 'bucket', perSecond: 1, burst: 10 };
  const learned = learnInto(null, limit, { perSecond: 2, limit: 40, remaining: 5 }, noon);
  expect(learned).toMatchObject({ perSecond: 2, burst: 40, tokens: 5 });
  expect(isNews(learned, { perSecond: 2, limit: 40, remaining: 5 })).toBe(false);
  expect(isNews(learned, { perSecond: 0.5 })).toBe(true);
  expect(isNews(learned, { remaining: 0 })).toBe(true);
});

test('five at once, and the next when one is given back or its process is dead', async () => {
  const store = memoryLimits();
  const five = claims({ kind: 'concurrent', max: 5 });
  for (const id of 'abcde') expect(await store.take(five, noon, slot(id))).toMatchObject({ granted: true });
  expect(await store.take(five, noon, slot('f'))).toMatchObject({ granted: false });
  await store.release(five, slot('c'));
  expect(await store.take(five, noon, slot('f'))).toMatchObject({ granted: true });
  expect(await store.take(five, at(29), slot('g'))).toMatchObject({ granted: false });
  expect(await store.take(five, at(30), slot('g', at(60)))).toMatchObject({ granted: true });
});

test('the number at once is what the vendor says it is', async () => {
  const store = memoryLimits();
  const [claim] = claims({ kind: 'concurrent', max: 5 }) as [Claim];
  await store.learn(claim, { limit: 1 }, noon);
  expect(await store.take([claim], noon, slot('a'))).toMatchObject({ granted: true, buckets: [{ max: 1 }] });
  expect(await store.take([claim], noon, slot('b'))).toMatchObject({ granted: false });
});

test('several limits are taken from together or not at all', () => {
  const both: Claim[] = [
    { key: 'minute', limit: { kind: 'window', requests: 2000, perMs: 60_000 }, cost: 1 },
    { key: 'once', limit: { kind: 'concurrent', max: 1 }, cost: 1 },
  ];
  const first = takeAll([null, null], both, noon, slot('a'));
  expect(first.buckets).toMatchObject([{ left: 1999 }, { slots: [{ id: 'a' }] }]);
  expect(takeAll(first.buckets, both, noon, slot('b'))).toEqual({ buckets: [], turn: { granted: false, at: at(0.1) } });
});

test('a count of another kind of limit begins anew', () => {
  const before = learnInto(null, { kind: 'window', requests: 1, perMs: 60_000 }, { remaining: 0 }, noon);
  expect(takeAll([before], claims({ kind: 'bucket', perSecond: 1, burst: 2 }), noon, slot('a')).turn).toMatchObject({ granted: true });
});
