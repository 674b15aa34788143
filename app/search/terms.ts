/** Longer than any number or name that someone would type whole. */
const longest = 64;
/** Of one order: what a person could mean, not what a hostile channel can send. */
const most = 400;

/** What an order is found by. */
export type Searchable = {
  /** Numbers of its source, the warehouse, purchase orders, parcels; SKUs. */
  numbers: (string | null)[];
  /** Of customer and company. */
  names: (string | null)[];
  email: string | null;
  phone: string | null;
};

/** The terms of an order: each word that it is found by the beginning of, small, without accents. */
export function termsOf({ numbers, names, email, phone }: Searchable): string[] {
  const terms = new Set<string>();
  for (const number of numbers) {
    for (const word of wordsIn(number ?? '')) addWithParts(terms, word);
    const compact = compactOf(number ?? '');
    if (compact) terms.add(compact);
  }
  for (const name of names) for (const word of wordsIn(name ?? '')) addWithParts(terms, word);
  for (const word of wordsIn(email ?? '')) {
    terms.add(word);
    for (const part of partsOf(word.replace(/@.*/, ''))) terms.add(part);
  }
  const digits = digitsIn(phone ?? '');
  for (const length of [digits.length, 10, 7]) if (length >= 7 && digits.length >= length) terms.add(digits.slice(-length));
  return [...terms].slice(0, most).sort();
}

/** What someone asks for: every one of `words` must begin a term; or `compact`, a number written with gaps, must. */
export function queryTerms(query: string): { words: string[]; compact: string | null } {
  const words = [...new Set(wordsIn(query))].slice(0, 8);
  const compact = compactOf(query);
  return { words, compact: compact && !words.includes(compact) ? compact : null };
}

/** Small, without accents, cut at white space; what stands around a word and is no letter or digit falls away. */
function wordsIn(text: string): string[] {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cs}\0]/gu, '')
    .toLowerCase()
    .split(/\s+/)
    .map((word) =>
      word
        .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}@]+$/gu, '')
        .slice(0, longest)
        .toWellFormed(),
    )
    .filter(Boolean);
}

const partsOf = (word: string) => word.split(/[^\p{L}\p{N}]+/u).filter((part) => part.length > 2);

function addWithParts(terms: Set<string>, word: string): void {
  terms.add(word);
  for (const part of partsOf(word)) terms.add(part);
}

const digitsIn = (text: string) => text.replace(/\D/g, '');

/** A number or phone number without its gaps: `1Z 999 AA1` and `(512) 555-0100` as one word. An address is none. */
function compactOf(text: string): string | null {
  if (text.includes('@') || digitsIn(text).length < 6) return null;
  const compact = wordsIn(text)
    .join('')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .slice(0, longest);
  return digitsIn(compact).length >= 6 ? compact : null;
}
