import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import type { LikelyProduct } from '../../catalogue/contract.ts';
import { onlyEqual, onlyNamed } from './equal.ts';
import { useProductSearch } from './use-product-search.ts';

/** How long after the last key warehouse products are searched for, in ms. */
const productDebounceMs = 700;

export type Candidate = LikelyProduct;
export type ProductChoice = ReturnType<typeof useProductChoice>;

/** What the channel sells. */
export type Sold = { sku: string; name: string; upc?: string | null };

/**
 * The choice of a product: one that equals what is sold, or what was typed, is chosen beforehand; otherwise a person chooses,
 * first among the likeliest, then among the results of a search while typing.
 */
export function useProductChoice(offered: readonly Candidate[], sold: Sold) {
  const { found, searched, requested, isBusy, failure, search } = useProductSearch();
  const searchSoon = useDebouncedCallback(search, productDebounceMs);
  const [typed, setTyped] = useState('');
  const [chosenId, choose] = useState<number | null>(null);
  const shown: readonly Candidate[] = found ?? offered;
  const clear = found ? onlyNamed(found, searched) : onlyEqual(offered, sold);
  const chosen = shown.find(({ id }) => id === chosenId) ?? clear;
  return {
    sold,
    isSearched: found !== undefined,
    shown,
    chosen,
    failure,
    /** True from a key press to the result for what was typed. */
    isTyping: typed.trim() !== requested || isBusy,
    type(words: string) {
      setTyped(words);
      searchSoon(words);
    },
    /** Searches at once. */
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
