import type { ShipTo } from '../../../../../connectors/contract.ts';
import { fold } from '../../../../../platform/words/fold.ts';

// Addresses without what a warehouse writes in its own way.

export const streetOf = ({ line1, line2 }: Pick<ShipTo, 'line1' | 'line2'>): string => [line1, line2].filter(Boolean).join(', ');

/** Of the United States the five digits that every address has: a warehouse adds the four others. */
export const withoutRoute = (code: string, country: string): string => (plain(country) === 'us' ? plain(code).slice(0, 5) : plain(code));

/** Without case, accents, spaces and punctuation. */
export const plain = (text: string): string => words(text).join('');
/** The marks of other scripts are part of their letters. */
export const words = (text: string): string[] => fold(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

/** The words of a street, abbreviated. */
export const street = (text: string): string[] => words(text).map((word) => short.get(word) ?? word);
const short = new Map([
  ['street', 'st'],
  ['strasse', 'st'],
  ['str', 'st'],
  ['avenue', 'ave'],
  ['road', 'rd'],
  ['lane', 'ln'],
  ['drive', 'dr'],
  ['boulevard', 'blvd'],
  ['court', 'ct'],
  ['place', 'pl'],
  ['square', 'sq'],
]);
