import { isAscii, isUtf8 } from 'node:buffer';

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | 'windows-1250' | 'shift_jis' | 'gb18030';

/** `damaged`: some bytes are not of this encoding. */
export type DetectedEncoding = { encoding: Encoding; damaged: boolean };

export const encodingLabels: Record<Encoding, string> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  'windows-1252': 'Windows-1252',
  'windows-1250': 'Windows-1250',
  shift_jis: 'Shift_JIS',
  gb18030: 'GB 18030',
};

/**
 * Finds the encoding of a file whose bytes pass. A byte order mark or the zeros of UTF-16 decide at the beginning; otherwise it is
 * UTF-8 when all of it is, and Windows-1252 when it is not. A few wrong bytes in much UTF-8 are damage, not another encoding.
 */
export function watchEncoding(): { add: (chunk: Buffer) => void; end: () => DetectedEncoding } {
  const checking = new TextDecoder('utf-8');
  let head = Buffer.alloc(0);
  let tail = Buffer.alloc(0);
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
      tail = Buffer.from(bytes.subarray(whole));
    },
    end() {
      count(tail, false);
      const wide = wideEncoding(head);
      if (wide) return { encoding: wide, damaged: false };
      if (bad === 0) return { encoding: 'utf-8', damaged: false };
      return bad * rareDamage < good ? { encoding: 'utf-8', damaged: true } : { encoding: 'windows-1252', damaged: false };
    },
  };
}

const headBytes = 64;
const rareDamage = 20;

/** UTF-16 by its mark, or because every other byte of the first letters is zero. */
export function wideEncoding(head: Buffer): 'utf-16le' | 'utf-16be' | null {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  const start = head.subarray(0, 16);
  if (start.length < 4) return null;
  const zeros = (parity: number) => start.filter((byte, at) => at % 2 === parity && byte === 0).length;
  if (zeros(1) * 4 >= start.length && zeros(0) === 0) return 'utf-16le';
  if (zeros(0) * 4 >= start.length && zeros(1) === 0) return 'utf-16be';
  return null;
}

/** How many bytes there are without a character of UTF-8 that is cut off at the end. */
function wholeCharacters(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] as number;
    if (byte >= 0xc0) return (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) > back ? bytes.length - back : bytes.length;
    if (byte < 0x80) break;
  }
  return bytes.length;
}

/** The bytes of a file as text, without its byte order mark. */
export async function* decoded(content: AsyncIterable<Buffer>, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of content) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}
