import { isAscii, isUtf8 } from 'node:buffer';
import { foreignLines } from './foreign-lines.ts';
import type { Encoding } from './list.ts';
import { wideEncoding } from './wide.ts';

/** `damaged`: some bytes are not of this encoding. Of a file of no Unicode: lines by which it is guessed. */
export type DetectedEncoding = { encoding: Encoding; damaged: boolean } | { foreign: Buffer };

/**
 * Finds the encoding of a file whose bytes pass. A byte order mark or the zeros of UTF-16 and UTF-32 decide at the beginning; otherwise
 * it is UTF-8 when all of it is, and of no Unicode when it is not. A few wrong bytes in much UTF-8 are damage, not another encoding.
 */
export function watchEncoding(): { add: (chunk: Buffer) => void; end: () => DetectedEncoding } {
  const checking = new TextDecoder('utf-8');
  let head = Buffer.alloc(0);
  let tail = Buffer.alloc(0);
  const foreign = foreignLines();
  let [good, bad] = [0, 0];
  const count = (bytes: Buffer, more: boolean) => {
    if (isAscii(bytes)) return;
    if (isUtf8(bytes)) {
      good += bytes.length - bytes.toString('utf8').length;
      return;
    }
    for (const char of checking.decode(bytes, { stream: more })) {
      if (char === '\ufffd') bad += 1;
      else if (char > '\u007f') good += 1;
    }
  };
  return {
    add(chunk) {
      if (head.length < headBytes) head = Buffer.concat([head, chunk.subarray(0, headBytes)]);
      const bytes = tail.length > 0 ? Buffer.concat([tail, chunk]) : chunk;
      const whole = wholeCharacters(bytes);
      count(bytes.subarray(0, whole), false);
      if (bad > 0) foreign.add(bytes.subarray(0, whole));
      tail = Buffer.from(bytes.subarray(whole));
    },
    end() {
      count(tail, false);
      if (bad > 0) foreign.add(tail);
      const wide = wideEncoding(head);
      if (wide) return { encoding: wide, damaged: false };
      if (bad === 0) return { encoding: 'utf-8', damaged: false };
      return bad * rareDamage < good ? { encoding: 'utf-8', damaged: true } : { foreign: foreign.end() };
    },
  };
}

const headBytes = 64;
const rareDamage = 20;

/** How many bytes there are without a character of UTF-8 that is cut off at the end. */
function wholeCharacters(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] as number;
    if (byte >= 0xc0) return (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) > back ? bytes.length - back : bytes.length;
    if (byte < 0x80) break;
  }
  return bytes.length;
}
