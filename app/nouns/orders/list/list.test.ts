import { expect, test } from 'vitest';
import { buildShop } from '../../../../test/build.ts';
import { testDatabase } from '../../../../test/database.ts';
import { noonZone } from '../../../../test/noon.ts';
import { ordersByDay, packingByAge, shownCounts } from '../../../screens/dashboard/graphs/history.ts';
import { dayAt } from '../../../ui/time/day.ts';
import { orderFilter } from '../../order-flow/contract/filter.ts';
import { listOrders } from './queries.ts';

const own = testDatabase();

test('a list is filtered, sorted and counted as its address says', async () => {
  const shop = await buildShop(own, { mapped: false });
  shop.sell(...Array.from({ length: 30 }, (_, n) => ({ orderNumber: String(100 + n), customerEmail: `buyer${n}@example.com` })));
  await shop.sync();
  const list = (query: Record<string, unknown>) => shop.inTenant((tenant) => listOrders(tenant, orderFilter.parse(query)));
  const numbers = ({ data }: { data: { source_order_number: string }[] }) => data.map(({ source_order_number }) => source_order_number);

  expect(await list({ perPage: 25 })).toMatchObject({ total: 30, total_is_exact: true, last_page: 2, current_page: 1 });
  expect(numbers(await list({ perPage: 25, page: 2, orderBy: 'order_number', orderDir: 'ASC' }))).toEqual([
    '125',
    '126',
    '127',
    '128',
    '129',
  ]);
  expect(await list({ source: 'ship_station', status: 'error' })).toMatchObject({ total: 30 });
  expect(await list({ source: 'somewhere' })).toMatchObject({ total: 0, data: [] });
  expect(numbers(await list({ search: 'buyer7@' }))).toEqual(['107']);
  expect(numbers(await list({ search: '100%' }))).toEqual(['100']);
  expect(numbers(await list({ search: '%' }))).toEqual([]);
  expect(await list({ filterBy: 'error', search: '' })).toMatchObject({ total: 30 });
  expect(await list({ view: 'attention', issue: 'unmapped_shipping' })).toMatchObject({ total: 30 });
  expect((await list({ view: 'attention' })).data[0]?.issue).toMatchObject({ type: 'unmapped_shipping' });
});

test('counters, chart and ageing table say the same as the orders', async () => {
  const shop = await buildShop(own, { timezone: noonZone });
  shop.sell({ orderNumber: '1' }, { orderNumber: '2' }, { orderNumber: '3', serviceCode: 'never_seen' });
  await shop.sync();
  const today = dayAt(new Date(), noonZone);
  const days = { startDate: today, endDate: today };
  const { orderCounts } = await shop.inTenant((tenant) => shownCounts(tenant, days));
  expect(orderCounts).toMatchObject({ packing: 2, error: 1, pending: 0 });
  expect(await shop.inTenant((tenant) => ordersByDay(tenant, days))).toEqual({
    orders: [{ date: today, counts: { ship_station: 3 } }],
    connectors: [{ name: 'ship_station', label: 'ShipStation' }],
  });
  const { aging, total } = await shop.inTenant(packingByAge);
  expect([aging.length, aging[0], total]).toEqual([10, { est_date: today, order_count: 2 }, 2]);
});
