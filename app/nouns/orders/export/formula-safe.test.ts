import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvLines } from '../../../../platform/csv-lines.ts';
import { atOneMoment } from '../../../../platform/tenant.ts';
import { addAccount } from '../../../../test/build.ts';
import { testDatabase } from '../../../../test/database.ts';

const own = testDatabase();

/** Texts that begin like formulas, with quotes, separators and line breaks in them; and any others. NUL cannot be stored. */
const value = fc
  .oneof(
    fc
      .array(fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', "'", '"', ',', ';', '＝', '1', '.', 'a', 'é', '😀', ' '), {
        maxLength: 8,
      })
      .map((marks) => marks.join('')),
    fc.string({ unit: 'grapheme', maxLength: 20 }),
  )
  .filter((text) => !text.includes('\u0000') && text.isWellFormed());

const beforeFormula = /(^|;)(?=['"]*[=+\-@\t\r\n＝＋－＠])/g;
const negative = /^-\d+(\.\d+)?$/;

test('what a parser gives back is the value, or an apostrophe is where a spreadsheet would calculate', async () => {
  const actor = { ...(await addAccount(own)), userId: null };
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(value, value), { minLength: 1, maxLength: 20 }),
      fc.integer({ min: 1, max: 40 }),
      async (rows, size) => {
        const literal = rows.map((row) => `(${row.map((text) => `'${text.replaceAll("'", "''")}'`).join(',')})`).join(',');
        const statement = `copy (select formula_safe(a) as a, formula_safe(b) as b from (values ${literal}) as r (a, b)) to stdout with (format csv, header true)`;
        let counted = 0;
        const file = await atOneMoment(own.database, actor, 1, async ([tenant]) => {
          const copied = await buffer(tenant?.copyOut(statement) ?? Readable.from([]));
          return (await buffer(Readable.from(slices(copied, size)).pipe(csvLines((n) => (counted += n))))).toString();
        });
        expect(file.codePointAt(0)).toBe(0xfeff);
        expect(counted).toBe(rows.length);
        const parsed: string[][] = parse(file, { bom: true, from: 2, recordDelimiter: '\r\n' });
        expect(parsed).toEqual(rows.map((row) => row.map((text) => (negative.test(text) ? text : text.replace(beforeFormula, "$1'")))));
      },
    ),
    { numRuns: 300 },
  );
});

test.each([
  ['=1+1', "'=1+1"],
  ['"=1+1"', `'"=1+1"`],
  ["'=1+1", "''=1+1"],
  ['-12.50', '-12.50'],
  ['-1+cmd', "'-1+cmd"],
  ['+44 20', "'+44 20"],
  ['Cup;=1+1', "Cup;'=1+1"],
  [';"=1+1"', `;'"=1+1"`],
  ['-1;-2', "'-1;'-2"],
  ['Cup; 10 cm', 'Cup; 10 cm'],
  ['O’Neil', 'O’Neil'],
  ["'s Gravenhage", "'s Gravenhage"],
  ['', ''],
])('%j is written %j', async (text, written) => {
  expect(await own.sql('select formula_safe($1) as written', [text])).toEqual([{ written }]);
});

function* slices(bytes: Buffer, size: number): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
