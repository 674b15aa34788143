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
