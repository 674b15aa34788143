/** The longest term: longer than any number or name that someone types. */
const longest = 64;
/** The most terms of one order: enough for real orders, a bound for hostile payloads. */
const most = 400;

/** The texts under which an order is found. */
export type Searchable = {
  /** Numbers of its source, the warehouse, purchase orders, parcels; SKUs. */
  numbers: (string | null)[];
  /** Names of customer and company. */
  names: (string | null)[];
  email: string | null;
  phone: string | null;
  postcode: string | null;
  /** Streets and cities. */
  places: (string | null)[];
  /** Names of products, as the channel calls them. */
  products: (string | null)[];
};

/** A term of an order's address or products. These stand apart in the index: many orders have them, and a number comes first. */
export const wide = (term: string) => `~${term}`;

/** The search terms of an order: its words in lower case without accents; each is found by its beginning. */
export function termsOf({ numbers, names, email, phone, ...others }: Searchable): string[] {
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
  const further = [...wideTermsOf(others)].filter((term) => !terms.has(term)).map(wide);
  return [...terms, ...further].slice(0, most).sort();
}

function wideTermsOf({ postcode, places, products }: Pick<Searchable, 'postcode' | 'places' | 'products'>): Set<string> {
  const terms = new Set<string>();
  for (const text of [postcode, ...places, ...products]) for (const word of wordsIn(text ?? '')) addWithParts(terms, word);
  const parts = wordsIn(postcode ?? '');
  // Typed without its gap.
  if (parts.length > 1) terms.add(parts.join('').slice(0, longest));
  return terms;
}

/** The terms of a query: every one of `words` must begin a term, or `compact`, a number typed with gaps, must. */
export function queryTerms(query: string): { words: string[]; compact: string | null } {
  const words = [...new Set(wordsIn(query))].slice(0, 8);
  const compact = compactOf(query);
  return { words, compact: compact && !words.includes(compact) ? compact : null };
}

/** Splits text at white space into lower case words without accents, without punctuation around them. */
function wordsIn(text: string): string[] {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cs}\0]/gu, '')
    .toLowerCase()
    .split(/\s+/)
    .map((word) => (/[\p{L}\p{N}](?:[\s\S]*[\p{L}\p{N}@])?/u.exec(word)?.[0] ?? '').slice(0, longest).toWellFormed())
    .filter(Boolean);
}

const partsOf = (word: string) => word.split(/[^\p{L}\p{N}]+/u).filter((part) => part.length > 2);

function addWithParts(terms: Set<string>, word: string): void {
  terms.add(word);
  for (const part of partsOf(word)) terms.add(part);
}

const digitsIn = (text: string) => text.replace(/\D/g, '');

/** A number or phone number without gaps: `1Z 999 AA1` and `(512) 555-0100` as one word. Not for addresses. */
function compactOf(text: string): string | null {
  if (text.includes('@') || digitsIn(text).length < 6) return null;
  const compact = wordsIn(text)
    .join('')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .slice(0, longest);
  return digitsIn(compact).length >= 6 ? compact : null;
}
