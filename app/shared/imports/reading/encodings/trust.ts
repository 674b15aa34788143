import { enough } from './foreign-lines.ts';
import type { LegacyEncoding } from './list.ts';

/**
 * How much a library trusts in the letters of each encoding's languages, in percent: by words alone, because SKUs and numbers are of no
 * language; in those of the Far East by the whole, as their bytes are not all letters.
 */
export async function trustsIn(sample: Buffer): Promise<Map<LegacyEncoding, number>> {
  // Most files are of Unicode and never need it.
  const { default: library } = await import('chardet');
  const start = sample.subarray(0, enough);
  const words = [...new Set(start.toString('latin1').match(/[A-Za-z\x80-\xff]+/g))].filter((word) => /[\x80-\xff]/.test(word));
  const trusts = new Map<LegacyEncoding, number>();
  const matches = [
    ...library.analyse(Buffer.from(words.join(' '), 'latin1')).filter(({ name }) => !namesOfFarEast.includes(name)),
    ...library.analyse(start).filter(({ name }) => namesOfFarEast.includes(name)),
  ];
  for (const { name, confidence } of matches)
    for (const encoding of names[name] ?? []) trusts.set(encoding, Math.max(confidence, trusts.get(encoding) ?? 0));
  return trusts;
}

/** By the library's names. It goes by letters, so that it takes relatives for one another. */
const names: Readonly<Record<string, readonly LegacyEncoding[]>> = {
  'ISO-8859-1': ['windows-1252', 'iso-8859-15'],
  'windows-1252': ['windows-1252', 'iso-8859-15'],
  'ISO-8859-2': ['windows-1250', 'iso-8859-2'],
  'windows-1250': ['windows-1250', 'iso-8859-2'],
  'windows-1251': ['windows-1251'],
  'ISO-8859-7': ['windows-1253'],
  'windows-1253': ['windows-1253'],
  'ISO-8859-9': ['windows-1254'],
  'windows-1254': ['windows-1254'],
  Shift_JIS: ['shift_jis'],
  GB18030: ['gb18030'],
  'EUC-KR': ['euc-kr'],
  'windows-1255': ['windows-1255'],
  'ISO-8859-8': ['windows-1255'],
  'windows-1256': ['windows-1256'],
  'windows-1257': ['windows-1257'],
  'ISO-8859-5': ['iso-8859-5'],
  'KOI8-R': ['koi8-r'],
  'EUC-JP': ['euc-jp'],
  Big5: ['big5'],
};
const namesOfFarEast: readonly string[] = ['Shift_JIS', 'GB18030', 'EUC-KR', 'EUC-JP', 'Big5'];
