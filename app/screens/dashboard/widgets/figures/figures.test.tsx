import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { rendered } from '../../../../../test/rendered.tsx';
import { lastDays } from '../../graphs/days.ts';
import { Figures } from './figures.tsx';

const days = lastDays(7, '2026-11-30');
const counters = (packing: number) => ({
  orderCounts: { pending: 0, packing, partially_shipped: 0, shipped: 0, fulfilled: 0, error: 0 },
  ...{ cancelled: 0, archived: 0, total: packing },
});
const ageing = (order_count: number) => ({ aging: [{ est_date: '2026-11-30', order_count }], total: order_count, timezone: 'UTC' });

test('the figures are those that the page has read, not those of an earlier visit', () => {
  const queries = new QueryClient();
  queries.setQueryData(['graphs', 'order-statuses', days], counters(111));
  queries.setQueryData(['graphs', 'orders-aging', days], ageing(111));
  const text = rendered(<Figures days={days} zone="UTC" first={{ counters: counters(222), ageing: ageing(222) }} />, { queries });
  expect(text).toContain('222 orders in all');
  expect(text).not.toContain('111');
});
