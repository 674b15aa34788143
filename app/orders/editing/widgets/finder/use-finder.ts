import { useEffect, useRef, useState } from 'react';
import { type Throttle, throttle, throttleMs } from '../../../../issues/remedies/products/throttle.ts';
import { type Found, searchFailed, useLatestSearch } from '../../../../issues/remedies/products/use-latest-search.ts';

type Results = { words: string; found: readonly Found[] | undefined; page: number; lastPage: number; failure: string | null };

const nothing: Results = { words: '', found: undefined, page: 1, lastPage: 1, failure: null };

/** Warehouse products as one types. `found` is undefined until something was searched for. */
export function useFinder(accountId: number | undefined) {
  const { results, isBusy, asked, read } = useResults(accountId);
  const gate = useRef<Throttle<string>>(undefined);
  gate.current ??= throttle((words) => void read(words, 1), throttleMs);
  useEffect(() => () => gate.current?.stop(), []);
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

/** What was found, page after page. After a failure the same words may be asked for again. */
function useResults(accountId: number | undefined) {
  const [results, setResults] = useState(nothing);
  const [isBusy, setBusy] = useState(false);
  const asked = useRef('');
  const { ask, drop } = useLatestSearch();
  const read = async (words: string, page: number) => {
    setBusy(words !== '');
    if (words === '') {
      drop();
      return setResults(nothing);
    }
    const answer = await ask({ account_id: accountId, q: words, page });
    if (answer === 'dropped') return;
    setBusy(false);
    if (answer === 'failed') {
      asked.current = '';
      return setResults((before) => ({ ...before, failure: searchFailed }));
    }
    const { data, last_page: lastPage } = answer;
    setResults(({ found = [] }) => ({ words, found: page > 1 ? [...found, ...data] : data, page, lastPage, failure: null }));
  };
  return { results, isBusy, asked, read };
}
