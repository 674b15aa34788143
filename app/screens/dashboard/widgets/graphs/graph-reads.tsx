import { useInterval, useThrottledCallback } from '@mantine/hooks';
import { useCallback, useEffect } from 'react';
import { useRevalidator } from 'react-router';
import { call } from '../../../../../platform/call.ts';
import { useQuery, useQueryClient } from '../../../../ui/hooks/use-query.ts';
import { useLive } from '../../../../ui/live/use-live.ts';
import { orderStatusesCall } from '../../contract.ts';
import { chartQuery, readChanged } from './chart-query.ts';
import type { ReadsProps } from './read-figures.ts';

/** Home is reloaded after half an hour, and when an order changes, at most every two seconds. */
const refreshMs = 1_800_000;
const liveMs = 2_000;

/**
 * Reads the chart and says what it has: it keeps its data until the next arrives. The counters are the page's, but where the browser shows
 * other days than the page has `read`: in its first view of Home, and from midnight until the next reload. Shows nothing itself.
 */
export default function GraphReads({ days, read, onRead }: ReadsProps) {
  const isRead = days.startDate === read.startDate && days.endDate === read.endDate;
  const queries = useQueryClient();
  const { revalidate } = useRevalidator();
  const readAgain = useCallback(() => void queries.invalidateQueries({ queryKey: ['graphs'] }), [queries]);
  useLive(
    ['orders'],
    useThrottledCallback(() => void readChanged(queries), liveMs),
  );
  useInterval(
    () => {
      readAgain();
      void revalidate();
    },
    refreshMs,
    { autoInvoke: true },
  );
  const own = useQuery({
    queryKey: ['graphs', 'order-statuses', days],
    queryFn: ({ signal }) => call(orderStatusesCall, { query: days }, signal),
    enabled: !isRead,
    refetchOnMount: 'always',
  });
  const { data: chart, isError: failed } = useQuery(chartQuery(days));
  const counters = isRead ? undefined : own.data;
  const outdated = (!isRead && own.isError) || (failed && chart !== undefined);
  useEffect(() => onRead({ counters, chart, failed, outdated, readAgain }), [counters, chart, failed, outdated, readAgain, onRead]);
  return null;
}
