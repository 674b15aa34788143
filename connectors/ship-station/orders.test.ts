import { afterEach, beforeEach, expect, test } from 'vitest';
import { worded } from '../../test/worded.ts';
import type { ChannelOrder, Cursor, Page, Unreadable } from '../contract.ts';
import { memoryLimits } from '../http/limits.ts';
import { memoryTokens } from '../http/tokens.ts';
import { wordReason } from '../reasons.ts';
import type { Edge } from '../scripted-edge.ts';
import { openSession } from '../session.ts';
import { shipStation } from './connector.ts';
import { capturedOrders, type RawOrder, startShipStation } from './edge.ts';

let edge: Edge;
let orders: RawOrder[];
let onPage: number;

beforeEach(async () => {
  orders = [];
  onPage = 500;
  edge = await startShipStation(
    () => orders,
    () => onPage,
  );
});
afterEach(() => edge.stop());

const since = new Date('2026-11-01T00:00:00Z');

function stream(now = new Date('2026-11-21T12:00:00Z')) {
  const settings = { api_key: 'key-one', api_secret: 'secret-two', api_origin: edge.origin };
  const limitStore = memoryLimits();
  // Enough for a test: the rate limit is tested elsewhere.
  const ample = { ...limitStore, take: async () => ({ granted: true as const, buckets: [bucketOf(now)] }) };
  const session = openSession(shipStation, settings, {
    tokens: memoryTokens(),
    limitStore: ample,
    sink: () => undefined,
    sandboxOrigin: edge.origin,
    now: () => now,
  });
  const orders = shipStation.orders?.(session);
  if (orders?.stream.mode !== 'cursor') throw new Error('ShipStation is read by cursor.');
  return orders.stream;
}
const bucketOf = (now: Date) => ({ kind: 'window' as const, limit: 40, left: 39, endsAt: now, known: true, blockedUntil: null });

const template = capturedOrders()[0] as RawOrder;
const order = (id: number, modifyDate: string, more: object = {}): RawOrder => ({ ...template, orderId: id, modifyDate, ...more });
/** `count` orders, a second apart, from 18:00 Pacific on. */
const many = (count: number) =>
  Array.from({ length: count }, (_, n) =>
    order(n + 1, `2026-11-19T18:${String(Math.floor(n / 60)).padStart(2, '0')}:${String(n % 60).padStart(2, '0')}.0000000`),
  );

/** Reads until drained, going on from `next` after a failure as the engine does. */
async function drain(from: Cursor | null = null, between: (page: Page<ChannelOrder>) => void = () => undefined, now?: Date) {
  const ids = new Set<string>();
  const unreadable: Unreadable[] = [];
  let cursor = from;
  for (let steps = 0; steps < 200; steps++) {
    const result = await stream(now).read(cursor, since);
    if (!result.ok) {
      if (result.failure.kind !== 'retry') throw new Error(wordReason(result.failure.reason));
      cursor = result.failure.next ?? cursor;
      continue;
    }
    for (const { remoteId } of result.value.records) ids.add(remoteId);
    unreadable.push(...result.value.unreadable);
    between(result.value);
    cursor = result.value.next;
    if (!result.value.more) return { ids, unreadable, cursor, steps };
  }
  throw new Error('It is never drained.');
}

const idsOf = (list: RawOrder[]) => new Set(list.map(({ orderId }) => String(orderId)));

test('walks through all pages, by moving the window', async () => {
  orders = many(100);
  onPage = 30;
  expect((await drain()).ids).toEqual(idsOf(orders));
  const lists = edge.requests.filter(({ path }) => path === '/orders');
  expect(
    lists.every(({ query }) => query.get('page') === '1' && query.get('sortBy') === 'ModifyDate' && query.get('sortDir') === 'ASC'),
  ).toBe(true);
  // The names of tags and warehouses are read once.
  expect(edge.requests.length - lists.length).toBe(2);
});

test('orders that are modified while it reads are neither lost nor do they hide others', async () => {
  orders = many(100);
  onPage = 30;
  let later = 0;
  const { ids } = await drain(null, (page) => {
    // Two that were just read jump to the end.
    for (const { remoteId } of page.records.slice(0, page.more ? 2 : 0)) {
      orders = orders.map((each) =>
        String(each.orderId) === remoteId ? { ...each, modifyDate: `2026-11-19T19:00:0${later++}.0000000` } : each,
      );
    }
  });
  expect(ids).toEqual(idsOf(orders));
});

test('a page whose orders all have the same time is followed by page number', async () => {
  orders = [...Array.from({ length: 70 }, (_, n) => order(n + 1, '2026-11-19T18:00:00.0000000')), order(71, '2026-11-19T18:00:01.0000000')];
  onPage = 30;
  expect((await drain()).ids).toEqual(idsOf(orders));
});

