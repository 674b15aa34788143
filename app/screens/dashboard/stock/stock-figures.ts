import { href } from 'react-router';
import type { StockCounts } from './stock.ts';

const figures = [
  { kind: 'products', state: 'low', label: 'Low stock', hint: 'Products below their reorder point' },
  { kind: 'products', state: 'out', label: 'Out of stock', hint: 'Products that the warehouse has counted, and none is left' },
  { kind: 'raw_materials', state: 'low', label: 'Raw materials low', hint: 'Raw materials below their reorder point' },
  {
    kind: 'raw_materials',
    state: 'out',
    label: 'Raw materials out',
    hint: 'Raw materials that the warehouse has counted, and none is left',
  },
] as const;

const lists = { products: href('/products'), raw_materials: href('/raw-materials') };

/** How many items there is too little of, each figure with the list that has as many. Raw materials only where there are any. */
export const stockFigures = (counts: StockCounts) =>
  figures.flatMap(({ kind, state, label, hint }) => {
    const { count, more } = counts[kind][state];
    if (kind === 'raw_materials' && count === 0) return [];
    return { label, hint, to: `${lists[kind]}?stock=${state}`, written: `${count.toLocaleString('en-US')}${more ? '+' : ''}` };
  });
