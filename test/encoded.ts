import { type Encoding, legacyEncodings } from '../app/shared/imports/reading/encodings/list.ts';

/** Text as bytes of an encoding that Node only reads. @throws for a character that the encoding does not have */
export function encoded(text: string, encoding: Encoding): Buffer {
  if (encoding === 'utf-8') return Buffer.from(text, 'utf8');
  if (encoding === 'utf-16le') return Buffer.from(text, 'utf16le');
  if (encoding === 'utf-16be') return Buffer.from(text, 'utf16le').swap16();
  if (encoding === 'utf-32le' || encoding === 'utf-32be') return inUtf32(text, encoding === 'utf-32be');
  const bytes = tableOf(encoding);
  return Buffer.concat(
    [...text].map((char) => {
      const found = bytes.get(char);
      if (!found) throw new Error(`${encoding} has no ${char}.`);
      return found;
    }),
  );
}

/** Without what an encoding does not have. */
export const encodable = (text: string, encoding: Encoding): string =>
  (legacyEncodings as readonly string[]).includes(encoding) ? [...text].filter((char) => tableOf(encoding).has(char)).join('') : text;

function inUtf32(text: string, isBig: boolean): Buffer {
  const codes = [...text].map((char) => char.codePointAt(0) ?? 0);
  const bytes = Buffer.alloc(codes.length * 4);
  for (const [at, code] of codes.entries()) isBig ? bytes.writeUInt32BE(code, at * 4) : bytes.writeUInt32LE(code, at * 4);
  return bytes;
}

const tables = new Map<Encoding, Map<string, Buffer>>();

/** What each byte, and each pair of bytes, is decoded to, the other way round. */
function tableOf(encoding: Encoding): Map<string, Buffer> {
  const known = tables.get(encoding);
  if (known) return known;
  const table = new Map<string, Buffer>();
  const decoder = new TextDecoder(encoding);
  const note = (bytes: Buffer) => {
    const text = decoder.decode(bytes);
    if ([...text].length === 1 && !/[\ufffd\u0080-\u009f\ue000-\uf8ff]/.test(text) && !table.has(text)) table.set(text, bytes);
  };
  for (let first = 0; first < 256; first++) note(Buffer.from([first]));
  if (['shift_jis', 'gb18030', 'euc-kr', 'euc-jp', 'big5'].includes(encoding))
    for (let first = 0x81; first < 0xff; first++) for (let second = 0x40; second < 0xff; second++) note(Buffer.from([first, second]));
  tables.set(encoding, table);
  return table;
}
