import { useEffect, useRef, useState } from 'react';
import { call } from '../../../../../../platform/call.ts';
import type { Reply } from '../../../../../../platform/endpoint.ts';
import { searchProductsCall } from '../../../../../products/contract.ts';
import { searchFailed } from '../../../remedies/products/use-product-search.ts';
import { type Throttle, throttle, throttleMs } from './throttle.ts';

export type Found = NonNullable<Reply<typeof searchProductsCall>>['data'][number];
type Results = { words: string; found: readonly Found[] | undefined; page: number; lastPage: number; failure: string | null };

const nothing: Results = { words: '', found: undefined, page: 1, lastPage: 1, failure: null };

/** Warehouse products as one types. `found` is undefined until something was searched for; a late answer never replaces a later one. */
export function useFinder(accountId: number | undefined) {
  const [results, setResults] = useState(nothing);
  const [isBusy, setBusy] = useState(false);
  const running = useRef(new AbortController());
  const asked = useRef('');
  const read = async (words: string, page: number) => {
    running.current.abort();
    running.current = new AbortController();
    const { signal } = running.current;
    if (words === '') return setResults(nothing);
    setBusy(true);
    try {
      const answer = await call(searchProductsCall, { query: { account_id: accountId, q: words, page, is_search: '1' } }, signal);
      const { data, last_page } = answer ?? { data: [], last_page: 1 };
      setResults((before) => ({
        words,
        found: page > 1 ? [...(before.found ?? []), ...data] : data,
        page,
        lastPage: last_page,
        failure: null,
      }));
    } catch {
      if (signal.aborted) return;
      asked.current = '';
      setResults((before) => ({ ...before, failure: searchFailed }));
    }
    setBusy(false);
  };
  const gate = useRef<Throttle<string>>(undefined);
  gate.current ??= throttle((words) => void read(words, 1), throttleMs);
  useEffect(
    () => () => {
      gate.current?.stop();
      running.current.abort();
    },
    [],
  );
  return {
    ...results,
    isBusy,
    /** Searches unless these words were searched for last. */
    search(typed: string) {
      const words = typed.trim();
      if (words === asked.current) return;
      asked.current = words;
      gate.current?.ask(words);
    },
    more: () => void read(results.words, results.page + 1),
  };
}
