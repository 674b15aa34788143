/** Those of no Unicode. Where several read a file alike, it is called by the first of them. */
export const legacyEncodings = [
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'iso-8859-2',
  'iso-8859-15',
  'shift_jis',
  'gb18030',
  'euc-kr',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'iso-8859-5',
  'koi8-r',
  'euc-jp',
  'big5',
] as const;
export type LegacyEncoding = (typeof legacyEncodings)[number];

export const wideEncodings = ['utf-16le', 'utf-16be', 'utf-32le', 'utf-32be'] as const;
export type WideEncoding = (typeof wideEncodings)[number];

/** All that a file can be read in. */
export const encodings = ['utf-8', ...wideEncodings, ...legacyEncodings] as const;
export type Encoding = (typeof encodings)[number];

export const encodingLabels: Record<Encoding, string> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  'utf-32le': 'UTF-32',
  'utf-32be': 'UTF-32',
  'windows-1252': 'Windows-1252',
  'windows-1250': 'Windows-1250',
  'windows-1251': 'Windows-1251',
  'windows-1253': 'Windows-1253',
  'windows-1254': 'Windows-1254',
  'iso-8859-2': 'ISO-8859-2',
  'iso-8859-15': 'ISO-8859-15',
  shift_jis: 'Shift_JIS',
  gb18030: 'GB 18030',
  'euc-kr': 'EUC-KR',
  'windows-1255': 'Windows-1255',
  'windows-1256': 'Windows-1256',
  'windows-1257': 'Windows-1257',
  'iso-8859-5': 'ISO-8859-5',
  'koi8-r': 'KOI8-R',
  'euc-jp': 'EUC-JP',
  big5: 'Big5',
};

/** Whose letters those of no Unicode have, for a person who chooses among them. */
export const lettersOf: Record<LegacyEncoding, string> = {
  'windows-1252': 'Western Europe',
  'windows-1250': 'Central Europe',
  'windows-1251': 'Cyrillic',
  'windows-1253': 'Greek',
  'windows-1254': 'Turkish',
  'iso-8859-2': 'Central Europe',
  'iso-8859-15': 'Western Europe',
  shift_jis: 'Japanese',
  gb18030: 'Chinese',
  'euc-kr': 'Korean',
  'windows-1255': 'Hebrew',
  'windows-1256': 'Arabic',
  'windows-1257': 'Baltic',
  'iso-8859-5': 'Cyrillic',
  'koi8-r': 'Cyrillic',
  'euc-jp': 'Japanese',
  big5: 'Chinese of Taiwan and Hong Kong',
};
