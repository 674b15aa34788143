import type { Filter } from './declaration.ts';

/** The keys of the address in which a filter is kept. */
export const keysOf = (filter: Filter): string[] => (filter.kind === 'days' ? [filter.key, filter.endKey] : [filter.key]);

/** A change of the address that takes these filters out. */
export const without = (filters: readonly Filter[]): Record<string, null> =>
  Object.fromEntries(filters.flatMap(keysOf).map((key) => [key, null]));

export const isSet = (filter: Filter, params: URLSearchParams): boolean => keysOf(filter).some((key) => params.get(key));
