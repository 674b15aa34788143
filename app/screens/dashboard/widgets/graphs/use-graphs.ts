import { useInterval, useThrottledCallback } from '@mantine/hooks';
import { useCallback } from 'react';
import { useRevalidator } from 'react-router';
import { call } from '../../../../../platform/call.ts';
import type { Reply } from '../../../../../platform/endpoint.ts';
import { useQuery, useQueryClient } from '../../../../ui/hooks/use-query.ts';
import { useLive } from '../../../../ui/live/use-live.ts';
import { orderStatusesCall, type ordersAgingCall } from '../../contract.ts';
import type { Days } from '../../graphs/days.ts';
import { chartQuery, readChanged } from './chart-query.ts';

/** What the page read last: it reads these anew with all else that it shows. */
export type FirstFigures = { counters: Reply<typeof orderStatusesCall>; ageing: Reply<typeof ordersAgingCall> };

/** Home is reloaded after half an hour, and when an order changes, at most every two seconds. */
const refreshMs = 1_800_000;
const liveMs = 2_000;

/**
 * Counters, chart and ageing table; each keeps its data until the next arrives. The counters are the page's, but where the browser shows
 * other days than the page has read: in its first view of Home, and from midnight until the next reload.
 */
export function useGraphs(days: Days, { counters: first, ageing, days: read }: FirstFigures & { days: Days }) {
  const isRead = days.startDate === read.startDate && days.endDate === read.endDate;
  const queries = useQueryClient();
  const { revalidate } = useRevalidator();
  const readAgain = useCallback(() => queries.invalidateQueries({ queryKey: ['graphs'] }), [queries]);
  useLive(
    ['orders'],
    useThrottledCallback(() => void readChanged(queries), liveMs),
  );
  useInterval(() => void Promise.all([readAgain(), revalidate()]), refreshMs, { autoInvoke: true });
  const own = useQuery({
    queryKey: ['graphs', 'order-statuses', days],
    queryFn: ({ signal }) => call(orderStatusesCall, { query: days }, signal),
    enabled: !isRead,
    refetchOnMount: 'always',
  });
  const chart = useQuery(chartQuery(days));
  return {
    counters: (isRead ? undefined : own.data) ?? first,
    ageing,
    chart,
    outdated: (!isRead && own.isError) || (chart.isError && chart.data !== undefined),
    readAgain,
  };
}
