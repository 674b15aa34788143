import type { Filter } from '../declaration.ts';

/** The address parameters of a filter. */
export const keysOf = (filter: Filter): string[] => (filter.kind === 'days' ? [filter.key, filter.endKey] : [filter.key]);

/** The change of the address that removes these filters. */
export const without = (filters: readonly Filter[]): Record<string, null> =>
  Object.fromEntries(filters.flatMap(keysOf).map((key) => [key, null]));

export const isSet = (filter: Filter, params: URLSearchParams): boolean => keysOf(filter).some((key) => params.get(key));
