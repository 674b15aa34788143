import { isAscii } from 'node:buffer';

/** In bytes: so much is enough to guess by. */
const enough = 49_152;
const longestLine = 2_048;
/** Of each byte beyond ASCII so many lines, however late they come: no two readings differ in what was not seen. */
const linesOfByte = 3;

/**
 * Collects lines of a file that have bytes beyond ASCII, as its chunks pass: the first ones, and later ones for the sake of a byte that
 * is rare in those. At most `128 × linesOfByte` of these, so that memory does not grow with the file.
 */
export function foreignLines(): { add: (chunk: Buffer) => void; end: () => Buffer } {
  const kept: Buffer[] = [];
  const lines = new Uint8Array(256);
  let length = 0;
  let rest: Buffer = Buffer.alloc(0);
  const keep = (line: Buffer) => {
    if (isAscii(line)) return;
    if (length > enough && !line.some((byte) => byte >= 0x80 && (lines[byte] ?? 0) < linesOfByte)) return;
    for (const byte of new Set(line)) lines[byte] = Math.min(linesOfByte, (lines[byte] ?? 0) + 1);
    kept.push(Buffer.from(line), lineFeed);
    length += line.length;
  };
  return {
    add(chunk) {
      const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
      let at = 0;
      while (at < bytes.length) {
        const found = bytes.indexOf(10, at);
        if (found < 0 && bytes.length - at < longestLine) break;
        const isWhole = found >= 0 && found - at <= longestLine;
        const end = isWhole ? found : cutBefore(bytes, at, at + longestLine);
        keep(bytes.subarray(at, end));
        at = end + (isWhole ? 1 : 0);
      }
      rest = Buffer.from(bytes.subarray(at));
    },
    end() {
      keep(rest);
      return Buffer.concat(kept);
    },
  };
}

const lineFeed = Buffer.from('\n');

/** Where a line that is too long can be cut: before a byte that no encoding has inside of a character, such as a comma. */
function cutBefore(bytes: Buffer, from: number, to: number): number {
  for (let at = to - 1; at > from; at--) if ((bytes[at] ?? 0) < 0x30) return at;
  return to;
}
