import { href } from 'react-router';
import { readAddress } from '../../../platform/list/query.ts';
import { issueTypes } from '../../issues/issue.ts';
import { dayIn } from '../../ui/time/day.ts';
import { orderStatuses } from '../order.ts';
import { anyIssue, type OrderFilter, orderFilter } from './filter.ts';

/** Reads the filter from the list's address. What it cannot mean is left out, so that an old link still shows something. */
export function readOrderFilter(address: URLSearchParams): OrderFilter {
  const { start_at, end_at, issue, ...filter } = readAddress({ query: orderFilter }, address);
  return { ...filter, start_at: dayIn(start_at), end_at: dayIn(end_at), issue: [...issueTypes, anyIssue].find((type) => type === issue) };
}

/** The filter of an empty address. */
export const usualFilter = readOrderFilter(new URLSearchParams());

/** The dashboard's counters name a status by `filterBy`: returns the address with the list's own parameters, or null when it has none. */
export function withOwnParameterNames(params: URLSearchParams): string | null {
  if (!params.has('filterBy')) return null;
  const own = new URLSearchParams(params);
  own.delete('filterBy');
  const named = orderStatuses.find((status) => status === params.get('filterBy'));
  if (named && !own.get('status')) own.set('status', named);
  for (const [key, value] of [...own]) if (value === '') own.delete(key);
  return `${href('/orders')}?${own}`;
}
