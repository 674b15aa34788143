import { wideEncoding } from './encodings/wide.ts';

/** Whether these first bytes are of something else than text in rows: a workbook, an archive, a picture, a page, JSON. */
export function isOtherFileType(head: Buffer, fileName = ''): boolean {
  if (fileName.toLowerCase().endsWith('.json')) return true;
  const begins = head.subarray(0, 512).toString('latin1');
  if (magic.some((mark) => begins.startsWith(mark))) return true;
  if (/^(?:\xef\xbb\xbf)?\s*(?:<!doctype|<html|<\?xml|\{\\rtf|\{\s*"|\[\s*[[{"])/i.test(begins)) return true;
  if (wideEncoding(head)) return false;
  const controls = controlsOf(head);
  return controls >= 8 && controls * 50 > head.length;
}

/** Of what is no text: whether it would be without its NUL characters, as where a program has written Unicode half. */
export const isFullOfNuls = (head: Buffer): boolean =>
  !magic.some((mark) => head.toString('latin1', 0, 512).startsWith(mark)) &&
  isOtherFileType(head) &&
  !isOtherFileType(Buffer.from(head.filter((byte) => byte !== 0)));

const controlsOf = (head: Uint8Array) => head.filter((byte) => byte < 0x20 && !whitespace.has(byte)).length;

/** ZIP (xlsx, ods, numbers), the older Office, PDF, gzip, zstd, 7z, RAR, PNG, JPEG, GIF, SQLite, Parquet. */
const magic = [
  ...['PK\x03\x04', 'PK\x05\x06', '\xd0\xcf\x11\xe0', '%PDF', '\x1f\x8b', '\x28\xb5\x2f\xfd', '7z\xbc\xaf', 'Rar!'],
  ...['\x89PNG', '\xff\xd8\xff', 'GIF8', 'SQLite format', 'PAR1'],
];
const whitespace = new Set([0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x1a]);
