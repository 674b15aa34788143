import { useDebouncedValue } from '@mantine/hooks';
import { call } from '../../../../platform/call.ts';
import { useQuery } from '../../../ui/hooks/use-query.ts';
import { searchDebounceMs } from '../../../ui/list/filter/filter-search.tsx';
import { type FoundInAll, searchAllCall } from '../contract.ts';

export type Finding = {
  /** What was found for exactly these words; undefined until then. What was found for other words is never shown. */
  found: FoundInAll | undefined;
  waits: boolean;
  failed: boolean;
};

/** Searches all nouns a moment after the last key. */
export function useFound(words: string): Finding {
  const [query] = useDebouncedValue(words, searchDebounceMs);
  const isCurrent = query === words && words !== '';
  const { data, error, isFetching } = useQuery({
    queryKey: ['search', query],
    queryFn: ({ signal }) => call(searchAllCall, { query: { q: query } }, signal),
    enabled: query !== '',
  });
  return {
    found: isCurrent ? data : undefined,
    waits: words !== '' && (!isCurrent || (isFetching && !data)),
    failed: isCurrent && error !== null,
  };
}
