import type { Encoding } from './list.ts';

/** The bytes of a file as text, without its byte order mark. What is no character of the encoding becomes U+FFFD. */
export async function* decoded(content: AsyncIterable<Buffer>, encoding: Encoding): AsyncGenerator<string> {
  const { decode, end } = decoderOf(encoding);
  for await (const chunk of content) yield decode(chunk);
  yield end();
}

/** All of it at once. */
export function decodedWhole(bytes: Buffer, encoding: Encoding): string {
  const { decode, end } = decoderOf(encoding);
  return decode(bytes) + end();
}

type Decoder = { decode: (chunk: Buffer) => string; end: () => string };

function decoderOf(encoding: Encoding): Decoder {
  if (encoding === 'utf-32le' || encoding === 'utf-32be') return utf32Decoder(encoding === 'utf-32be');
  const decoder = new TextDecoder(encoding);
  return { decode: (chunk) => decoder.decode(chunk, { stream: true }), end: () => decoder.decode() };
}

/** No TextDecoder knows it. */
function utf32Decoder(isBig: boolean): Decoder {
  let rest: Buffer = Buffer.alloc(0);
  let isFirst = true;
  return {
    decode(chunk) {
      const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
      const whole = bytes.length - (bytes.length % 4);
      rest = Buffer.from(bytes.subarray(whole));
      const parts: string[] = [];
      for (let at = 0; at < whole; at += 4) {
        const code = isBig ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at);
        if (!(isFirst && code === 0xfeff)) parts.push(isCharacter(code) ? String.fromCodePoint(code) : '\ufffd');
        isFirst = false;
      }
      return parts.join('');
    },
    end: () => (rest.length > 0 ? '\ufffd' : ''),
  };
}

const isCharacter = (code: number) => code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
