import { useInterval, useThrottledCallback } from '@mantine/hooks';
import { useCallback } from 'react';
import { useRevalidator } from 'react-router';
import { call } from '../../../../../platform/call.ts';
import type { Reply } from '../../../../../platform/endpoint.ts';
import { useQuery, useQueryClient } from '../../../../ui/hooks/use-query.ts';
import { useLive } from '../../../../ui/live/use-live.ts';
import { orderStatusesCall, ordersAgingCall } from '../../contract.ts';
import type { Days } from '../../graphs/days.ts';
import { chartQuery, readChanged } from './chart-query.ts';

/** The loader's data, so that figures are shown at once. */
export type FirstFigures = { counters: Reply<typeof orderStatusesCall>; ageing: Reply<typeof ordersAgingCall> };

/** Home is reloaded after half an hour, and when an order changes, at most every two seconds. */
const refreshMs = 1_800_000;
const liveMs = 2_000;

/** Counters, chart and ageing table; each keeps its data until the next arrives. */
export function useGraphs(days: Days, first: FirstFigures & { days: Days }) {
  const loaded = days.startDate === first.days.startDate && days.endDate === first.days.endDate;
  const queries = useQueryClient();
  const { revalidate } = useRevalidator();
  const readAgain = useCallback(() => queries.invalidateQueries({ queryKey: ['graphs'] }), [queries]);
  useLive(
    ['orders'],
    useThrottledCallback(() => void readChanged(queries), liveMs),
  );
  useInterval(() => void Promise.all([readAgain(), revalidate()]), refreshMs, { autoInvoke: true });
  const counters = useQuery({
    queryKey: ['graphs', 'order-statuses', days],
    queryFn: ({ signal }) => call(orderStatusesCall, { query: days }, signal),
    initialData: loaded ? first.counters : undefined,
    placeholderData: (before) => before ?? first.counters,
  });
  const chart = useQuery(chartQuery(days));
  const ageing = useQuery({
    queryKey: ['graphs', 'orders-aging', days],
    queryFn: ({ signal }) => call(ordersAgingCall, {}, signal),
    initialData: first.ageing,
  });
  return {
    counters: counters.data ?? first.counters,
    ageing: ageing.data,
    chart,
    outdated: counters.isError || ageing.isError || (chart.isError && chart.data !== undefined),
    readAgain,
  };
}
