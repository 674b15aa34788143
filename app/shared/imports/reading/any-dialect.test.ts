import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodable, encoded } from '../../../../test/encoded.ts';
import { threadTimeOf } from '../../../../test/thread-time.ts';
import { type Encoding, encodings, legacyEncodings } from './encodings/list.ts';
import { watchEncoding } from './encodings/watch.ts';
import { headerKey } from './headers.ts';
import type { Row } from './rows.ts';
import type { Delimiter, Quote } from './separators.ts';
import { describeTable, readRows } from './table.ts';

const names = ['sku', 'name', 'upc', 'description', 'category', 'weight'];
const known = { columns: new Set(names.map(headerKey)) };

const wide = fc.string({ unit: 'grapheme', maxLength: 12 });
const awkward = fc.array(fc.constantFrom(...',;\t|"\'\r\n =é€ß’1x'), { maxLength: 8 }).map((chars) => chars.join(''));
const cell = fc
  .oneof(awkward, wide, fc.constantFrom('', '0012', 'a "b" c', 'x\r\ny', ' '))
  .filter((text) => !text.includes('\u0000') && text.isWellFormed());

type Dialect = { encoding: Encoding; mark: boolean; delimiter: Delimiter; quote: Quote; all: boolean; end: string; lastEnd: boolean };

const dialect: fc.Arbitrary<Dialect> = fc.record({
  encoding: fc.constantFrom(...encodings),
  mark: fc.boolean(),
  delimiter: fc.constantFrom<Delimiter>(',', ';', '\t', '|'),
  quote: fc.constantFrom<Quote>('"', "'"),
  all: fc.boolean(),
  end: fc.constantFrom('\n', '\r\n', '\r'),
  lastEnd: fc.boolean(),
});

/** How other programs write it. Apostrophes as quotes are recognised only where everything is in them. */
function write(table: string[][], { encoding, mark, delimiter, quote, all, end, lastEnd }: Dialect): Buffer {
  const special = [delimiter, quote, '\r', '\n', '"'];
  const cellText = (text: string) =>
    all || quote === "'" || special.some((mark) => text.includes(mark)) ? quote + text.replaceAll(quote, quote + quote) + quote : text;
  const text = table.map((row) => row.map(cellText).join(delimiter)).join(end) + (lastEnd ? end : '');
  return encoded(mark && !isLegacy(encoding) ? `\ufeff${text}` : text, encoding);
}

const isLegacy = (encoding: Encoding) => (legacyEncodings as readonly string[]).includes(encoding);

/** `chosen`: by a person, because such cells are of no language. */
async function read(bytes: Buffer, size: number, chosen?: Encoding): Promise<{ encoding: Encoding; headers: string[]; rows: Row[] }> {
  const watch = watchEncoding();
  for await (const piece of pieces(bytes, size)) watch.add(piece);
  const format = await describeTable({ bytes, isCut: false }, watch.end(), { ...known, encoding: chosen });
  if (!format) throw new Error('No table was found.');
  const rows: Row[] = [];
  for await (const some of readRows(pieces(bytes, size), format)) rows.push(...some);
  return { encoding: format.encoding, headers: format.headers, rows };
}

async function* pieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

test('any table in any dialect is read back as it was written', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc
        .integer({ min: 2, max: 6 })
        .chain((columns) => fc.array(fc.array(cell, { minLength: columns, maxLength: columns }), { minLength: 1, maxLength: 8 })),
      dialect,
      fc.integer({ min: 1, max: 50 }),
      async (table, way, size) => {
        const headers = names.slice(0, table[0]?.length);
        const written = table.map((row) => row.map((text) => encodable(text, way.encoding)));
        const bytes = write([headers, ...written], way);
        const found = await read(bytes, size, isLegacy(way.encoding) ? way.encoding : undefined);
        expect(found.headers).toEqual(headers);
        expect(found.rows.map(({ cells }) => cells)).toEqual(written);
        expect(found.rows.some(({ problem }) => problem)).toBe(false);
      },
    ),
    { numRuns: 500 },
  );
});

const line = fc.array(fc.constantFrom('a', '"', ',', '""', ' ', '\r'), { maxLength: 10 }).map((parts) => parts.join(''));

test('whatever the quotes are like, each line is read once or is part of a cell, and pieces make no difference', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(line, { maxLength: 12 }), fc.integer({ min: 1, max: 9 }), async (lines, size) => {
      const bytes = Buffer.from(`sku,name\n${lines.join('\n')}`);
      const whole = await read(bytes, bytes.length);
      expect((await read(bytes, size)).rows).toEqual(whole.rows);
      const letters = (text: string) => text.replaceAll(/[^a]/g, '').length;
      expect(letters(whole.rows.flatMap(({ cells }) => cells).join(''))).toBe(letters(lines.join('')));
    }),
    { numRuns: 300 },
  );
});

test('a quote that is never closed costs its row, and the rows after it are read', async () => {
  const { rows } = await read(Buffer.from('sku,name\nA,"5 inch\nB,two\nC,three\n'), 4);
  expect(rows).toEqual([
    { number: 2, cells: ['A', '"5 inch'], problem: 'unclosed' },
    { number: 3, cells: ['B', 'two'], problem: null },
    { number: 4, cells: ['C', 'three'], problem: null },
  ]);
});

test('a file in which every line opens a quote anew is refused before it is looked at a hundred times', async () => {
  const lines = 'a","\n'.repeat(20_000);
  const { ms } = await threadTimeOf(() =>
    expect(read(Buffer.from(`sku,name\n${lines}`), 65_536)).rejects.toThrow('is one of many in which a quote is opened and never closed'),
  );
  expect(ms).toBeLessThan(5_000);
});

test('text behind a closing quote costs its row', async () => {
  const { rows } = await read(Buffer.from('sku,name\nA,"5" inch\n\nB,5" inch\nC, "x, y" \n'), 5);
  expect(rows).toEqual([
    { number: 2, cells: ['A', '"5" inch'], problem: 'after_quote' },
    { number: 4, cells: ['B', '5" inch'], problem: null },
    { number: 5, cells: ['C', 'x, y'], problem: null },
  ]);
});

test.each([
  ['sep=;\r\nsku;name\r\nA;b', 2],
  ['Stock list of March\n\nSKU,Name\nA,b', 3],
  ['"sku";"name"\n"A";"b"', 1],
])('the headers of %j are in row %i', async (text, row) => {
  const format = await describeTable({ bytes: Buffer.from(text), isCut: false }, { encoding: 'utf-8', damaged: false }, known);
  expect([format?.headers.map(headerKey), format?.headerRow, format?.examples]).toEqual([['sku', 'name'], row, [['A', 'b']]]);
});

test('a few wrong bytes in much UTF-8 are damage', () => {
  const watch = watchEncoding();
  watch.add(Buffer.concat([Buffer.from('é'.repeat(100)), Buffer.from([0xff]), Buffer.from('é'.repeat(100))]));
  expect(watch.end()).toEqual({ encoding: 'utf-8', damaged: true });
});
