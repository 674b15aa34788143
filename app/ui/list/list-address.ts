import { useLocation, useNavigation, useSearchParams } from 'react-router';

/**
 * The address with these changes: an empty value removes its parameter, and every change except of the page goes to page 1. An
 * empty address opens the person's chosen view, so an address without any filter left says `view=all`.
 */
export function changeAddress(params: URLSearchParams, changes: Record<string, string | number | null>): string {
  const next = new URLSearchParams(params);
  if (!('page' in changes)) next.delete('page');
  next.delete('after');
  for (const [key, value] of Object.entries(changes)) {
    if (value === null || value === '') next.delete(key);
    else next.set(key, String(value));
  }
  if (next.get('page') === '1') next.delete('page');
  return next.size > 0 ? `?${next}` : '?view=all';
}

/**
 * The parameters of a list's address as they will be once what was asked for is there: who chooses a second filter before the rows of
 * the first have come has both.
 */
export function useNextParams(): URLSearchParams {
  const [params] = useSearchParams();
  const { pathname } = useLocation();
  const { location: next } = useNavigation();
  return next?.pathname === pathname ? new URLSearchParams(next.search) : params;
}

/** Whether another page is on its way. */
export function useIsLeaving(): boolean {
  const { pathname } = useLocation();
  const { location: next } = useNavigation();
  return next !== undefined && next.pathname !== pathname;
}
