import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../../platform/call.ts';
import { searchDebounceMs } from '../ui/list/filter-search.tsx';
import { searchOrdersCall } from './contract.ts';

/** Orders that these words find, a pause after the last key. */
export function useOrderSearch(words: string) {
  const asked = useDebounced(words, searchDebounceMs);
  const { data, error, isFetching } = useQuery({
    queryKey: ['order-search', asked],
    queryFn: ({ signal }) => call(searchOrdersCall, { query: { q: asked } }, signal),
    enabled: asked !== '',
    placeholderData: keepPreviousData,
  });
  const waits = asked !== words || isFetching;
  return { orders: words === '' || asked === '' ? [] : (data ?? []), waits: words !== '' && waits, failed: error !== null };
}

function useDebounced(value: string, ms: number): string {
  const [settled, settle] = useState(value);
  useEffect(() => {
    const timer = setTimeout(settle, value === '' ? 0 : ms, value);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}
