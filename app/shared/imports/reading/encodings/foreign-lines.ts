import { isAscii } from 'node:buffer';

/** In bytes: so much is enough to guess by. */
export const enough = 49_152;
const longestLine = 2_048;
/** Of each byte beyond ASCII so many lines, however late they come: no two readings differ in what was not seen. */
const linesOfByte = 3;
/** Of a late line so much is kept on each side of the rare byte. */
const reach = 100;
/** In bytes, of all late lines: beyond it a piece may begin and end within a character. */
const enoughLate = 65_536;

/**
 * Collects lines of a file that have bytes beyond ASCII, as its chunks pass: the first ones, and pieces of later ones for the sake of a
 * byte that is rare in those. At most `128 × linesOfByte` of these, so that neither memory nor the time of guessing grows with the file.
 */
export function foreignLines(): { add: (chunk: Buffer) => void; end: () => Buffer } {
  const { take, kept } = chosenLines();
  let rest: Buffer = Buffer.alloc(0);
  let isInside = false;
  return {
    add(chunk) {
      const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
      let at = 0;
      while (at < bytes.length) {
        if (isInside) at = whereOwn(bytes, at);
        isInside &&= at === bytes.length;
        const found = bytes.indexOf(10, at);
        if (found < 0 && bytes.length - at < longestLine) break;
        const isWhole = found >= 0 && found - at <= longestLine;
        const end = isWhole ? found : lastBetween(bytes, at + 1, at + longestLine - 1);
        take(bytes.subarray(at, end ?? at + longestLine));
        isInside = end === null;
        at = end === null ? at + longestLine : end + (isWhole ? 1 : 0);
      }
      rest = Buffer.from(bytes.subarray(at));
    },
    end() {
      take(rest);
      return Buffer.concat(kept);
    },
  };
}

/** Of the lines that it is given: the first ones that have such bytes, and pieces of later ones. */
function chosenLines(): { take: (line: Buffer) => void; kept: Buffer[] } {
  const kept: Buffer[] = [];
  const lines = new Uint8Array(256);
  let [length, late] = [0, 0];
  const isRare = (byte: number) => byte >= 0x80 && (lines[byte] ?? 0) < linesOfByte;
  const keep = (piece: Buffer) => {
    for (const byte of new Set(piece)) lines[byte] = Math.min(linesOfByte, (lines[byte] ?? 0) + 1);
    kept.push(Buffer.from(piece), lineFeed);
  };
  const take = (line: Buffer) => {
    if (isAscii(line)) return;
    if (length <= enough) {
      keep(line);
      length += line.length;
      return;
    }
    for (let left = line, at = left.findIndex(isRare); at >= 0; at = left.findIndex(isRare)) {
      const [from, to] = late < enoughLate ? wholeAround(left, at) : [Math.max(0, at - reach), at + reach];
      keep(left.subarray(from, to));
      late += to - from;
      left = left.subarray(to);
    }
  };
  return { take, kept };
}

const lineFeed = Buffer.from('\n');

/** A byte that no encoding has inside of a character, such as a comma. */
const isOwn = (byte: number) => byte < 0x30;

/** The first place from here on that has one; the end where none has. */
function whereOwn(bytes: Buffer, from: number): number {
  const found = bytes.subarray(from).findIndex(isOwn);
  return found < 0 ? bytes.length : from + found;
}

/** Whether one character certainly ends here, and another begins: two bytes of ASCII are never parts of the same. */
function isBetween(bytes: Buffer, at: number): boolean {
  const [before, next] = [bytes[at - 1] ?? 0, bytes[at] ?? 0];
  return isOwn(before) || isOwn(next) || (before < 0x80 && next < 0x80);
}

function firstBetween(bytes: Buffer, from: number, to: number): number | null {
  for (let at = from; at <= to; at++) if (isBetween(bytes, at)) return at;
  return null;
}

function lastBetween(bytes: Buffer, from: number, to: number): number | null {
  for (let at = to; at >= from; at--) if (isBetween(bytes, at)) return at;
  return null;
}

/** From where to where a line is kept around a byte of it: whole characters, though there may be many of the Far East in a row. */
function wholeAround(line: Buffer, at: number): [number, number] {
  const [start, stop] = [Math.max(0, at - reach), Math.min(line.length, at + reach)];
  const from = firstBetween(line, start, at) ?? lastBetween(line, 0, start) ?? 0;
  const to = lastBetween(line, at + 1, stop) ?? firstBetween(line, stop, line.length) ?? line.length;
  return [from, to];
}
