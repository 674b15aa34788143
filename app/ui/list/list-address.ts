/** The values that a list's address may have. Anything else falls back to the first of each. */
export type ListRules = {
  sorts: readonly [string, ...string[]];
  direction?: 'ASC' | 'DESC';
  /** Filter keys, beside `search`. */
  filters?: readonly string[];
};

export type ListAddress = {
  search: string;
  /** Only the filters that are set. */
  filters: Record<string, string>;
  orderBy: string;
  orderDir: 'ASC' | 'DESC';
  page: number;
  perPage: number;
};

export const pageSizes = [25, 50, 100] as const;
const defaultSize = 50;
/** Deeper than anyone pages by hand, and small enough for an SQL offset. */
const lastPage = 100_000;

/** Reads `?search&orderBy&orderDir&page&perPage` and the filters, for the query of a list page's loader. */
export function readListAddress(params: URLSearchParams, { sorts, direction = 'DESC', filters = [] }: ListRules): ListAddress {
  const orderBy = params.get('orderBy') ?? '';
  const dir = params.get('orderDir')?.toUpperCase();
  const page = Number(params.get('page'));
  const size = Number(params.get('perPage'));
  return {
    search: (params.get('search') ?? '').trim().slice(0, 200),
    filters: Object.fromEntries(filters.flatMap((key) => (params.get(key) ? [[key, params.get(key) ?? '']] : []))),
    orderBy: sorts.includes(orderBy) ? orderBy : sorts[0],
    orderDir: dir === 'ASC' || dir === 'DESC' ? dir : direction,
    page: Number.isInteger(page) && page >= 1 ? Math.min(page, lastPage) : 1,
    perPage: pageSizes.find((known) => known === size) ?? defaultSize,
  };
}

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
