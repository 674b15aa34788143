import { type ListAddress, readListAddress } from '../../ui/list/list-address.ts';
import { issueTypes } from '../issues/issue.ts';
import { orderStatuses } from '../order.ts';
import { type OrderFilter, orderSorts } from './filter.ts';

const views = ['ready', 'attention', 'held', 'all', 'archived'] as const;
const filters = ['status', 'source', 'issue', 'view'] as const;

/** What the list's address asks for. What it cannot mean is left out, so that an old link still shows something. Browser-safe. */
export function readOrderFilter(params: URLSearchParams): OrderFilter & Pick<ListAddress, 'perPage'> {
  const { search, orderBy, orderDir, page, perPage, filters: said } = readListAddress(params, { sorts: orderSorts, filters });
  return {
    search: search || undefined,
    status: orderStatuses.find((status) => status === said.status),
    source: said.source?.slice(0, 80),
    issue: issueTypes.find((type) => type === said.issue),
    view: views.find((view) => view === said.view),
    orderBy: orderSorts.find((sort) => sort === orderBy) ?? 'order_date',
    orderDir,
    page,
    perPage,
  };
}

/** The dashboard's circles name a status by `filterBy`: the same address in the list's own words, or null when it is that already. */
export function inOwnWords(params: URLSearchParams): string | null {
  if (!params.has('filterBy')) return null;
  const own = new URLSearchParams(params);
  own.delete('filterBy');
  const named = orderStatuses.find((status) => status === params.get('filterBy'));
  if (named && !own.get('status')) own.set('status', named);
  for (const [key, value] of [...own]) if (value === '') own.delete(key);
  return `/orders?${own}`;
}
