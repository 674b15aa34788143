import { expect, test } from 'vitest';
import { encoded } from '../../../../../test/encoded.ts';
import { headerKey } from '../headers.ts';
import { describeTable, readRows } from '../table.ts';
import { decodedWhole } from './decoded.ts';
import { languages } from './languages.ts';
import { type Encoding, wideEncodings } from './list.ts';
import { watchEncoding } from './watch.ts';

const known = { columns: new Set(['sku', 'name', 'price'].map(headerKey)) };

const fileOf = (names: readonly string[]) => `sku,name,price\n${names.map((name, at) => `SKU-${at},${name},${at}.50\n`).join('')}`;

async function describe(bytes: Buffer) {
  const watch = watchEncoding();
  watch.add(bytes);
  const format = await describeTable({ bytes, isCut: false }, watch.end(), known);
  if (!format) throw new Error('No table was found.');
  return format;
}

/** What a file is taken for: `right`, `wrong`, or `asks` a person among readings of which one is right. */
async function becomes(text: string, encoding: Encoding): Promise<string> {
  const bytes = encoded(text, encoding);
  const format = await describe(bytes);
  const isRight = (other: Encoding) => decodedWhole(bytes, other) === text;
  if (!format.isUnsure) return isRight(format.encoding) ? 'right' : `wrong: ${decodedWhole(bytes, format.encoding)}`;
  return format.readings?.some((reading) => isRight(reading.encoding)) ? 'asks' : `not offered: ${text}`;
}

/** Each word alone, neighbours together, and all. */
const filesOf = (words: readonly string[]) =>
  [1, 2, 3, 5, 8, 12, words.length].flatMap((size) =>
    words.slice(0, words.length - size + 1).map((_, at) => fileOf(words.slice(at, at + size))),
  );

const pairs = Object.entries(languages).flatMap(([language, { encodings, words }]) =>
  encodings.map((encoding) => [language, encoding, words.split('|')] as const),
);

test.each(pairs)('no file of %s in %s is taken for another without a word', async (_language, encoding, words) => {
  const found = new Set(await Promise.all(filesOf(words).map((text) => becomes(text, encoding))));
  expect([...found].filter((each) => each !== 'right' && each !== 'asks')).toEqual([]);
});

/** Of twenty words most languages are certain. Czech, Hungarian and Greek share bytes with others, so that a person is asked. */
test.each(['Polish', 'German', 'Russian', 'Japanese', 'Chinese', 'Korean', 'Spanish', 'Portuguese'])(
  'a list of %s words needs no person',
  async (language) => {
    const { encodings, words } = languages[language] as (typeof languages)[string];
    expect(await becomes(fileOf(words.split('|')), encodings[0] as Encoding)).toBe('right');
  },
);

test.each(['utf-8', ...wideEncodings] as const)('of %s nobody is asked, with its mark or without', async (encoding) => {
  for (const { words } of Object.values(languages)) {
    const text = fileOf(words.split('|'));
    for (const bytes of [encoded(text, encoding), encoded(`\ufeff${text}`, encoding)]) {
      expect(await describe(bytes)).toMatchObject({ encoding, damaged: false });
      expect(decodedWhole(bytes, encoding)).toBe(text);
    }
  }
});

test('what a person is shown are the lines in which readings differ', async () => {
  const { isUnsure, readings } = await describe(encoded(fileOf(['Mug', 'Mąka', 'Vase', 'Müller']), 'windows-1250'));
  expect(isUnsure).toBe(true);
  expect(readings?.slice(0, 2)).toEqual([
    { encoding: 'windows-1250', lines: ['SKU-1,Mąka,1.50'] },
    { encoding: 'iso-8859-2', lines: ['SKU-1,Mška,1.50'] },
  ]);
});

test('bytes that come late in a large file are seen', async () => {
  const many = Array.from({ length: 5_000 }, (_, at) => `Müller ${at}`);
  const bytes = encoded(fileOf([...many, 'Żółta łódź']), 'windows-1250');
  const format = await describe(bytes);
  const rows = [];
  for await (const some of readRows(pieces(bytes), format)) rows.push(...some);
  expect([format.encoding, rows.at(-1)?.cells[1]]).toEqual(['windows-1250', 'Żółta łódź']);
});

async function* pieces(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += 1_000) yield bytes.subarray(at, at + 1_000);
}
