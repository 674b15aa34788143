import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { watchEncoding } from './encodings/watch.ts';
import { isOtherFileType } from './file-type.ts';
import type { Row } from './rows.ts';
import { describeTable, readRows } from './table.ts';

const fixtures = join(import.meta.dirname, 'fixtures');

async function read(bytes: Buffer, pieces = 7) {
  const watch = watchEncoding();
  watch.add(bytes);
  const format = await describeTable({ bytes, isCut: false }, watch.end(), { columns: new Set() });
  if (!format) return null;
  const rows: Row[] = [];
  for await (const some of readRows(inPieces(bytes, pieces), format)) rows.push(...some);
  return { format, rows };
}

async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const spectrum = readdirSync(join(fixtures, 'csv-spectrum/csvs')).map((name) => name.replace('.csv', ''));

test.each(spectrum)('csv-spectrum: %s', async (name) => {
  const table = await read(readFileSync(join(fixtures, `csv-spectrum/csvs/${name}.csv`)));
  const headers = table?.format.headers ?? [];
  const records = table?.rows.map(({ cells }) => Object.fromEntries(headers.map((header, at) => [header, cells[at]])));
  const text = readFileSync(join(fixtures, `csv-spectrum/json/${name}.json`), 'utf8');
  // The collection's own JSON has another telephone number than its CSV.
  const expected: unknown = JSON.parse(text.replace('1234567890', '2095257564'));
  expect(records).toEqual(Array.isArray(expected) ? expected : [expected]);
});

type Expected = { encoding?: string; delimiter?: string; headers: string[]; rows: string[][] };

test.each<[string, Expected]>([
  [
    'bad',
    {
      headers: ['column_a', 'column_b', 'column_c'],
      rows: [
        ['1', '27', '', "I'm too long!"],
        ['', "I'm too short!"],
        ['0', 'mixed types.... uh oh', '17'],
      ],
    },
  ],
  [
    'bad_skip_lines',
    {
      headers: ['column_a', 'column_b', 'column_c'],
      rows: [
        ['1', '27', '', "I'm too long!"],
        ['', "I'm too short!"],
        ['0', 'mixed types.... uh oh', '17'],
      ],
    },
  ],
  ['blanks', { headers: ['a', 'b', 'c', 'd', 'e', 'f'], rows: [['', 'NA', 'N/A', 'NONE', 'NULL', '.']] }],
  [
    'mac_newlines',
    {
      headers: ['a', 'b', 'c'],
      rows: [
        ['1', '2', '3'],
        ['Once upon\ra time', '5', '6'],
      ],
    },
  ],
  ['null_byte', { headers: ['a', 'b', 'c'], rows: [['\u0000', '2', '3']] }],
  ['optional_quote_characters', { headers: ['a', 'b', 'c'], rows: [['1', '2', '3']] }],
  ['test_empty_columns_long_row', { headers: ['a', 'b', 'c'], rows: [['', '', '', '']] }],
  ['test_empty_columns_short_row', { headers: ['a', 'b', 'c'], rows: [['', '']] }],
  ['test_header_newline', { headers: [expect.stringContaining('\n') as string, 'b', 'c'], rows: [['d', 'e', 'f']] }],
  [
    'test_latin1',
    {
      encoding: 'windows-1252',
      headers: ['a', 'b', 'c'],
      rows: [
        ['1', '2', '3'],
        ['4', '5', '©'],
      ],
    },
  ],
  ['test_locale', { headers: ['a', 'b', 'c'], rows: [['1,7', '200.000.000', '']] }],
  ['test_skip_lines', { headers: ['a', 'b', 'c'], rows: [['1', '2', '3']] }],
  [
    'test_utf16_big',
    {
      encoding: 'utf-16be',
      headers: ['a', 'b', 'c'],
      rows: [
        ['1', '2', '3'],
        ['4', '5', 'ʤ'],
      ],
    },
  ],
  [
    'test_utf16_little',
    {
      encoding: 'utf-16le',
      headers: ['a', 'b', 'c'],
      rows: [
        ['1', '2', '3'],
        ['4', '5', 'ʤ'],
      ],
    },
  ],
  [
    'test_utf8',
    {
      encoding: 'utf-8',
      headers: ['foo', 'bar', 'baz'],
      rows: [
        ['1', '2', '3'],
        ['4', '5', 'ʤ'],
      ],
    },
  ],
  [
    'test_utf8_bom',
    {
      encoding: 'utf-8',
      headers: ['foo', 'bar', 'baz'],
      rows: [
        ['1', '2', '3'],
        ['4', '5', 'ʤ'],
      ],
    },
  ],
  ['dummy_col_shuffled_ragged', { headers: ['b', 'c', 'a', 'd'], rows: [['2', '3', '1', '4']] }],
  ['no_header_row', { headers: ['1', '2', '3'], rows: [] }],
])('csvkit: %s', async (name, { encoding = 'utf-8', delimiter = ',', headers, rows }) => {
  const bytes = readFileSync(join(fixtures, `csvkit/${name}.csv`));
  expect(isOtherFileType(bytes)).toBe(false);
  const table = await read(bytes, 3);
  expect(table?.format).toMatchObject({ encoding, delimiter, headers });
  expect(table?.rows.map(({ cells }) => cells)).toEqual(rows);
  expect(table?.rows.filter(({ problem }) => problem)).toEqual([]);
});

