import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../platform/call.ts';
import { searchProductsCall } from '../products/contract.ts';
import { searchDebounceMs } from '../ui/list/filter-search.tsx';
import { searchOrdersCall } from './contract.ts';

/** Searches orders and products, debounced. */
export function useFound(words: string) {
  const [asked, , { flush }] = useDebouncedValue(words, searchDebounceMs);
  useEffect(() => {
    if (words === '') flush();
  }, [words, flush]);
  const orders = useAsked('orders', asked, (signal) => call(searchOrdersCall, { query: { q: asked } }, signal));
  const products = useAsked(
    'products',
    asked,
    async (signal) => (await call(searchProductsCall, { query: { q: asked, is_search: '1' } }, signal))?.data,
  );
  const none = words === '' || asked === '';
  return {
    orders: none ? [] : (orders.data ?? []),
    products: none ? [] : (products.data ?? []),
    waits: words !== '' && (asked !== words || orders.isFetching || products.isFetching),
    failed: orders.error !== null || products.error !== null,
  };
}

function useAsked<Found>(what: string, asked: string, ask: (signal: AbortSignal) => Promise<Found>) {
  return useQuery({
    queryKey: ['search', what, asked],
    // No result must not be undefined.
    queryFn: async ({ signal }) => (await ask(signal)) ?? null,
    enabled: asked !== '',
    placeholderData: keepPreviousData,
  });
}
