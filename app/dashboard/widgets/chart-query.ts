import { call } from '../../../platform/call.ts';
import { historicalOrdersCall } from '../contract.ts';
import type { Days } from '../days.ts';

/** A failed chart is requested again after this time, this many times in all. */
const tryMs = 250;
const tries = 20;

/** The query of the chart's data. */
export const chartQuery = (days: Days) => ({
  queryKey: ['graphs', 'historical-orders', days],
  queryFn: ({ signal }: { signal: AbortSignal }) => call(historicalOrdersCall, { query: days }, signal),
  retry: tries - 1,
  retryDelay: tryMs,
});
