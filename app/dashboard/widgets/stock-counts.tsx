import { href } from 'react-router';
import type { StockCounts as Counts } from '../stock.ts';
import { LinkedFigures } from './linked-figures.tsx';

const figures = [
  { state: 'low', label: 'Low stock', hint: 'Products and raw materials below their reorder point' },
  { state: 'out', label: 'Out of stock', hint: 'Counted by the warehouse, and none left' },
] as const;

/** How many items there is too little of; each figure leads to their list. */
export function StockCounts({ counts }: { counts: Counts }) {
  const shown = figures.map(({ state, ...figure }) => ({
    ...figure,
    to: `${href('/products')}?stock=${state}`,
    written: written(counts[state]),
  }));
  return <LinkedFigures title="Stock" figures={shown} />;
}

const written = ({ count, more }: Counts['low']) => `${count.toLocaleString('en-US')}${more ? '+' : ''}`;
