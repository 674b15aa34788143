import { call } from '../../../platform/call.ts';
import { historicalOrdersCall } from '../contract.ts';
import type { Days } from '../days.ts';

/** A chart that does not come is asked for again this soon, this many times in all. */
const tryMs = 250;
const tries = 20;

/** What the chart shows, as it is asked for and kept. */
export const chartQuery = (days: Days) => ({
  queryKey: ['graphs', 'historical-orders', days],
  queryFn: ({ signal }: { signal: AbortSignal }) => call(historicalOrdersCall, { query: days }, signal),
  retry: tries - 1,
  retryDelay: tryMs,
});
