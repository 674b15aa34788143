import { fold } from './fold.ts';

/** The longest term: longer than any number or name that someone types. */
const longest = 64;
/** The most terms of one record, unless its noun says otherwise: enough for real orders, a bound for hostile payloads. */
const most = 400;

type Text = string | null;

/** The texts under which a record is found, by how they are cut into terms. */
export type SearchedTexts = {
  /** Found by their words, and by the parts between hyphens and dots. */
  names?: Text[] | null;
  /** The same, and without their gaps: `1Z 999 AA1` as `1z999aa1`. */
  numbers?: Text[] | null;
  /** Found by how their words begin, and by no part: of records that have thousands. */
  codes?: Text[] | null;
  /** Found as a whole too. */
  phrases?: Text[] | null;
  emails?: Text[] | null;
  phones?: Text[] | null;
  /** As names, but behind a tilde: many records have them, and what is above comes first. */
  places?: Text[] | null;
  /** As places, and without their gap. */
  postcodes?: Text[] | null;
  /** A number of which there is an index for itself: all terms begin with it. */
  within?: number | null;
};

/** A term of a record's address or products. These stand apart in the index. */
export const wide = (term: string) => `~${term}`;

/** How the terms begin of records that are searched within something. */
export const within = (number: number) => `${number}:`;

/** The search terms of a record, folded; each is found by its beginning. */
export function termsOf(texts: SearchedTexts, atMost = most): string[] {
  const terms = new Set<string>();
  for (const text of present(texts.names, texts.numbers)) addWithParts(terms, text);
  for (const number of present(texts.numbers)) add(terms, compactOf(number));
  for (const code of present(texts.codes)) for (const word of wordsIn(code)) add(terms, word);
  for (const phrase of present(texts.phrases)) add(terms, phraseOf(phrase));
  for (const email of present(texts.emails)) addEmail(terms, email);
  for (const phone of present(texts.phones)) addPhone(terms, phone);
  const further = [...placesOf(texts)].filter((term) => !terms.has(term)).map(wide);
  const all = [...terms, ...further].slice(0, atMost);
  const { within: number } = texts;
  return (number === undefined || number === null ? all : all.map((term) => within(number) + term)).sort();
}

/** The terms of a query: every one of `words` must begin a term, or `compact`, a number typed with gaps, must. */
export function queryTerms(query: string): { words: string[]; compact: string | null } {
  const words = [...new Set(wordsIn(query).map(cut))].slice(0, 8);
  const compact = compactOf(query);
  return { words, compact: compact && !words.includes(compact) ? compact : null };
}

/** The parts of a query's words, of two letters and more, each of which begins a term of what has it. */
export const partsIn = (query: string): string[] => [...new Set(partsOf(fold(query)).map(cut))];

/** A text as the term that it is as a whole. */
export const phraseOf = (text: string): string => cut(fold(text).trim().replace(/\s+/g, ' '));

const present = (...texts: (Text[] | null | undefined)[]) => texts.flatMap((each) => each ?? []).filter((text) => text !== null);

const cut = (term: string) => term.slice(0, longest).toWellFormed();

/** Splits text at white space into folded words, without punctuation around them. */
const wordsIn = (text: string): string[] =>
  fold(text)
    .split(/\s+/)
    .map((word) => /[\p{L}\p{N}](?:[\s\S]*[\p{L}\p{N}\p{M}@])?/u.exec(word)?.[0] ?? '')
    .filter(Boolean);

const partsOf = (word: string) => word.split(/[^\p{L}\p{N}\p{M}]+/u).filter((part) => part.length > 1);

function add(terms: Set<string>, term: string | null): void {
  if (term) terms.add(cut(term));
}

function addWithParts(terms: Set<string>, text: string): void {
  for (const word of wordsIn(text)) {
    add(terms, word);
    for (const part of partsOf(word)) add(terms, part);
  }
}

function addEmail(terms: Set<string>, email: string): void {
  for (const word of wordsIn(email)) {
    add(terms, word);
    for (const part of partsOf(word.replace(/@.*/, ''))) add(terms, part);
  }
}

function addPhone(terms: Set<string>, phone: string): void {
  const digits = digitsIn(phone);
  for (const length of [digits.length, 10, 7]) if (length >= 7 && digits.length >= length) add(terms, digits.slice(-length));
}

function placesOf({ places, postcodes }: SearchedTexts): Set<string> {
  const terms = new Set<string>();
  for (const text of present(postcodes, places)) addWithParts(terms, text);
  for (const postcode of present(postcodes)) add(terms, wordsIn(postcode).join(''));
  return terms;
}

const digitsIn = (text: string) => text.replace(/\D/g, '');

/** A number or phone number without gaps: `1Z 999 AA1` and `(512) 555-0100` as one word. Not for addresses. */
function compactOf(text: string): string | null {
  if (text.includes('@') || digitsIn(text).length < 6) return null;
  const compact = wordsIn(text)
    .map(cut)
    .join('')
    .replace(/[^\p{L}\p{N}]/gu, '');
  return digitsIn(cut(compact)).length >= 6 ? cut(compact) : null;
}
