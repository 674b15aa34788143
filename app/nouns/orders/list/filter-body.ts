import type { OrderFilter } from '../../order-flow/contract/filter.ts';

/** What of a filter decides which orders are listed, without what decides how: by its names in calls and addresses. */
export function filterBody({ page: _, perPage: _perPage, orderBy: _by, orderDir: _dir, filterBy: _filterBy, ...filter }: OrderFilter) {
  return { ...filter, view: filter.view ?? ('all' as const) };
}
