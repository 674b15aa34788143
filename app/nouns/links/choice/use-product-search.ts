import { useThrottledCallback } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../../platform/call.ts';
import type { Reply } from '../../../../platform/endpoint.ts';
import { useInfiniteQuery } from '../../../ui/hooks/use-query.ts';
import { itemCalls } from '../../catalogue/items/item-calls.ts';

export type Found = NonNullable<Reply<typeof itemCalls.products.search>>['data'][number];

/** The shortest time between two searches of products, in ms. */
const throttleMs = 250;
const searchFailed = 'There was an error performing search.  Please try again later';

/**
 * Searches warehouse products, at most once in 250 ms: of the words given in the meantime, the last. A result for earlier words never
 * replaces one for later words. `found` is undefined until something was searched for, and stays when the next search fails.
 */
export function useProductSearch(accountId?: number) {
  const [words, setWords] = useState('');
  const result = useInfiniteQuery({
    queryKey: ['products', accountId, words],
    queryFn: async ({ pageParam: page, signal }) => {
      const reply = await call(itemCalls.products.search, { query: { account_id: accountId, q: words, page, is_search: '1' } }, signal);
      return { words, page, last: reply?.last_page ?? 1, products: reply?.data ?? [] };
    },
    initialPageParam: 1,
    getNextPageParam: ({ page, last }) => (page < last ? page + 1 : undefined),
    enabled: words !== '',
    placeholderData: keepPreviousData,
    retry: false,
  });
  const [latest, setLatest] = useState(result.data);
  if (result.data && result.data !== latest) setLatest(result.data);
  const search = useThrottledCallback((next: string) => {
    if (next !== words) setWords(next);
    else if (result.isError) void result.refetch();
  }, throttleMs);
  const pages = words === '' ? undefined : latest?.pages;
  return {
    found: pages?.flatMap(({ products }) => products),
    /** The words of these results. */
    searched: pages?.[0]?.words ?? '',
    /** The words of the last search. */
    requested: words,
    isBusy: result.isFetching,
    failure: words !== '' && result.isError ? searchFailed : null,
    search: (typed: string) => search(typed.trim()),
    /** Adds the next page to those found, where there is one. */
    more: result.hasNextPage ? () => void result.fetchNextPage() : undefined,
  };
}