/** What is in a table of its own above, is no table, or is not read by the other reader. */
const readElsewhere = ['empty', 'event-notification', 'Datagov_FY10_EDU_recp_by_State'];
const others = readdirSync(join(fixtures, 'csvkit'))
  .filter((name) => name.endsWith('.csv'))
  .map((name) => name.replace('.csv', ''))
  .filter((name) => !readElsewhere.includes(name));

test.each(others)('csvkit: %s is read as another reader reads it', async (name) => {
  const bytes = readFileSync(join(fixtures, `csvkit/${name}.csv`));
  const table = await read(bytes, 64);
  const { encoding, delimiter, headers = [] } = table?.format ?? {};
  const options = { bom: true, delimiter: delimiter ?? ',', relax_column_count: true, skip_empty_lines: true };
  const expected: string[][] = parse(new TextDecoder(encoding).decode(bytes), options);
  expect([headers, ...(table?.rows ?? []).map(({ cells }) => cells)]).toEqual(expected);
});

test('quotes within cells that another reader stops at cost nothing, and a title above the headers is no row', async () => {
  const events = await read(readFileSync(join(fixtures, 'csvkit/event-notification.csv')), 100);
  expect(events?.format).toMatchObject({ delimiter: '|' });
  expect(events?.rows).toHaveLength(3);
  expect(events?.rows.filter(({ problem }) => problem)).toEqual([]);
  const titled = await read(readFileSync(join(fixtures, 'csvkit/Datagov_FY10_EDU_recp_by_State.csv')), 100);
  expect(titled?.rows).toHaveLength(56);
  expect(isOtherFileType(readFileSync(join(fixtures, 'csvkit/ne_1033_data.xlsx')))).toBe(true);
});

test('texts with commas, quotes and line breaks in them keep the columns of a real table', async () => {
  const table = await read(readFileSync(join(fixtures, 'csvkit/test_geo.csv')));
  expect(table?.format.headers).toHaveLength(12);
  expect(new Set(table?.rows.map(({ cells }) => cells.length))).toEqual(new Set([12]));
});

test.each(['', '\n', '\ufeff', '  \r\n \r\n'])('%j is no table', async (text) => {
  expect(await read(Buffer.from(text))).toBeNull();
});

test.each<[string, Buffer]>([
  ['a workbook', Buffer.from('PK\x03\x04\x14\x00\x06\x00', 'latin1')],
  ['an old workbook', Buffer.from('d0cf11e0a1b11ae1', 'hex')],
  ['a PDF', Buffer.from('%PDF-1.7')],
  ['a picture', Buffer.from('89504e470d0a1a0a', 'hex')],
  ['a page', Buffer.from('\ufeff <!DOCTYPE html><table>')],
  ['a workbook in XML', Buffer.from('<?xml version="1.0"?><Workbook>')],
  ['bytes of a program', Buffer.from(Array.from({ length: 400 }, (_, at) => (at * 7) % 32))],
])('%s is another type of file', (_what, bytes) => {
  expect(isOtherFileType(bytes)).toBe(true);
});
