import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../platform/call.ts';
import { searchProductsCall } from '../products/contract.ts';
import { searchDebounceMs } from '../ui/list/filter-search.tsx';
import { searchOrdersCall } from './contract.ts';

/** Searches orders and products, debounced. */
export function useFound(words: string) {
  const [query, , { flush }] = useDebouncedValue(words, searchDebounceMs);
  useEffect(() => {
    if (words === '') flush();
  }, [words, flush]);
  const orders = useSearchQuery('orders', query, (signal) => call(searchOrdersCall, { query: { q: query } }, signal));
  const products = useSearchQuery(
    'products',
    query,
    async (signal) => (await call(searchProductsCall, { query: { q: query, is_search: '1' } }, signal))?.data,
  );
  const none = words === '' || query === '';
  return {
    orders: none ? [] : (orders.data ?? []),
    products: none ? [] : (products.data ?? []),
    waits: words !== '' && (query !== words || orders.isFetching || products.isFetching),
    failed: orders.error !== null || products.error !== null,
  };
}

function useSearchQuery<Found>(what: string, query: string, read: (signal: AbortSignal) => Promise<Found>) {
  return useQuery({
    queryKey: ['search', what, query],
    // No result must not be undefined.
    queryFn: async ({ signal }) => (await read(signal)) ?? null,
    enabled: query !== '',
    placeholderData: keepPreviousData,
  });
}
