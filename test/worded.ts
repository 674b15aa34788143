import { wordReason } from '../app/base/reasons.ts';

const matching = (what: string, fits: (words: string) => boolean) => ({
  asymmetricMatch: (reason: unknown) => fits(wordReason(reason)),
  toString: () => 'worded',
  toAsymmetricMatcher: () => `worded ${what}`,
});

/** Of `toEqual` and its like: a reason that is worded so. */
export const worded = (words: string): unknown => matching(words, (found) => found === words);
/** One whose words have this in them. */
export const wordedWith = (part: string | RegExp): unknown =>
  matching(String(part), (found) => (typeof part === 'string' ? found.includes(part) : part.test(found)));
