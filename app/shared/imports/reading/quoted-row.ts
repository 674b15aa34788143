import type { Quote, Separators } from './separators.ts';

type QuotedRow = { cells: string[]; next: number };
/** `unclosed`: a quote is opened and never closed. `after_quote`: a closing quote is followed by neither a delimiter nor a line's end. */
export type RowProblem = 'unclosed' | 'after_quote';
/** `end`: how far it was looked at. */
type NoRow = { problem: RowProblem; end: number };
type Cell = { value: string; next: number };

/** Reads a row in which there are quotes. It is `unclosed` too where the text ends in it and is not the last. */
export function readQuotedRow(
  text: string,
  at: number,
  { delimiter, quote }: Separators & { quote: Quote },
  last: boolean,
): QuotedRow | NoRow {
  const cells: string[] = [];
  const unclosed = { problem: 'unclosed', end: text.length } as const;
  for (let from = at; ; ) {
    const start = skipSpaces(text, from);
    const cell = text[start] === quote ? quotedCell(text, start, quote, last) : plainCell(text, from, delimiter);
    if (cell === null) return unclosed;
    cells.push(cell.value);
    const behind = text[cell.next];
    if (behind === delimiter) from = cell.next + 1;
    else if (behind === undefined) return last ? { cells, next: cell.next } : unclosed;
    else if (behind === '\n') return { cells, next: cell.next + 1 };
    else if (behind !== '\r') return { problem: 'after_quote', end: cell.next };
    else if (cell.next + 1 === text.length && !last) return unclosed;
    else return { cells, next: text[cell.next + 1] === '\n' ? cell.next + 2 : cell.next + 1 };
  }
}

/** Spaces between a closing quote and the delimiter are none of the cell's. */
function quotedCell(text: string, start: number, quote: Quote, last: boolean): Cell | null {
  let doubled = false;
  for (let from = start + 1; ; ) {
    const found = text.indexOf(quote, from);
    if (found < 0 || (found + 1 === text.length && !last)) return null;
    if (text[found + 1] !== quote) {
      const value = text.slice(start + 1, found);
      return { value: doubled ? value.replaceAll(quote + quote, quote) : value, next: skipSpaces(text, found + 1) };
    }
    doubled = true;
    from = found + 2;
  }
}

function plainCell(text: string, from: number, delimiter: string): Cell {
  let next = from;
  for (; next < text.length; next++) {
    const char = text[next];
    if (char === delimiter || char === '\n' || char === '\r') break;
  }
  return { value: text.slice(from, next), next };
}

function skipSpaces(text: string, from: number): number {
  let at = from;
  while (text[at] === ' ') at += 1;
  return at;
}
