import { beforeAll, expect, test } from 'vitest';
import { noonZone } from '../../../../test/noon.ts';
import { addConnection, addOrders } from '../../../../test/shop/rows.ts';
import { type Person, testWeb } from '../../../../test/web.ts';
import { dayAt } from '../../../ui/time/day.ts';
import { dayAfter } from './days.ts';

const own = testWeb();
const today = dayAt(new Date(), noonZone);
const daysAgo = (days: number) => dayAfter(today, -days);
let ann: Person;

beforeAll(async () => {
  ann = await own.person(await own.account('Acme', noonZone));
  const [first, second] = [await addConnection(own, ann.accountId), await addConnection(own, ann.accountId)];
  const at = (imported_day: string, order_status: string, archived = false) => ({
    imported_day,
    order_status,
    archived_at: archived ? new Date().toISOString() : null,
  });
  await addOrders(own, ann.accountId, first, [
    at(today, 'packing'),
    at(today, 'error'),
    at(daysAgo(9), 'packing'),
    at(daysAgo(10), 'packing'),
    at(daysAgo(1), 'cancelled'),
  ]);
  await addOrders(own, ann.accountId, second, [at(today, 'packing'), at(daysAgo(3), 'fulfilled'), at(daysAgo(3), 'shipped', true)]);
});

const get = (call: string, query = {}, person: Person | null = ann) => own.as(person, { url: `/api/graphs/${call}`, query });
const lastWeek = { startDate: daysAgo(6), endDate: today };

test('the counters say how many orders of the days stand in each status, archived ones aside', async () => {
  const reply = await get('order-statuses', lastWeek);
  expect([reply.statusCode, reply.json()]).toEqual([
    200,
    {
      orderCounts: { pending: 0, packing: 2, partially_shipped: 0, shipped: 0, fulfilled: 1, error: 1 },
      ...{ cancelled: 1, archived: 1, total: 6 },
    },
  ]);
});

test('the chart has every day and every connector that orders came from', async () => {
  const reply = await get('historical-orders', lastWeek);
  const { orders, connectors } = reply.json<{
    orders: { date: string; counts: Record<string, number> }[];
    connectors: { name: string }[];
  }>();
  expect(reply.statusCode).toBe(200);
  expect(orders.map(({ date }) => date)).toEqual([6, 5, 4, 3, 2, 1, 0].map(daysAgo));
  const [a, b] = connectors.map(({ name }) => name) as [string, string];
  expect(connectors).toEqual([expect.objectContaining({ label: 'ship_station' }), expect.objectContaining({ name: b })]);
  expect(orders.filter(({ counts }) => Object.keys(counts).length > 0).map(({ counts }) => counts)).toEqual([
    { [b]: 2 },
    { [a]: 1 },
    { [a]: 2, [b]: 1 },
  ]);
});

test('the ageing table has the past ten days, newest first, and their sum', async () => {
  const reply = await get('orders-aging');
  const { aging, total, timezone } = reply.json<{ aging: { est_date: string; order_count: number }[]; total: number; timezone: string }>();
  expect([reply.statusCode, timezone, total, aging.length]).toEqual([200, noonZone, 3, 10]);
  expect([aging[0], aging[9]]).toEqual([
    { est_date: today, order_count: 2 },
    { est_date: daysAgo(9), order_count: 1 },
  ]);
});

test.each<[string, Record<string, string>, Record<string, string[]>]>([
  ['before the start', { startDate: '2026-02-02', endDate: '2026-02-01' }, { endDate: ['The end date is before the start date'] }],
  [
    'in the year 0',
    { startDate: '0000-01-01', endDate: '0000-01-02' },
    { startDate: ['There is no year 0'], endDate: ['There is no year 0'] },
  ],
  ['that do not exist', { startDate: '2026-02-30', endDate: '2026-03-01' }, { startDate: ['Must be a date such as 2026-01-31'] }],
  ['that are none', { startDate: '2026-02-28', endDate: 'nonsense' }, { endDate: ['Must be a date such as 2026-01-31'] }],
  ['that are missing', {}, { startDate: ['Is required'], endDate: ['Is required'] }],
])('days %s are refused, each by its field', async (_, query, fields) => {
  for (const call of ['order-statuses', 'historical-orders']) {
    const reply = await get(call, query);
    expect([reply.statusCode, reply.json()]).toEqual([422, fields]);
  }
});

test('any range can be counted, and the chart takes at most 366 days', async () => {
  const ever = { startDate: '0001-01-01', endDate: '9999-12-31' };
  expect((await get('order-statuses', ever)).json()).toMatchObject({ orderCounts: { packing: 4 } });
  const tooLong = await get('historical-orders', ever);
  expect([tooLong.statusCode, tooLong.json()]).toEqual([422, { endDate: ['At most 366 days can be shown'] }]);
  expect((await get('historical-orders', { startDate: '9999-01-01', endDate: '9999-12-31' })).json().orders).toHaveLength(365);
});

test('nobody sees figures of another account, and signed out none at all', async () => {
  const bob = await own.person(await own.account('Other'));
  expect((await get('order-statuses', lastWeek, bob)).json().orderCounts).toMatchObject({ packing: 0, error: 0 });
  expect((await get('historical-orders', lastWeek, bob)).json().connectors).toEqual([]);
  expect((await get('orders-aging', {}, bob)).json().total).toBe(0);
  for (const call of ['order-statuses', 'historical-orders', 'orders-aging'])
    expect((await get(call, lastWeek, null)).statusCode).toBe(401);
});