test('the next poll repeats the last three seconds', async () => {
  orders = many(20);
  const { cursor } = await drain();
  edge.requests.length = 0;
  await stream().read(cursor, since);
  expect(edge.requests[0]?.query.get('modifyDateStart')).toBe('2026-11-19T18:00:16.000');
});

/** A moment of the evening that `many` begins in, this many seconds after its first order. */
const second = (n: number) => new Date(Date.parse('2026-11-20T02:00:00Z') + n * 1000);

test('an order that becomes visible late is found when its moment is five minutes old', async () => {
  orders = many(20);
  const { cursor } = await drain(null, undefined, second(20));
  orders.push(order(99, '2026-11-19T18:00:05.0000000'));
  const soon = await drain(cursor, undefined, second(60));
  expect(soon.ids).not.toContain('99');
  const later = await drain(soon.cursor, undefined, second(320));
  expect(later.ids).toContain('99');
  edge.requests.length = 0;
  await drain(later.cursor, undefined, second(330));
  expect(edge.requests).toHaveLength(1);
});

test('in a busy shop every order is read about twice, however often it is polled', async () => {
  onPage = 50;
  const all = many(1500);
  const [found, late] = [new Set<string>(), new Set<RawOrder>(all.filter((_, n) => n % 100 === 7))];
  let [cursor, read]: [Cursor | null, number] = [null, 0];
  for (let now = 0; now <= 2000; now += 10) {
    // One in a hundred shows itself four minutes late.
    orders = all.filter((each, n) => n + (late.has(each) ? 240 : 0) <= now);
    const polled: Awaited<ReturnType<typeof drain>> = await drain(cursor, ({ records }) => (read += records.length), second(now));
    cursor = polled.cursor;
    for (const id of polled.ids) found.add(id);
  }
  expect(found).toEqual(idsOf(all));
  expect(read / all.length).toBeLessThan(3);
});

test('a history that is read for the first time is read once', async () => {
  orders = many(400);
  onPage = 50;
  let read = 0;
  await drain(null, ({ records }) => (read += records.length));
  expect(read).toBeLessThan(420);
});

test('across the repeated hour no order is lost, and the watermark stays before it', async () => {
  // 01:30 comes twice; V1 writes both alike.
  orders = [
    order(1, '2026-11-01T00:30:00.0000000'),
    order(2, '2026-11-01T01:50:00.0000000'),
    order(3, '2026-11-01T01:10:00.0000000'),
    order(4, '2026-11-01T02:20:00.0000000'),
  ];
  onPage = 2;
  const { ids, cursor } = await drain();
  expect(ids).toEqual(new Set(['1', '2', '3', '4']));
  const { from } = (cursor as unknown as { front: Cursor }).front;
  expect(new Date(String(from)).getTime()).toBeLessThanOrEqual(Date.parse('2026-11-01T08:20:00Z'));
});

test('an order that ShipStation cannot return is isolated and reported, and all others are read', async () => {
  orders = many(60).map((each, n) => (n === 37 ? { ...each, poisoned: true } : each));
  const { ids, unreadable } = await drain();
  expect(ids).toEqual(idsOf(orders.filter((each) => !each.poisoned)));
  // It is read again on the second pass with the same content: it is stored once.
  expect([...new Map(unreadable.map((each) => [JSON.stringify(each), each])).values()]).toEqual([
    {
      remoteId: null,
      reason: worded('ShipStation fails whenever it is asked for this order.'),
      raw: { modifiedAfter: '2026-11-20T02:00:36.000Z', position: 1 },
    },
  ]);
});

test('in an outage nothing is skipped', async () => {
  orders = many(5);
  edge.fault('server_error');
  let cursor: Cursor | null = null;
  for (let n = 0; n < 10; n++) {
    const result = await stream().read(cursor, since);
    expect(result).toMatchObject({ ok: false, failure: { kind: 'retry' } });
    if (!result.ok && result.failure.kind === 'retry') cursor = result.failure.next ?? cursor;
  }
  edge.fault(null);
  const { ids, unreadable } = await drain(cursor);
  expect(ids).toEqual(idsOf(orders));
  expect(unreadable).toEqual([]);
});

test('a limit does not shrink the page', async () => {
  edge.fault('too_many');
  const result = await stream().read(null, since);
  expect(result).toMatchObject({ ok: false, failure: { limited: true } });
  expect(result.ok || 'next' in result.failure).toBe(false);
});

test('says how many there are in all', async () => {
  orders = many(100);
  onPage = 30;
  const totals: (number | undefined)[] = [];
  await drain(null, ({ total }) => totals.push(total));
  expect(totals[0]).toBe(100);
});
