import { useState } from 'react';
import type { Hints } from '../use-hints.ts';
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

/** Which product is meant: the first of those shown, until another is chosen. */
export function useProductChoice(likely: readonly Candidate[]): ProductChoice {
  const search = useProductSearch();
  const [chosenId, choose] = useState<number | null>(null);
  const shown = search.found ?? likely;
  const chosen = shown.find(({ id }) => id === chosenId) ?? shown[0];
  return {
    ...search,
    shown,
    chosen,
    choose,
    move(step) {
      const next = shown[shown.findIndex(({ id }) => id === chosen?.id) + step];
      if (next) choose(next.id);
    },
  };
}
