import { type ImportProblem, wordImport } from '../../../base/import-outcomes.ts';
import { type RowProblem, readQuotedRow } from './quoted-row.ts';
import type { Quote, Separators } from './separators.ts';

/**
 * A row as a spreadsheet would number it, the first being 1. Of a row with a problem, `cells` are its first line without regard to quotes.
 */
export type Row = { number: number; cells: string[]; problem: RowProblem | null };

/** What no table has: a line that is longer than any row. */
export class UnreadableTable extends Error {
  readonly problem: ImportProblem;

  constructor(problem: ImportProblem) {
    super(wordImport(problem));
    this.problem = problem;
  }
}

/** In characters: a row that is longer has a quote that somebody forgot to close. */
export const longestRow = 262_144;
const longestLine = 1_048_576;
/**
 * How often a text may be looked at again behind quotes that turn out wrong: each such row is read to the quote's end, and the next one
 * begins in the line below. Without this bound a small file takes minutes.
 */
const mostLooks = 4;

/**
 * Splits text that comes in pieces into rows. Line ends are LF, CRLF or CR, also mixed; empty lines are counted and left out. A wrong
 * quote costs its line, and reading goes on with the next: neither the rest of the file nor a row is lost. Our own, because the
 * libraries that we know stop at such a quote, or swallow what follows it. @throws UnreadableTable
 */
export function rowSplitter(separators: Separators): { push: (text: string, last?: boolean) => Row[] } {
  const { delimiter, quote } = separators;
  let rest = '';
  let number = 0;
  let [given, inVain] = [longestRow, 0];
  return {
    push(text, last = false) {
      given += text.length;
      const buffer = rest + text;
      const lineAt = lineFinder(buffer, last);
      const quoteFrom = finder(buffer, quote);
      const rows: Row[] = [];
      let at = 0;
      for (let line = lineAt(at); line; line = lineAt(at)) {
        const isPlain = quoteFrom(at) >= line.end;
        const read = isPlain ? null : readQuotedRow(buffer, at, separators as Separators & { quote: Quote }, last);
        const wrong = read !== null && 'problem' in read ? read : null;
        const whole = read !== null && 'cells' in read ? read : null;
        if (wrong?.problem === 'unclosed' && !last && buffer.length - at < longestRow) break;
        number += 1;
        inVain += wrong ? wrong.end - Math.min(wrong.end, line.next) : 0;
        if (inVain > mostLooks * given) throw new UnreadableTable({ code: 'quotes_open', row: number });
        if (whole || line.end > at)
          rows.push({ number, cells: whole?.cells ?? buffer.slice(at, line.end).split(delimiter), problem: wrong?.problem ?? null });
        at = whole?.next ?? line.next;
      }
      rest = buffer.slice(at);
      if (rest.length > longestLine) throw new UnreadableTable({ code: 'line_too_long', row: number + 1 });
      return rows;
    },
  };
}

type Line = { end: number; next: number };

/** The line that begins at a position; null when its end has not come yet, or nothing is left. */
function lineFinder(buffer: string, last: boolean): (at: number) => Line | null {
  const lineFeed = finder(buffer, '\n');
  const carriageReturn = finder(buffer, '\r');
  return (at) => {
    if (at >= buffer.length) return null;
    const [lf, cr] = [lineFeed(at), carriageReturn(at)];
    if (cr < lf && cr + 1 === buffer.length) return last ? { end: cr, next: cr + 1 } : null;
    if (cr < lf) return { end: cr, next: lf === cr + 1 ? lf + 1 : cr + 1 };
    if (lf < buffer.length) return { end: lf, next: lf + 1 };
    return last ? { end: lf, next: lf } : null;
  };
}

/** Where a character comes next; the text's length when it does not. Positions must not decrease from call to call. */
function finder(buffer: string, char: string | null): (at: number) => number {
  let next = char === null ? buffer.length : -1;
  return (at) => {
    if (next < at && char !== null) {
      const found = buffer.indexOf(char, at);
      next = found < 0 ? buffer.length : found;
    }
    return next;
  };
}
