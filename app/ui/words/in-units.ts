import { countedWords } from './counted-words.ts';

/** What a line of packs is on the shelf: "× 6 = 60 units". */
export const inUnits = ({ quantity, units_per_sale }: { quantity: number; units_per_sale: number }): string =>
  `× ${units_per_sale.toLocaleString('en-US')} = ${countedWords(quantity * units_per_sale, 'unit')}`;
