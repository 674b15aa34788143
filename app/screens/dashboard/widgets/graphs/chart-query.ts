import type { QueryClient } from '@tanstack/react-query';
import { call } from '../../../../../platform/call.ts';
import { historicalOrdersCall } from '../../contract.ts';
import type { Days } from '../../graphs/days.ts';

/** A failed chart is requested again after this time, this many times in all. */
const tryMs = 250;
const tries = 20;

const key = ['graphs', 'historical-orders'];

/** The query of the chart's data. Its tries happen once: then it fails until a person asks for it again, or half an hour has passed. */
export const chartQuery = (days: Days) => ({
  queryKey: [...key, days],
  queryFn: ({ signal }: { signal: AbortSignal }) => call(historicalOrdersCall, { query: days }, signal),
  retry: tries - 1,
  retryDelay: tryMs,
  retryOnMount: false,
  // Nobody heard what changed while another page was open.
  refetchOnMount: 'always' as const,
  refetchOnReconnect: ifNotFailed,
  refetchOnWindowFocus: ifNotFailed,
});

const ifNotFailed = ({ state }: { state: { status: string } }) => state.status !== 'error';

/** Reads the figures again because an order changed, all but a chart that has failed. */
export const readChanged = (queries: QueryClient) =>
  queries.invalidateQueries({ queryKey: ['graphs'], predicate: (query) => query.queryKey[1] !== key[1] || ifNotFailed(query) });
