import { decodedWhole } from './decoded.ts';
import { type LegacyEncoding, legacyEncodings } from './list.ts';
import { foreignWords, isPossible, shareOfOddWords } from './plausible.ts';
import { tellingLines } from './telling-lines.ts';

/** How a file can be read: the encoding, and lines of the file by which a person tells the right one from others. */
export type Reading = { encoding: LegacyEncoding; lines: string[] };

/** The likeliest reading first. `isSure`: nobody needs to look at the others. */
export type Guess = { readings: Reading[]; isSure: boolean };

/**
 * Guesses in which encoding these lines are that have bytes beyond ASCII. Readings that are the same text are one. What nobody would
 * write is left out; between the others a library's trust in the letters of languages decides, but never by little: a person is asked.
 */
export async function guessEncoding(sample: Buffer): Promise<Guess> {
  const found = likeliestFirst(differentTexts(sample), await trustsIn(sample));
  const [first, ...others] = found;
  const lines = tellingLines(found.map((each) => each.lines));
  return {
    readings: found.map(({ encoding }, at) => ({ encoding, lines: lines[at] ?? [] })),
    isSure: first !== undefined && others.every((other) => beats(first, other)),
  };
}

/** Readings that are the same text. */
type Candidate = { encodings: LegacyEncoding[]; lines: string[] };
type Trusted = Candidate & { encoding: LegacyEncoding; trust: number };

function differentTexts(sample: Buffer): Candidate[] {
  const all = legacyEncodings.map((encoding) => ({ encoding, text: decodedWhole(sample, encoding) }));
  const possible = all.filter(({ text }) => isPossible(text));
  const found = new Map<string, Candidate>();
  // Of a damaged file no reading is without fault.
  for (const { encoding, text } of possible.length > 0 ? possible : all) {
    const same = found.get(text);
    if (same) same.encodings.push(encoding);
    else found.set(text, { encodings: [encoding], lines: text.split('\n') });
  }
  return [...found.values()];
}

/** In front the one that is not odd where it differs from others; of equal ones the first in the list of encodings. */
function likeliestFirst(candidates: readonly Candidate[], trusts: ReadonlyMap<LegacyEncoding, number>): Trusted[] {
  const trusted = candidates
    .map((each) => ({
      ...each,
      encoding: each.encodings[0] as LegacyEncoding,
      trust: Math.max(...each.encodings.map((one) => trusts.get(one) ?? 0)),
    }))
    .sort((a, b) => b.trust - a.trust);
  const losses = new Map(
    trusted.map((each) => [each, trusted.filter((other) => oddness(each, other) > mostOdd && oddness(other, each) <= mostOdd).length]),
  );
  return trusted.sort((a, b) => (losses.get(a) ?? 0) - (losses.get(b) ?? 0));
}

/** The lines of a reading that another has differently, each once. */
const differing = ({ lines }: Candidate, other: Candidate) => [...new Set(lines.filter((line, at) => line !== other.lines[at]))];

/** The share of odd words of a reading where another differs. */
const oddness = (each: Candidate, other: Candidate) => shareOfOddWords(differing(each, other).join('\n'));

/** Readings in which more words are odd are not what a person wrote. */
const mostOdd = 0.2;
/** In percent, as the library measures it: what a reading has to reach, and by how much it has to exceed another. */
const trusted = { least: 40, lead: 15 };
/** By fewer words nobody tells one language from another; of the Far East a line may be a word. */
const fewest = { words: 12, lines: 8 };

/** Whether a reading is so much likelier than another that nobody needs to be asked. */
function beats(first: Trusted, other: Trusted): boolean {
  if (oddness(first, other) > mostOdd) return false;
  // What looks odd in one alphabet may be another's, but hardly the other way round.
  if (oddness(other, first) > mostOdd && !isFarEastern(first.encoding)) return true;
  const lines = differing(first, other);
  const isEnough = isFarEastern(first.encoding) ? lines.length >= fewest.lines : foreignWords(lines.join('\n')).length >= fewest.words;
  return isEnough && first.trust >= trusted.least && first.trust - other.trust >= trusted.lead;
}

/** By words alone, because SKUs and numbers are of no language; those of the Far East by the whole, as their bytes are not all letters. */
async function trustsIn(sample: Buffer): Promise<Map<LegacyEncoding, number>> {
  // Most files are of Unicode and never need it.
  const { default: library } = await import('chardet');
  const words = [...new Set(sample.toString('latin1').match(/[A-Za-z\x80-\xff]+/g))].filter((word) => /[\x80-\xff]/.test(word));
  const trusts = new Map<LegacyEncoding, number>();
  const matches = [
    ...library.analyse(Buffer.from(words.join(' '), 'latin1')).filter(({ name }) => !namesOfFarEast.includes(name)),
    ...library.analyse(sample).filter(({ name }) => namesOfFarEast.includes(name)),
  ];
  for (const { name, confidence } of matches)
    for (const encoding of names[name] ?? []) trusts.set(encoding, Math.max(confidence, trusts.get(encoding) ?? 0));
  return trusts;
}

/** By the library's names. It goes by letters, so that it takes relatives for one another. */
const names: Readonly<Record<string, readonly LegacyEncoding[]>> = {
  'ISO-8859-1': ['windows-1252', 'iso-8859-15'],
  'windows-1252': ['windows-1252', 'iso-8859-15'],
  'ISO-8859-2': ['windows-1250', 'iso-8859-2'],
  'windows-1250': ['windows-1250', 'iso-8859-2'],
  'windows-1251': ['windows-1251'],
  'ISO-8859-7': ['windows-1253'],
  'windows-1253': ['windows-1253'],
  'ISO-8859-9': ['windows-1254'],
  'windows-1254': ['windows-1254'],
  Shift_JIS: ['shift_jis'],
  GB18030: ['gb18030'],
  'EUC-KR': ['euc-kr'],
  'windows-1255': ['windows-1255'],
  'ISO-8859-8': ['windows-1255'],
  'windows-1256': ['windows-1256'],
  'windows-1257': ['windows-1257'],
  'ISO-8859-5': ['iso-8859-5'],
  'KOI8-R': ['koi8-r'],
  'EUC-JP': ['euc-jp'],
  Big5: ['big5'],
};
const namesOfFarEast: readonly string[] = ['Shift_JIS', 'GB18030', 'EUC-KR', 'EUC-JP', 'Big5'];
const isFarEastern = (encoding: LegacyEncoding) => ['shift_jis', 'gb18030', 'euc-kr', 'euc-jp', 'big5'].includes(encoding);
