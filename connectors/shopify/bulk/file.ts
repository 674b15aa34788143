/** A line of the file, and how many bytes of it are read with it. */
export type Row = { line: string; end: number };

/** Records of the file, each with where it ends. `more`: there are further ones, after `end`. */
export type Piece = { records: { raw: unknown; end: number }[]; end: number; more: boolean };

/** A piece ends with the record that is beyond so many bytes, whatever else it may hold. */
export const mostBytesAtOnce = 16 * 1024 * 1024;

/** The file has other bytes where a piece of it ended. */
export class Misplaced extends Error {}

/**
 * The lines after so many bytes. `isRest`: what was downloaded begins at the end of the line before; where it begins at the beginning
 * all the same, what was read is passed over.
 */
export async function* rowsFrom(lines: AsyncIterable<string>, from: number, isRest: boolean): AsyncGenerator<Row> {
  let end = isRest ? from - 1 : 0;
  for await (const line of lines) {
    const start = end;
    end += Buffer.byteLength(line) + 1;
    if (start >= from) {
      if (line.trim() !== '') yield { line, end };
    } else if (end > from) throw new Misplaced();
  }
}
