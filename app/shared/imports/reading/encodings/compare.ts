import { foreignWords } from './plausible.ts';

type Lines = { lines: readonly string[] };

/** The lines and words of a reading that another has differently, each once, and the share of odd ones among the words, from 0 to 1. */
export type Difference = { lines: number; words: number; odd: number };

/** Of two readings so many different words are judged, in so many lines and words, however many the file has. */
const most = { words: 500, looks: 2_000 };

/** Compares readings of the same lines, each pair once. `isOdd` judges a word, each once. */
export function comparing(isOdd: (word: string) => boolean): (each: Lines, other: Lines) => Difference {
  const judge = remembering(isOdd);
  const wordsOf = remembering(foreignWords);
  const withOthers = remembering((each: Lines) => remembering((other: Lines) => differenceOf(each, other, wordsOf, judge)));
  return (each, other) => withOthers(each)(other);
}

function differenceOf({ lines }: Lines, other: Lines, wordsOf: (line: string) => string[], isOdd: (word: string) => boolean): Difference {
  const [differing, words] = [new Set<string>(), new Set<string>()];
  let looks = 0;
  for (const [at, line] of lines.entries()) {
    if (words.size >= most.words || looks >= most.looks) break;
    if (line === other.lines[at]) continue;
    const found = wordsOf(line).slice(0, most.words - words.size);
    differing.add(line);
    for (const word of found) words.add(word);
    looks += 1 + found.length;
  }
  return { lines: differing.size, words: words.size, odd: words.size === 0 ? 0 : [...words].filter(isOdd).length / words.size };
}

function remembering<Of, Found>(find: (of: Of) => Found): (of: Of) => Found {
  const memory = new Map<Of, Found>();
  return (of) => {
    const found = memory.get(of) ?? find(of);
    memory.set(of, found);
    return found;
  };
}
