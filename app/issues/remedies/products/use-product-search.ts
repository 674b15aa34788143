import { useEffect, useRef, useState } from 'react';
import { searchDebounceMs } from '../../../ui/list/filter-search.tsx';
import { throttleMs } from './throttle.ts';
import { type Found, searchFailed, useLatestSearch } from './use-latest-search.ts';

export type ProductSearch = {
  /** Undefined until something was searched for. */
  found: readonly Found[] | undefined;
  /** The words that it was found by. */
  searched: string;
  /** True between the last key and its search. */
  isTyping: boolean;
  failure: string | null;
  /** Only text that changed counts: shift, alt and ctrl type none. */
  type: (words: string) => void;
  searchNow: () => void;
};

/** Searches warehouse products a pause after the last key; Enter does not wait. */
export function useProductSearch(): ProductSearch {
  const [{ found, searched }, setFound] = useState<Pick<ProductSearch, 'found' | 'searched'>>({ found: undefined, searched: '' });
  const [failure, setFailure] = useState<string | null>(null);
  const [isTyping, setTyping] = useState(false);
  const gate = useRef({ words: '', last: 0, timer: undefined as ReturnType<typeof setTimeout> | undefined });
  const { ask, drop } = useLatestSearch();
  useEffect(() => {
    const { current } = gate;
    return () => clearTimeout(current.timer);
  }, []);
  const search = async () => {
    gate.current.last = performance.now();
    const q = gate.current.words.trim();
    if (q === '') drop();
    const answer = q === '' ? undefined : await ask({ q });
    if (answer === 'dropped') return;
    setTyping(false);
    if (answer === 'failed') return setFailure(searchFailed);
    setFound({ found: answer?.data, searched: q });
    setFailure(null);
  };
  const searchIn = (ms: number) => {
    clearTimeout(gate.current.timer);
    gate.current.timer = setTimeout(search, ms);
  };
  return {
    found,
    searched,
    failure,
    isTyping,
    type(words) {
      gate.current.words = words;
      setTyping(true);
      searchIn(searchDebounceMs);
    },
    searchNow: () => searchIn(Math.max(0, gate.current.last + throttleMs - performance.now())),
  };
}
