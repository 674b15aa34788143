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
 * first among the likeliest, then among the results of a search while typing. `isLinked`: nothing is chosen beforehand of those that are
 * offered, as whoever changes something else about a link keeps its product.
 */
export function useProductChoice(offered: readonly Candidate[], sold: Sold, isLinked = false) {
  const { found: results, searched, requested, isBusy, failure, search } = useProductSearch();
  const searchSoon = useDebouncedCallback(search, productDebounceMs);
  const [typed, setTyped] = useState('');
  const [chosenId, choose] = useState<number | null>(null);
  const choices: readonly Candidate[] = results ?? offered;
  const equal = isLinked ? undefined : onlyEqual(offered, sold);
  const clear = results ? onlyNamed(results, searched) : equal;
  const chosen = choices.find(({ id }) => id === chosenId) ?? clear;
  return {
    sold,
    isSearched: results !== undefined,
    choices,
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
      const at = choices.findIndex(({ id }) => id === chosen?.id);
      const next = choices[at < 0 && step < 0 ? choices.length - 1 : at + step];
      if (next) choose(next.id);
    },
  };
}
