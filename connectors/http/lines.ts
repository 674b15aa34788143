import type { Readable } from 'node:stream';
import { parseJson } from './json.ts';

/** A line longer than this is no report's: whoever sends it would fill our memory. */
const longestLine = 8 * 1024 * 1024;

/** The lines of a stream of bytes while they arrive, without their ends. NUL, which PostgreSQL cannot store, is replaced. */
export async function* linesOf(stream: Readable | AsyncIterable<Buffer>, charset = 'utf-8'): AsyncGenerator<string> {
  const decoder = new TextDecoder(charset);
  let rest = '';
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    // Only what is new is searched: a long line that comes in many pieces would otherwise be read again with each of them.
    const [end = '', ...lines] = decoder.decode(chunk, { stream: true }).split('\n');
    rest += end;
    for (const line of lines) {
      yield storable(rest);
      rest = line;
    }
    if (rest.length > longestLine) throw new Error('a line of the reply is too long');
  }
  rest += decoder.decode();
  if (rest !== '') yield storable(rest);
}

/** Without the carriage return before its end. */
const storable = (line: string) => line.replace(/\r$/, '').replaceAll('\0', '\ufffd');

/** JSON lines: a record each, or the line itself where it is not JSON. Empty lines are left out. */
export async function* jsonLines(lines: AsyncIterable<string>): AsyncGenerator<{ record: unknown } | { broken: string }> {
  for await (const line of lines) {
    if (line.trim() === '') continue;
    let record: unknown;
    try {
      record = parseJson(line);
    } catch {
      yield { broken: line };
      continue;
    }
    yield { record };
  }
}

/**
 * Tab-separated values under a header: by column name in lower case. Quotes are data, and a row may be shorter than the header,
 * as marketplaces send them.
 */
export async function* tabSeparated(lines: AsyncIterable<string>): AsyncGenerator<Record<string, string>> {
  let names: string[] | undefined;
  for await (const line of lines) {
    const cells = line.split('\t');
    if (names === undefined)
      names = cells.map((name) =>
        name
          .replace(/^\ufeff/, '')
          .trim()
          .toLowerCase(),
      );
    else if (line.trim() !== '') yield Object.fromEntries(names.map((name, index) => [name, cells[index] ?? '']));
  }
}
