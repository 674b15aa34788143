import { useEffect, useRef, useState } from 'react';
import { call } from '../../../../../platform/call.ts';
import { searchProductsCall } from '../../../../products/contract.ts';
import { searchDebounceMs } from '../../../../ui/list/filter-search.tsx';
import type { Candidate } from './use-product-choice.ts';

/** No two searches start closer together than this, in ms. */
const throttleMs = 250;
export const searchFailed = 'There was an error performing search.  Please try again later';

export type ProductSearch = {
  /** Undefined until something was searched for. */
  found: readonly Candidate[] | undefined;
  /** The words that it was found by. */
  searched: string;
  /** True between the last key and its search. */
  isTyping: boolean;
  failure: string | null;
  /** Only text that changed counts: shift, alt and ctrl type none. */
  type: (words: string) => void;
  searchNow: () => void;
};

/** Searches warehouse products a pause after the last key; Enter does not wait. A late answer never replaces a later one. */
export function useProductSearch(): ProductSearch {
  const [{ found, searched }, setFound] = useState<Pick<ProductSearch, 'found' | 'searched'>>({ found: undefined, searched: '' });
  const [failure, setFailure] = useState<string | null>(null);
  const [isTyping, setTyping] = useState(false);
  const gate = useRef({
    words: '',
    last: 0,
    timer: undefined as ReturnType<typeof setTimeout> | undefined,
    aborter: new AbortController(),
  });
  useEffect(() => {
    const { current } = gate;
    return () => {
      clearTimeout(current.timer);
      current.aborter.abort();
    };
  }, []);

  const search = async () => {
    const state = gate.current;
    state.aborter.abort();
    state.aborter = new AbortController();
    state.last = performance.now();
    const { signal } = state.aborter;
    const q = state.words.trim();
    try {
      const answer = q === '' ? undefined : await call(searchProductsCall, { query: { q, is_search: '1' } }, signal);
      setFound({ found: answer === undefined ? undefined : (answer?.data ?? []), searched: q });
      setFailure(null);
    } catch {
      if (signal.aborted) return;
      setFailure(searchFailed);
    }
    setTyping(false);
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
