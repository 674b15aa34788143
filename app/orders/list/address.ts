import { href } from 'react-router';
import { issueTypes } from '../../issues/issue.ts';
import { type ListAddress, readListAddress } from '../../ui/list/list-address.ts';
import { dayIn } from '../../ui/time/day.ts';
import { orderStatuses } from '../order.ts';
import { anyIssue, type OrderFilter, orderSorts, views } from './filter.ts';

/** The filter parameters of an address, beside `search`. */
export const filterKeys = [
  ...['status', 'source', 'start_at', 'end_at', 'issue', 'hold', 'lock', 'archived', 'country', 'shipping'],
  'view',
] as const;

/** Reads the filter from the list's address. Invalid values are ignored, so that an old link still shows something. Browser-safe. */
export function readOrderFilter(params: URLSearchParams): OrderFilter & Pick<ListAddress, 'perPage'> {
  const { search, orderBy, orderDir, page, perPage, filters: said } = readListAddress(params, { sorts: orderSorts, filters: filterKeys });
  return {
    search: search || undefined,
    status: known(orderStatuses, said.status),
    source: textIn(said.source),
    start_at: dayIn(said.start_at),
    end_at: dayIn(said.end_at),
    issue: known([...issueTypes, anyIssue], said.issue),
    hold: known(yesOrNo, said.hold),
    lock: known(yesOrNo, said.lock),
    archived: known(yesOrNo, said.archived),
    country: textIn(said.country),
    shipping: textIn(said.shipping),
    view: known(views, said.view),
    orderBy: known(orderSorts, orderBy) ?? 'order_date',
    orderDir,
    page,
    perPage,
  };
}

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

const yesOrNo = ['yes', 'no'] as const;

const known = <Word extends string>(words: readonly Word[], said: string | undefined) => words.find((word) => word === said);

const textIn = (said: string | undefined) => said?.replaceAll('\0', '').trim().slice(0, 80) || undefined;
