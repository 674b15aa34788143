import { type DetectedEncoding, decoded, type Encoding } from './encoding.ts';
import { headerKey } from './headers.ts';
import { type Row, rowSplitter } from './rows.ts';
import type { Delimiter, Quote, Separators } from './separators.ts';

/** How a file is read: found in its beginning, and the same for every later reading. */
export type TableFormat = DetectedEncoding & Separators & { headers: string[]; headerRow: number; examples: string[][] };

/** What is known of a table before it is read. */
export type TableHints = {
  /** The names of columns, by `headerKey`. They tell the delimiter and the row of the headers. */
  columns: ReadonlySet<string>;
  /** Quotes are data. */
  bareQuotes?: boolean;
  /** Tried where a file is of no Unicode: one in which more names of columns are found is its encoding. */
  encodings?: readonly Encoding[];
};

const delimiters: readonly Delimiter[] = [',', ';', '\t', '|'];
const shownExamples = 3;
const mostAbove = 20;

/** Finds how a table is read, from its first bytes; null when there is none. */
export async function describeTable(head: Buffer, found: DetectedEncoding, hints: TableHints): Promise<TableFormat | null> {
  const others = found.encoding === 'windows-1252' ? (hints.encodings ?? []) : [];
  const readings = await Promise.all([found.encoding, ...others].map((encoding) => describeIn(head, encoding, hints)));
  const best = readings.reduce((one, other) => (one && one.matches >= (other?.matches ?? 0) ? one : other), null);
  if (!best) return null;
  const { encoding, delimiter, quote, header, rows } = best;
  // No name of a column has a NUL, and no database stores one.
  if (header.cells.some((cell) => cell.includes('\u0000'))) return null;
  const examples = rows
    .filter(({ number }) => number > header.number)
    .map(({ cells }) => cells.map((cell) => cell.replaceAll('\u0000', '␀')));
  return {
    ...found,
    encoding,
    delimiter,
    quote,
    headers: header.cells,
    headerRow: header.number,
    examples: examples.slice(0, shownExamples),
  };
}

async function describeIn(head: Buffer, encoding: Encoding, hints: TableHints): Promise<(Candidate & { encoding: Encoding }) | null> {
  let text = '';
  for await (const part of decoded(once(head), encoding)) text += part;
  const candidates = candidateDelimiters(text).flatMap((delimiter) => describeWith(text, delimiter, hints) ?? []);
  const best = candidates.reduce<Candidate | null>((one, other) => (one && one.score >= other.score ? one : other), null);
  return best && { ...best, encoding };
}

/** The rows below the headers, as they are read. */
export async function* readRows(content: AsyncIterable<Buffer>, format: TableFormat): AsyncGenerator<Row[]> {
  const splitter = rowSplitter(format);
  const below = (rows: Row[]) =>
    (rows[0]?.number ?? 0) > format.headerRow ? rows : rows.filter(({ number }) => number > format.headerRow);
  for await (const text of decoded(content, format.encoding)) yield below(splitter.push(text));
  yield below(splitter.push('', true));
}

async function* once(head: Buffer): AsyncGenerator<Buffer> {
  yield head;
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
  const matches = ({ cells }: Row) => cells.filter((cell) => hints.columns.has(headerKey(cell))).length;
  const above = rows.slice(0, mostAbove).filter((row) => !/^sep=.?$/i.test(row.cells.join(delimiter)));
  const header = above.reduce<Row | null>((one, other) => (one && matches(one) >= matches(other) ? one : other), null);
  if (!header) return null;
  const alike = rows.filter(({ cells }) => cells.length === header.cells.length).length / rows.length;
  const score = matches(header) * 1_000 + (header.cells.length > 1 ? alike * 100 + Math.min(header.cells.length, 50) : 0);
  return { delimiter, quote, header, rows, score, matches: matches(header) };
}

const isFilled = ({ cells }: Row) => cells.some((cell) => cell.trim() !== '');

/** Apostrophes are quotes only where every header is in them. */
function quoteOf(text: string, delimiter: Delimiter, { columns }: TableHints): Quote {
  const line = text.split(/[\r\n]+/, mostAbove).find((each) => each.split(delimiter).some((cell) => columns.has(headerKey(cell))));
  const cells = line?.split(delimiter) ?? [];
  return cells.length > 0 && cells.every((cell) => /^\s*'.*'\s*$/.test(cell)) ? "'" : '"';
}
