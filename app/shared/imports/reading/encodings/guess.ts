import { setImmediate as turn } from 'node:timers/promises';
import { comparing, type Difference } from './compare.ts';
import { decodedWhole } from './decoded.ts';
import { type LegacyEncoding, legacyEncodings } from './list.ts';
import { countFaults, isOdd } from './plausible.ts';
import { tellingLines } from './telling-lines.ts';
import { trustsIn } from './trust.ts';

/** How a file can be read: the encoding, and lines of the file by which a person tells the right one from others. */
export type Reading = { encoding: LegacyEncoding; lines: string[] };

/** The likeliest reading first. `isSure`: nobody needs to look at the others. */
export type Guess = { readings: Reading[]; isSure: boolean };

/**
 * Guesses in which encoding these lines are that have bytes beyond ASCII. Readings that are the same text are one. What nobody would
 * write is left out; between the others a library's trust in the letters of languages decides, but never by little: a person is asked.
 * Other requests have their turn in between. `judge`: whether a word is odd.
 */
export async function guessEncoding(sample: Buffer, judge: (word: string) => boolean = isOdd): Promise<Guess> {
  const candidates = withTrust(await differentTexts(sample), await trustsIn(sample));
  const compare = comparing(judge);
  for (const each of candidates) {
    await turn();
    for (const other of candidates) compare(each, other);
  }
  const found = likeliestFirst(candidates, compare);
  const [first, ...others] = found;
  const lines = tellingLines(found.map((each) => each.lines));
  return {
    readings: found.map(({ encoding }, at) => ({ encoding, lines: lines[at] ?? [] })),
    isSure: first !== undefined && others.every((other) => beats(first, other, compare)),
  };
}

/** Readings that are the same text. */
type Candidate = { encodings: LegacyEncoding[]; lines: string[]; faults: number };
type Trusted = Candidate & { encoding: LegacyEncoding; trust: number };
type Compare = (each: Candidate, other: Candidate) => Difference;

/** A reading may have one fault in so many characters beyond ASCII: a file can be damaged a little. */
const rareFault = 20;

async function differentTexts(sample: Buffer): Promise<Candidate[]> {
  const found = new Map<string, Candidate & { foreign: number }>();
  for (const encoding of legacyEncodings) {
    await turn();
    const text = decodedWhole(sample, encoding);
    const same = found.get(text);
    if (same) same.encodings.push(encoding);
    else found.set(text, { encodings: [encoding], lines: text.split('\n'), ...countFaults(text) });
  }
  const all = [...found.values()];
  const possible = all.filter(({ faults, foreign }) => faults * rareFault <= foreign);
  return possible.length > 0 ? possible : all;
}

const withTrust = (candidates: readonly Candidate[], trusts: ReadonlyMap<LegacyEncoding, number>): Trusted[] =>
  candidates.map((each) => ({
    ...each,
    encoding: each.encodings[0] as LegacyEncoding,
    trust: Math.max(...each.encodings.map((one) => trusts.get(one) ?? 0)),
  }));

/** In front the one that loses to the fewest others; of equal ones that of more trust, of fewer faults, the first in the list. */
function likeliestFirst(candidates: readonly Trusted[], compare: Compare): Trusted[] {
  const losses = new Map(candidates.map((each) => [each, candidates.filter((other) => loses(each, other, compare)).length]));
  return candidates.toSorted((a, b) => (losses.get(a) ?? 0) - (losses.get(b) ?? 0) || b.trust - a.trust || a.faults - b.faults);
}

/** One that is odd where it differs from another loses to that, unless both are; and so does one of more faults in the same letters. */
const loses = (each: Trusted, other: Trusted, compare: Compare) =>
  (compare(each, other).odd > mostOdd && compare(other, each).odd <= mostOdd) || isFaultier(each, other);

/** A fault alone proves nothing: the right reading of a damaged file has some. */
const isFaultier = (each: Trusted, other: Trusted) => each.faults > other.faults && each.trust <= other.trust;

/** Readings in which more words are odd are not what a person wrote. */
const mostOdd = 0.2;
/** In percent, as the library measures it: what a reading has to reach, and by how much it has to exceed another. */
const trusted = { least: 40, lead: 15 };
/** By fewer words nobody tells one language from another; of the Far East a line may be a word. */
const fewest = { words: 12, lines: 8 };

/** Whether a reading is so much likelier than another that nobody needs to be asked. */
function beats(first: Trusted, other: Trusted, compare: Compare): boolean {
  const { odd, lines, words } = compare(first, other);
  if (odd > mostOdd) return false;
  // What looks odd in one alphabet may be another's, but hardly the other way round.
  if (compare(other, first).odd > mostOdd && !isFarEastern(first.encoding)) return true;
  if (isFaultier(other, first)) return true;
  const isEnough = isFarEastern(first.encoding) ? lines >= fewest.lines : words >= fewest.words;
  return isEnough && first.trust >= trusted.least && first.trust - other.trust >= trusted.lead;
}

const isFarEastern = (encoding: LegacyEncoding) => ['shift_jis', 'gb18030', 'euc-kr', 'euc-jp', 'big5'].includes(encoding);
