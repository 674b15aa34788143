import { setImmediate as turn } from 'node:timers/promises';
import { decoded, decodedWhole } from './encodings/decoded.ts';
import { guessEncoding, type Reading } from './encodings/guess.ts';
import type { Encoding } from './encodings/list.ts';
import type { DetectedEncoding } from './encodings/watch.ts';
import { headerKey } from './headers.ts';
import { type Row, rowSplitter, UnreadableTable } from './rows.ts';
import type { Delimiter, Quote, Separators } from './separators.ts';

/** How a file is read: found in its beginning, and the same for every later reading. `damaged`: bytes may not be of this encoding. */
export type TableFormat = { encoding: Encoding; damaged: boolean } & Separators & {
    headers: string[];
    headerRow: number;
    examples: string[][];
    /** Of a file of no Unicode: how it reads in each possible encoding, the likeliest first. */
    readings?: Reading[];
    /** A person has to choose among them before anything is read. */
    isUnsure?: boolean;
  };

/** What is known of a table before it is read. */
export type TableHints = {
  /** The names of columns, by `headerKey`. They tell the delimiter, the row of the headers, and the encoding of a file of no Unicode. */
  columns: ReadonlySet<string>;
  /** Quotes are data. */
  bareQuotes?: boolean;
  /** As a person says. */
  encoding?: Encoding | undefined;
};

/** The beginning of a file, by which it is described. `isCut`: more follows. */
export type Head = { bytes: Buffer; isCut: boolean };

const delimiters: readonly Delimiter[] = [',', ';', '\t', '|'];
/** Of a file, so much is looked at: no header is longer. */
export const headBytes = 65_536;
const shownExamples = 3;
const mostAbove = 20;

/**
 * Finds how a table is read, from its beginning; null when there is none. Other requests have their turn in between.
 * @throws UnreadableTable for headers that nobody can read
 */
export async function describeTable(given: Head, found: DetectedEncoding, hints: TableHints): Promise<TableFormat | null> {
  const head = { bytes: given.bytes.subarray(0, headBytes), isCut: given.isCut || given.bytes.length > headBytes };
  const { readings, isSure } = 'foreign' in found ? await guessEncoding(found.foreign) : { readings: [], isSure: true };
  const possible = hints.encoding ? [hints.encoding] : 'foreign' in found ? readings.map(({ encoding }) => encoding) : [found.encoding];
  const described: Described[] = [];
  for (const encoding of possible) {
    await turn();
    described.push(...describeIn(head, encoding, hints));
  }
  const most = Math.max(...described.map(({ matches }) => matches));
  // Names of columns with letters beyond ASCII are found in the right encoding only.
  const [best, ...others] = described.filter(({ matches }) => matches === most);
  if (!best) return null;
  const { encoding } = best;
  const damaged = 'foreign' in found || found.encoding !== encoding || found.damaged;
  const isUnsure = others.length > 0 && !(isSure && encoding === readings[0]?.encoding);
  return { ...formatOf(best, head), encoding, damaged, ...(readings.length > 0 && { readings }), ...(isUnsure && { isUnsure }) };
}

type Described = Candidate & { encoding: Encoding };

function describeIn({ bytes, isCut }: Head, encoding: Encoding, hints: TableHints): Described[] {
  const text = decodedWhole(bytes, encoding);
  const candidates = candidateDelimiters(text).flatMap((delimiter) => describeWith(text, delimiter, hints) ?? []);
  const best = candidates.reduce<Candidate | null>((one, other) => (one && one.score >= other.score ? one : other), null);
  if (best && isCut && best.rows.at(-1) === best.header) throw new UnreadableTable({ code: 'header_too_long' });
  return best ? [{ ...best, encoding }] : [];
}

function formatOf({ delimiter, quote, header, rows }: Described, { isCut }: Head) {
  // No name of a column has a NUL, and no database stores one.
  if (header.cells.some((cell) => cell.includes('\u0000'))) throw new UnreadableTable({ code: 'nul_in_header' });
  const examples = (isCut ? rows.slice(0, -1) : rows)
    .filter(({ number }) => number > header.number)
    .map(({ cells }) => cells.map((cell) => cell.replaceAll('\u0000', '␀')));
  return { delimiter, quote, headers: header.cells, headerRow: header.number, examples: examples.slice(0, shownExamples) };
}

/** The rows below the headers, as they are read. */
export async function* readRows(content: AsyncIterable<Buffer>, format: TableFormat): AsyncGenerator<Row[]> {
  const splitter = rowSplitter(format);
  const below = (rows: Row[]) =>
    (rows[0]?.number ?? 0) > format.headerRow ? rows : rows.filter(({ number }) => number > format.headerRow);
  for await (const text of decoded(content, format.encoding)) yield below(splitter.push(text));
  yield below(splitter.push('', true));
}

/** Excel's first line `sep=;` says it. */
function candidateDelimiters(text: string): readonly Delimiter[] {
  const [, named] = /^"?sep=(.)"?\s*[\r\n]/i.exec(text) ?? [];
  const delimiter = delimiters.find((each) => each === named);
  return delimiter ? [delimiter] : delimiters;
}

/** `matches`: how many headers are names of columns. */
type Candidate = Separators & { header: Row; rows: Row[]; score: number; matches: number };

function describeWith(text: string, delimiter: Delimiter, hints: TableHints): Candidate | null {
  const quote = hints.bareQuotes ? null : quoteOf(text, delimiter, hints);
  const rows = rowSplitter({ delimiter, quote }).push(text, true).filter(isFilled);
  const above = rows
    .slice(0, mostAbove)
    .filter((row) => !/^sep=.?$/i.test(row.cells.join(delimiter)))
    .map((row) => ({ header: row, matches: countMatches(row, hints) }));
  const best = above.reduce<(typeof above)[number] | null>((one, other) => (one && one.matches >= other.matches ? one : other), null);
  if (!best) return null;
  const { length } = best.header.cells;
  const alike = rows.filter(({ cells }) => cells.length === length).length / rows.length;
  const score = best.matches * 1_000 + (length > 1 ? alike * 100 + Math.min(length, 50) : 0);
  return { delimiter, quote, rows, score, ...best };
}

const countMatches = ({ cells }: Row, { columns }: TableHints) => cells.filter((cell) => columns.has(headerKey(cell))).length;

const isFilled = ({ cells }: Row) => cells.some((cell) => cell.trim() !== '');

/** Apostrophes are quotes only where every header is in them. */
function quoteOf(text: string, delimiter: Delimiter, { columns }: TableHints): Quote {
  const line = text.split(/[\r\n]+/, mostAbove).find((each) => each.split(delimiter).some((cell) => columns.has(headerKey(cell))));
  const cells = line?.split(delimiter) ?? [];
  return cells.length > 0 && cells.every((cell) => /^\s*'.*'\s*$/.test(cell)) ? "'" : '"';
}
