import fc from 'fast-check';
import { expect, test } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { fold } from './fold.ts';

const own = testDatabase();
const foldedByDatabase = async (texts: string[]) =>
  (
    await own.sql<{ folded: string }>(
      'select folded(given) as folded from unnest($1::text[]) with ordinality as texts (given, n) order by n',
      [texts],
    )
  ).map(({ folded }) => folded);

test.each([
  ['Müller', 'muller'],
  ['Mu\u0308ller', 'muller'],
  ['GROẞE Straße', 'grosse strasse'],
  ['Ångström Øre', 'angstrom ore'],
  ['Łódź', 'lodz'],
  ['İstanbul ILGAZ ısı', 'istanbul ilgaz isi'],
  ['ＡＢＣ－１２', 'abc-12'],
  ['ÆRØ Œuvre Þór Đặng', 'aero oeuvre thor dang'],
  ['ΟΔΟΣ οδός', 'οδοσ οδοσ'],
  ['O’Brien – T‑shirt', "o'brien - t-shirt"],
  ['שָׁלוֹם', 'שלום'],
  ['ﬁne №1 ①', 'fine no1 1'],
  ['a\u200Bb\u00ADc\uFEFF', 'abc'],
])('“%s” is compared as “%s”', async (text, folded) => {
  expect([fold(text), (await foldedByDatabase([text]))[0]]).toEqual([folded, folded]);
});

test('the database folds each character as we do, but for those that are newer than its Unicode', async () => {
  const given = await own.sql<{ character: string; folded: string }>(
    `select chr(n) as character, folded(chr(n)) as folded from generate_series(1, 1114111) as n
    where n not between 55296 and 57343 and unicode_assigned(chr(n))`,
  );
  expect(given.length).toBeGreaterThan(150_000);
  expect(given.filter(({ character, folded }) => fold(character) !== folded)).toEqual([]);
});

test('the database folds any text as we do, and what is folded stays as it is', async () => {
  const text = fc.string({
    unit: fc.oneof(
      fc.constantFrom('ü', 'ß', 'İ', 'Σ', ' ', '\u0301', '\u0323', 'A', '각'),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    ),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 200 }), async (texts) => {
      const stored = texts.map((each) => each.replace(/[\0\p{Cs}\p{Cn}]/gu, ''));
      const folded = stored.map(fold);
      expect(await foldedByDatabase(stored)).toEqual(folded);
      expect(folded.map(fold)).toEqual(folded);
    }),
    { numRuns: 30 },
  );
});
