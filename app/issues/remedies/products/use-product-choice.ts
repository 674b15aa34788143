import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import { searchDebounceMs } from '../../../ui/list/filter-search.tsx';
import type { Hints } from '../use-hints.ts';
import { isLikely } from './likely.ts';
import { useProductSearch } from './use-product-search.ts';

export type Candidate = Hints['products'][number];
export type ProductChoice = ReturnType<typeof useProductChoice>;

/**
 * Which product is meant: one that clearly is it is chosen beforehand; where none is, a person chooses, among the likeliest at
 * first, then among what was searched for a pause after the last key.
 */
export function useProductChoice(offered: readonly Candidate[], sold: { sku: string; name: string }) {
  const { found, searched, asked, isBusy, failure, search } = useProductSearch();
  const searchSoon = useDebouncedCallback(search, searchDebounceMs);
  const [typed, setTyped] = useState('');
  const [chosenId, choose] = useState<number | null>(null);
  const shown: readonly Candidate[] = found ?? offered;
  const clear = found ? onlyMatch(found, searched) : offered.find((product) => isLikely(product, sold));
  const chosen = shown.find(({ id }) => id === chosenId) ?? clear;
  return {
    isSearched: found !== undefined,
    shown,
    chosen,
    failure,
    /** True from a key to the answer for what was typed. */
    isTyping: typed.trim() !== asked || isBusy,
    type(words: string) {
      setTyped(words);
      searchSoon(words);
    },
    /** Does not wait for the pause. */
    searchNow: () => searchSoon.flush(),
    choose: (id: number) => choose(id),
    /** Moves the choice up or down the list. */
    move(step: 1 | -1) {
      const at = shown.findIndex(({ id }) => id === chosen?.id);
      const next = shown[at < 0 && step < 0 ? shown.length - 1 : at + step];
      if (next) choose(next.id);
    },
  };
}

/** What a search can only have meant: its one result, or the one with this very SKU. */
function onlyMatch(found: readonly Candidate[], searched: string): Candidate | undefined {
  return found.length === 1 ? found[0] : found.find(({ sku }) => sku.toLowerCase() === searched.toLowerCase());
}
