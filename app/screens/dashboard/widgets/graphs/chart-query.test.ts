import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { lastDays } from '../../graphs/days.ts';
import { chartQuery, readChanged } from './chart-query.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('a chart that has failed is left alone by what changes, and by coming back to the page, but not by a person', async () => {
  vi.useFakeTimers();
  let calls = 0;
  const queries = new QueryClient();
  const queryFn = async () => {
    calls += 1;
    throw new Error('busy');
  };
  const chart = new QueryObserver(queries, { ...chartQuery(lastDays(7, '2026-03-04')), queryFn });
  const leave = chart.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(5_000);
  expect([calls, chart.getCurrentResult().status]).toEqual([20, 'error']);
  void readChanged(queries);
  queries.getQueryCache().onFocus();
  queries.getQueryCache().onOnline();
  await vi.advanceTimersByTimeAsync(5_000);
  expect([calls, chart.getCurrentResult().status]).toEqual([20, 'error']);
  void queries.invalidateQueries({ queryKey: ['graphs'] });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(calls).toBe(40);
  leave();
});

test('a chart that does not come is asked for every 250 ms, twenty times in all', async () => {
  vi.useFakeTimers();
  let calls = 0;
  const queryFn = async () => {
    calls += 1;
    throw new Error('busy');
  };
  const chart = new QueryClient().fetchQuery({ ...chartQuery(lastDays(7, '2026-03-04')), queryFn }).catch((error: Error) => error.message);
  for (let tries = 1; tries < 20; tries++) {
    await vi.advanceTimersByTimeAsync(tries === 1 ? 249 : 250);
    expect(calls).toBe(tries);
  }
  await vi.advanceTimersByTimeAsync(1);
  expect(calls).toBe(20);
  expect(await chart).toBe('busy');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(calls).toBe(20);
});

test('who comes back to the page has the chart read again, however soon', async () => {
  vi.useFakeTimers();
  let calls = 0;
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: 10_000 } } });
  const queryFn = async () => ({ orders: [], connectors: [{ name: 'shop', label: `Read ${++calls}` }] });
  for (const read of [1, 2]) {
    const chart = new QueryObserver(queries, { ...chartQuery(lastDays(7, '2026-03-04')), queryFn });
    const leave = chart.subscribe(() => undefined);
    await vi.advanceTimersByTimeAsync(0);
    expect(chart.getCurrentResult().data?.connectors[0]?.label).toBe(`Read ${read}`);
    leave();
  }
});
