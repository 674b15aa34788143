import { useState } from 'react';
import type { Hints } from '../use-hints.ts';
import { isLikely } from './likely.ts';
import { type ProductSearch, useProductSearch } from './use-product-search.ts';

export type Candidate = Hints['products'][number];
export type ProductChoice = ProductSearch & {
  /** The likeliest products at first, then what was searched for. */
  shown: readonly Candidate[];
  chosen: Candidate | undefined;
  choose: (id: number) => void;
  /** Moves the choice up or down the list. */
  move: (step: 1 | -1) => void;
};

/** Which product is meant: one that clearly is it is chosen beforehand; where none is, a person chooses. */
export function useProductChoice(offered: readonly Candidate[], sold: { sku: string; name: string }): ProductChoice {
  const search = useProductSearch();
  const [chosenId, choose] = useState<number | null>(null);
  const shown = search.found ?? offered;
  const clear = search.found ? onlyMatch(search.found, search.searched) : offered.find((product) => isLikely(product, sold));
  const chosen = shown.find(({ id }) => id === chosenId) ?? clear;
  return {
    ...search,
    shown,
    chosen,
    choose,
    move(step) {
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
