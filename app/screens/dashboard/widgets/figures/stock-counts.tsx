import type { StockCounts as Counts } from '../../stock/stock.ts';
import { stockFigures } from '../../stock/stock-figures.ts';
import { LinkedFigures } from './linked-figures.tsx';

/** How many items there is too little of; each figure leads to their list. */
export const StockCounts = ({ counts }: { counts: Counts }) => <LinkedFigures title="Stock" figures={stockFigures(counts)} />;
