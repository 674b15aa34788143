import { expect, test } from 'vitest';
import { encoded } from '../../../../../test/encoded.ts';
import { headerKey } from '../headers.ts';
import { describeTable, readRows } from '../table.ts';
import { decodedWhole } from './decoded.ts';
import { foreignLines } from './foreign-lines.ts';
import { guessEncoding } from './guess.ts';
import { languages } from './languages.ts';
import { type Encoding, wideEncodings } from './list.ts';
import { isOdd } from './plausible.ts';
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

test.each([
  ['Polish', 'windows-1250'],
  ['German', 'windows-1252'],
] as const)('a damaged character does not hide that a file is in %s', async (language, encoding) => {
  const words = languages[language]?.words.split('|') ?? [];
  const bytes = Buffer.concat([encoded(fileOf(words), encoding), Buffer.from('SKU-99,Ku\x81ek,1.50\n', 'latin1')]);
  const { encoding: found, isUnsure, readings } = await describe(bytes);
  expect(readings?.[0]?.encoding).toBe(encoding);
  expect(isUnsure || found === encoding).toBe(true);
});

test.each(['shift_jis', 'gb18030', 'euc-kr'] as const)('a long cell in %s is cut between characters, or not read further', (encoding) => {
  const language = Object.values(languages).find(({ encodings }) => encodings[0] === encoding);
  const cell = [...(language?.words ?? '')]
    .filter((char) => char > '\u007f')
    .join('')
    .repeat(80);
  for (const sku of ['SKU-7', 'SKU-77']) {
    const text = `${sku},${cell},1.50\n`;
    const lines = foreignLines();
    for (const piece of sliced(encoded(text, encoding))) lines.add(piece);
    const kept = decodedWhole(lines.end(), encoding).split('\n').filter(Boolean);
    expect(kept[0]?.length).toBeGreaterThan(1_000);
    expect(kept.filter((line) => !text.includes(line.replace(/\ufffd$/, '')))).toEqual([]);
  }
});

/** Each byte beyond ASCII comes late, in long lines of words that are all different. */
const hostile = Buffer.concat([
  Buffer.from(`${'\xe9'.repeat(1_500)}\n`, 'latin1'),
  ...Array.from({ length: 4_000 }, (_, at) => Buffer.from(`SKU${at},\xe9${at}\n`, 'latin1')),
  ...Array.from({ length: 127 * 4 }, (_, at) => {
    const byte = String.fromCharCode(0x81 + (at % 127));
    return Buffer.from(`${Array.from({ length: 150 }, (_, word) => `\xe9${at}x${word}${word === 75 ? byte : ''}`).join(' ')}\n`, 'latin1');
  }),
]);

test('how much is guessed by does not grow with what is sent', async () => {
  const lines = foreignLines();
  for (const piece of sliced(hostile)) lines.add(piece);
  const sample = lines.end();
  expect(sample.length).toBeLessThan(150_000);
  const judged: string[] = [];
  await guessEncoding(sample, (word) => {
    judged.push(word);
    return isOdd(word);
  });
  expect(judged.length).toBeGreaterThan(100);
  expect(judged.length).toBeLessThan(17 * 700);
  expect(Math.max(...judged.map((word) => word.length))).toBeLessThanOrEqual(100);
  // Of each byte there are lines, however late.
  expect(new Set(sample.filter((byte) => byte >= 0x80)).size).toBe(127);
});

function* sliced(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += 1_000) yield bytes.subarray(at, at + 1_000);
}

async function* pieces(bytes: Buffer): AsyncGenerator<Buffer> {
  yield* sliced(bytes);
}
