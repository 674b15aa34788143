import { href } from 'react-router';
import { anybody, readAddress } from '../../../../platform/list/query.ts';
import type { SignedIn } from '../../../../platform/signed-in.ts';
import { dayIn } from '../../../ui/time/day.ts';
import { isBackwards, type OrderFilter, orderFilter } from '../../order-flow/contract/filter.ts';

/**
 * Reads the filter from the list's address, with the account's usual page. What needs attention is worked through from the oldest on,
 * unless the address says otherwise. What it cannot mean is left out, and the page says so.
 */
export function readOrderFilter(address: URLSearchParams, account: Pick<SignedIn, 'pageSize'>): OrderFilter {
  const { start_at, end_at, ...filter } = readAddress({ query: orderFilter }, oldestFirst(address), account);
  const days = { start_at: dayIn(start_at), end_at: dayIn(end_at) };
  return isBackwards(days.start_at, days.end_at) ? filter : { ...filter, ...days };
}

/** The same address, with the direction that `view=attention` has by itself. */
function oldestFirst(address: URLSearchParams): URLSearchParams {
  if (address.get('view') !== 'attention' || address.has('orderBy') || address.has('orderDir')) return address;
  return new URLSearchParams([...address, ['orderDir', 'ASC']]);
}

/** The filter of an empty address. */
export const usualFilter = readOrderFilter(new URLSearchParams(), anybody);

/** The dashboard's counters name a status by `filterBy`: returns the address with the list's own parameters, or null when it has none. */
export function withOwnParameterNames(params: URLSearchParams): string | null {
  if (!params.has('filterBy')) return null;
  const own = new URLSearchParams(params);
  own.delete('filterBy');
  const named = params.get('filterBy') ?? '';
  // A status that there is not goes along, so that the list says that it is left out.
  if (named !== 'status' && !own.get('status')) own.set('status', named);
  for (const [key, value] of [...own]) if (value === '') own.delete(key);
  return `${href('/orders')}?${own}`;
}
