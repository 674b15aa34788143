import type { DateStyle } from './date-style.ts';

/**
 * Sentences as rows keep them: a code and the values that it is worded with, in one jsonb object. A catalogue words them when they are
 * shown, so that a wording can be mended, or translated, for rows that exist. Browser-safe.
 */

/**
 * Every sentence of a noun: a function for each code, from its values to its words, with dates as the account writes them. No value is
 * called `code`.
 */
export type Catalogue = Record<string, (values: never, style: DateStyle) => string>;

/** The values of one sentence. */
export type ValuesOf<C extends Catalogue, Code extends keyof C> =
  Parameters<C[Code]> extends [infer Values, ...unknown[]] ? Values : Record<never, never>;

/** What a row of a catalogue keeps: a code with other values than its own does not compile. */
export type SentenceOf<C extends Catalogue> = { [Code in keyof C & string]: { code: Code } & ValuesOf<C, Code> }[keyof C & string];

/** Words what a row keeps. A code that the catalogue lacks, as of a newer version, is shown as it is. */
export function wordedBy(catalogue: Catalogue): (sentence: unknown, style?: DateStyle) => string {
  return (sentence, style = 'month_first') => {
    const code = codeOf(sentence);
    return Object.hasOwn(catalogue, code)
      ? (catalogue[code] as (values: unknown, style: DateStyle) => string)(sentence, style)
      : `No text for “${code}”.`;
  };
}

/** What a statement reads where `T` has its sentence in words. */
export type Unworded<T> = Omit<T, 'sentence'> & { sentence: unknown };

/** The code of what a row keeps. */
export const codeOf = (sentence: unknown): string =>
  typeof sentence === 'object' && sentence !== null && 'code' in sentence ? String(sentence.code) : '';

/** So much of one value is kept: what a person or another system wrote can be of any length. */
export const longestValue = 2_000;

/** A sentence whose texts are not longer than is kept, whoever wrote them. No character is cut in two: jsonb could not hold that. */
export function bounded<S extends object>(sentence: S, most = longestValue): S {
  const isLong = (value: unknown) => typeof value === 'string' && value.length > most;
  if (!Object.values(sentence).some(isLong)) return sentence;
  const cut = (value: unknown) => (isLong(value) ? `${cutText(value as string, most)}…` : value);
  return Object.fromEntries(Object.entries(sentence).map(([name, value]) => [name, cut(value)])) as S;
}

/** The beginning of a text. Half of a character of two units, as an emoji, becomes \ufffd: PostgreSQL refuses it in JSON. */
export const cutText = (text: string, most: number): string => text.slice(0, most).toWellFormed();
